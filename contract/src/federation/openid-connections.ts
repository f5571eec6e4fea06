import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { offeredProvider } from '../sign-in/login.ts';
import { isCybozuSubdomain, isDomain } from '../rules.ts';
import { isVisibleName } from '../visible-name.ts';
import {
  CYBOZU_SCOPES,
  isIssuer,
  isOpId,
  isScope,
  MAX_CLIENT_ID_LENGTH,
  MAX_CLIENT_SECRET_LENGTH,
  MAX_CONNECTION_DOMAINS,
  MAX_DIRECTORIES,
  MAX_OP_ID_LENGTH,
  MAX_RECORD_APP,
  MAX_SCOPES,
  openidCauses,
  openidKinds,
} from './openid-values.ts';

export const opId = z.string().max(MAX_OP_ID_LENGTH).refine(isOpId);

/** A directory of Entra ID (`tid`). */
const directoryId = z.uuid().overwrite((given) => given.toLowerCase());

const domains = z
  .array(z.string().trim().toLowerCase().max(253).refine(isDomain))
  .max(MAX_CONNECTION_DOMAINS)
  .overwrite((given) => [...new Set(given)])
  .default([]);

const shape = {
  displayName: field.text(128).refine((value) => value.trim() !== '' && isVisibleName(value)),
  clientId: z.string().trim().min(1).max(MAX_CLIENT_ID_LENGTH),
  /** Whether it signs users in. */
  enabled: z.boolean().default(false),
  /** Whether who is not linked yet is added as a user. */
  jitProvisioning: z.boolean().default(false),
  /** Entra ID: the directories whose users are signed in; without one nobody is. */
  directoryIds: z.array(directoryId).max(MAX_DIRECTORIES).default([]),
  /** Domains of email addresses whose users it signs in; empty: any. The provider must have verified the address. */
  enabledDomains: domains,
  /** Those whose users it never signs in. */
  disabledDomains: domains,
  /** cybozu.com: the name before it. Empty for others. */
  subdomain: z
    .string()
    .max(63)
    .refine((value) => value === '' || isCybozuSubdomain(value))
    .overwrite((given) => given.toLowerCase())
    .default(''),
  /** cybozu.com: the kintone app in which a sign-in adds and deletes a record, whose creator is the user. */
  recordApp: z.int().min(1).max(MAX_RECORD_APP).nullable().default(null),
  /** cybozu.com: what its client may ask for. Others ask for the scopes of OpenID Connect. */
  recordScopes: z.array(z.string().refine(isScope)).max(MAX_SCOPES).default(CYBOZU_SCOPES),
};
/** Written, never answered. */
const clientSecret = z.string().min(1).max(MAX_CLIENT_SECRET_LENGTH);
const issuer = z.string().refine(isIssuer);

/** Entra ID and cybozu.com have their issuer from the provider's configuration. */
const fits = ({ kind, issuer: given }: { kind: string; issuer?: string | undefined }) =>
  (kind === 'oidc') === (given !== undefined);

const connection = z.strictObject({
  ...shape,
  opId: z.string(),
  uuid: z.string(),
  kind: z.enum(openidKinds),
  issuer: z.string(),
  /** Address to register at the provider: where it sends the browser back to. */
  redirectUri: z.string(),
  /** Users who sign in with it. */
  linkedUsers: z.number().int(),
  /** When a sign-in was last tried successfully by an administrator; null: never since it was set up. */
  testedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type OpenidConnection = z.output<typeof connection>;

const tenantParams = z.strictObject({ tenantId: z.string().max(40) });
const params = z.strictObject({ tenantId: z.string().max(40), id: opId });
const base = '/api/auth/tenants/{tenantId}/oidcs';

export const listOpenidConnections = route({
  method: 'GET',
  path: base,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the OpenID providers of the tenant',
  params: tenantParams,
  response: pageOf(connection),
  errors: ['not_found'],
});

export const createOpenidConnection = route({
  method: 'POST',
  path: base,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'create',
  event: 'openidConnection.created',
  summary: 'Add an OpenID provider',
  params: tenantParams,
  body: z
    .strictObject({
      ...shape,
      opId,
      kind: z.enum(openidKinds).default('oidc'),
      issuer: issuer.optional(),
      clientSecret,
    })
    .refine(fits, { path: ['issuer'] }),
  response: connection,
  errors: ['not_found', 'conflict', 'duplicated_params_opId', 'address_not_allowed', 'invalid_params'],
});

export const getOpenidConnection = route({
  method: 'GET',
  path: `${base}/{id}`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get an OpenID provider',
  params,
  response: connection,
  errors: ['not_found'],
});

/** The issuer cannot be changed: accounts are linked by what it says of them. */
export const updateOpenidConnection = route({
  method: 'PUT',
  path: `${base}/{id}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'openidConnection.changed',
  summary: 'Change an OpenID provider',
  params,
  body: z.strictObject({ ...shape, clientSecret: clientSecret.optional(), expected: expectedOf(shape) }),
  response: connection,
  errors: [
    'not_found',
    'conflict',
    'address_not_allowed',
    'invalid_params',
    'last_administrator',
    'cannot_update_enabledDomains',
  ],
});

export const deleteOpenidConnection = route({
  method: 'DELETE',
  path: `${base}/{id}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'delete',
  event: 'openidConnection.deleted',
  summary: 'Delete an OpenID provider and unlink its users',
  params,
  response: null,
  errors: ['not_found', 'last_administrator'],
});

/** The latest fifty. */
export const listOpenidTraces = route({
  method: 'GET',
  path: `${base}/{id}/traces`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List what became of the answers of an OpenID provider',
  params,
  response: pageOf(
    z.strictObject({
      id: z.string(),
      at: z.string(),
      purpose: z.enum(['signIn', 'connect', 'test', 'register', 'unasked', 'signOut']),
      cause: z.enum(openidCauses).nullable(),
      detail: z.record(z.string(), z.string()),
      requestId: z.string(),
    }),
  ),
  errors: ['not_found'],
});

/** Where the browser goes to. It is sent back to the address registered there, and from there to a page of the portal. */
const departure = z.strictObject({ url: z.string() });

/** `fresh`: the provider asks for the password again, which renews the proof for sensitive acts. */
export const requestOpenidSignIn = route({
  method: 'POST',
  path: '/api/auth/oidc/rp/request',
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Begin a sign-in with an OpenID provider',
  body: z.strictObject({ tenantId: field.exactText(64), opId, fresh: z.boolean().default(false) }),
  response: departure,
  errors: ['domain_not_exists', 'rp_setting_invalid', 'too_many_requests'],
  transaction: 'own',
});

export const connectOpenidAccount = route({
  method: 'POST',
  path: '/api/auth/oidc/rp/connect',
  access: 'me',
  proof: 'recent',
  operation: 'none',
  toggle: 'externalServiceConnection',
  fromOwnPages: true,
  summary: 'Begin to link an account at an OpenID provider to your own',
  body: z.strictObject({ opId }),
  response: departure,
  errors: ['domain_not_exists', 'rp_setting_invalid'],
  transaction: 'own',
});

/** Tries a connection, enabled or not. The answer is judged like a sign-in, signs nobody in, and stands in the traces. */
export const verifyOpenidConnection = route({
  method: 'POST',
  path: '/api/auth/oidc/rp/verify',
  access: 'tenant:write',
  only: 'portal',
  // A first test decides from which directory users come.
  proof: 'recent',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Begin to test an OpenID provider',
  body: z.strictObject({ opId }),
  response: departure,
  errors: ['not_found', 'rp_setting_invalid'],
  transaction: 'own',
});

export const clearOpenidSignIn = route({
  method: 'POST',
  path: '/api/auth/oidc/rp/clear',
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Forget the sign-ins with other identity providers that this browser began',
  response: null,
  errors: [],
  transaction: 'own',
});

/** Those of the sign-in page that an account can be linked at. */
export const listOfferedProviders = route({
  method: 'GET',
  path: '/api/auth/me/identityProviders',
  access: 'me',
  only: 'portal',
  operation: 'read',
  toggle: 'externalServiceConnection',
  summary: 'List the identity providers an account can be linked at',
  response: pageOf(offeredProvider),
  errors: [],
});
