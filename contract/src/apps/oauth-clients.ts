import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import {
  backchannelUriMistake,
  clientAccess,
  clientAuthMethods,
  clientGrantTypes,
  clientScopes,
  httpsUriMistake,
  isRedirectUri,
  MAX_CLIENT_NAME_LENGTH,
  MAX_CLIENT_URIS,
  MAX_URI_LENGTH,
} from './client-addresses.ts';
import { isApiScope, MAX_AUDIENCE_LENGTH, MAX_SCOPE_LENGTH, MOST_API_SCOPES, MOST_APIS_OF_APP } from './api-values.ts';
import { isUsableKey, MAX_KEY_PART_LENGTH, MOST_KEYS } from './client-keys.ts';
import { claimPlaces, claimsMistake, claimSources, MAX_CLAIM_NAME_LENGTH, MOST_CLAIMS } from './claim-values.ts';
import { isVisibleName } from '../visible-name.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { serviceClass } from '../licences/fields.ts';

export const clientName = field
  .text(MAX_CLIENT_NAME_LENGTH)
  .refine((value) => value.trim() !== '' && isVisibleName(value));
export const uri = z.string().min(1).max(MAX_URI_LENGTH);
export const httpsUri = uri.refine((value) => httpsUriMistake(value) === null);

const mappedClaim = z.strictObject({
  name: z.string().max(MAX_CLAIM_NAME_LENGTH),
  source: z.enum(claimSources as [string, ...string[]]),
  places: z.array(z.enum(claimPlaces)).max(claimPlaces.length),
});

const apiScopes = z.array(z.string().max(MAX_SCOPE_LENGTH).refine(isApiScope)).max(MOST_API_SCOPES).default([]);

/** What it may have of an API of the tenant: for users who consent to it, and as itself by client credentials. */
const apiOfClient = z.strictObject({
  audience: z.string().min(1).max(MAX_AUDIENCE_LENGTH),
  scopes: apiScopes,
  ownScopes: apiScopes,
});

const keyPart = z.string().min(1).max(MAX_KEY_PART_LENGTH).optional();
const publicKey = z
  .strictObject({
    kty: z.enum(['RSA', 'EC', 'OKP']),
    use: z.literal('sig').optional(),
    ...{ kid: keyPart, alg: keyPart, n: keyPart, e: keyPart, crv: keyPart, x: keyPart, y: keyPart },
  })
  .refine(isUsableKey);

const shape = {
  name: clientName,
  /** The app's home page; its host is shown when consent is asked. */
  homepageUri: httpsUri.nullable().default(null),
  applicationType: z.enum(['web', 'native']).default('web'),
  /** `none`: a public client (browser, native), which has no secret. */
  tokenEndpointAuthMethod: z.enum(clientAuthMethods).default('client_secret_basic'),
  /** For `private_key_jwt`: its public keys, or the address where it publishes them. */
  jwks: z.array(publicKey).max(MOST_KEYS).default([]),
  jwksUri: uri
    .refine((value) => backchannelUriMistake(value) === null)
    .nullable()
    .default(null),
  grantTypes: z
    .array(z.enum(clientGrantTypes))
    .min(1)
    .max(clientGrantTypes.length)
    .default(['authorization_code', 'refresh_token']),
  redirectUris: z.array(uri).max(MAX_CLIENT_URIS).default([]),
  postLogoutRedirectUris: z.array(uri).max(MAX_CLIENT_URIS).default([]),
  scopes: z.array(z.enum(clientScopes)).min(1).max(clientScopes.length).default(['openid', 'profile', 'email']),
  idTokenSignedResponseAlg: z.enum(['ES256', 'RS256']).default('ES256'),
  /** `nonce`: a confidential client may leave PKCE out of a request with a nonce (RFC 9700 section 2.1.1). */
  pkce: z.enum(['required', 'nonce']).default('required'),
  /** Whether every sign-in to it, on devices too, must be by MFA. */
  requiresMfa: z.boolean().default(false),
  /** Whether its tokens are bound to a key of the app (DPoP, RFC 9449): without its proof they are worth nothing. */
  dpopBound: z.boolean().default(false),
  backchannelLogoutUri: uri
    .refine((value) => backchannelUriMistake(value) === null)
    .nullable()
    .default(null),
  frontchannelLogoutUri: httpsUri.nullable().default(null),
  /** Claims beside those of the scopes, of users that the token or answer is about (`claim-values.ts`). */
  claims: z.array(mappedClaim).max(MOST_CLAIMS).default([]),
  apis: z.array(apiOfClient).max(MOST_APIS_OF_APP).default([]),
  disabled: z.boolean().default(false),
};

type Shaped = z.output<z.ZodObject<typeof shape>>;

/** The first field that contradicts the others, or null. */
function misfit(client: Shaped): keyof Shaped | null {
  const fits = (uris: string[]) => uris.every((value) => isRedirectUri(value, client.applicationType));
  const usesBrowser = client.grantTypes.includes('authorization_code');
  if (!fits(client.redirectUris) || usesBrowser !== client.redirectUris.length > 0) return 'redirectUris';
  if (!fits(client.postLogoutRedirectUris)) return 'postLogoutRedirectUris';
  if (claimsMistake(client.claims)) return 'claims';
  const hasKeys = (client.jwks.length > 0 ? 1 : 0) + (client.jwksUri === null ? 0 : 1);
  if (hasKeys !== (client.tokenEndpointAuthMethod === 'private_key_jwt' ? 1 : 0)) return 'jwks';
  if (client.pkce !== 'required' && client.tokenEndpointAuthMethod === 'none') return 'pkce';
  const actsAsItself = client.grantTypes.includes('client_credentials');
  // A client without a secret is anybody.
  if (actsAsItself && client.tokenEndpointAuthMethod === 'none') return 'grantTypes';
  if (new Set(client.apis.map(({ audience }) => audience)).size < client.apis.length) return 'apis';
  if (!actsAsItself && client.apis.some(({ ownScopes }) => ownScopes.length > 0)) return 'apis';
  // Refresh tokens need another grant type that issues them.
  if (client.grantTypes.every((type) => type === 'refresh_token')) return 'grantTypes';
  return null;
}

const together = (client: Shaped, context: z.RefinementCtx<Shaped>) => {
  const wrong = misfit(client);
  if (wrong) context.addIssue({ code: 'custom', path: [wrong], message: 'does not fit' });
};

/** A client as an administrator submits it. */
export const oauthClientInput = z.strictObject(shape).superRefine(together);
export type OauthClientInput = z.output<typeof oauthClientInput>;

/** A change submits the whole client. */
const oauthClientChanges = z.strictObject({ ...shape, expected: expectedOf(shape) }).superRefine(together);
export type OauthClientChanges = z.output<typeof oauthClientChanges>;

/** A client as the provider submits it: also its service, and whether it is first-party. */
export const operatorClientInput = z
  .strictObject({
    ...shape,
    serviceClass: serviceClass.nullable().default(null),
    firstParty: z.boolean().default(false),
  })
  .superRefine(together);
export type OperatorClientInput = z.output<typeof operatorClientInput>;

export const oauthClient = z.strictObject({
  ...shape,
  /** Its service: it only learns who may use that service. Null: a client of the tenant. */
  serviceClass: z.string().nullable(),
  /** First-party: users are not asked for consent. Only the provider sets it. */
  firstParty: z.boolean(),
  /** Whether everyone of the tenant may use it, or only assigned users and groups. */
  access: z.enum(clientAccess),
  clientId: z.string(),
  /** Until when the secret before is accepted, or was; null if there is none. */
  previousSecretUntil: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type OauthClientAnswer = z.output<typeof oauthClient>;

/** What of a client a change submits, as the client is now. */
export const inputOf = (client: OauthClientAnswer): OauthClientInput =>
  Object.fromEntries(
    Object.keys(shape).map((field) => [field, client[field as keyof OauthClientInput]]),
  ) as unknown as OauthClientInput;

/** The secret, shown only here; null for a client that has none. */
const withSecret = z.strictObject({ ...oauthClient.shape, clientSecret: z.string().nullable() });

const tenantParams = z.strictObject({ tenantId: z.string().max(40) });
const clientParams = z.strictObject({ tenantId: z.string().max(40), clientId: z.string().max(120) });
const base = '/api/auth/tenants/{tenantId}/oauthClients';

export const listOauthClients = route({
  method: 'GET',
  path: base,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the OAuth clients of the tenant',
  params: tenantParams,
  response: pageOf(oauthClient),
  errors: ['not_found'],
});

export const createOauthClient = route({
  method: 'POST',
  path: base,
  access: 'clients:write',
  proof: 'recent',
  operation: 'create',
  event: 'oauthClient.created',
  summary: 'Register an OAuth client. The secret is shown once',
  params: tenantParams,
  /** `requestId`: the request for an app that is approved by it. */
  body: oauthClientInput.safeExtend({ requestId: z.uuid().optional() }),
  response: withSecret,
  errors: ['not_found', 'conflict', 'exceeded_apps', 'address_not_allowed'],
});

export const getOauthClient = route({
  method: 'GET',
  path: `${base}/{clientId}`,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get an OAuth client',
  params: clientParams,
  response: oauthClient,
  errors: ['not_found'],
});

export const updateOauthClient = route({
  method: 'PUT',
  path: `${base}/{clientId}`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'update',
  event: 'oauthClient.changed',
  summary:
    'Change an OAuth client. Disabling it, removing scopes or requiring MFA revokes its tokens. New addresses make it third-party',
  params: clientParams,
  body: oauthClientChanges,
  response: oauthClient,
  errors: ['not_found', 'conflict', 'address_not_allowed'],
});

/** How many people an app is connected with, up to here; above, that there are more. */
export const MOST_CONNECTED_COUNTED = 1000;

export const countOauthClientUsers = route({
  method: 'GET',
  path: `${base}/{clientId}/connectedUsers`,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'Count the users connected with an OAuth client, up to 1000',
  params: clientParams,
  response: z.strictObject({ users: z.number(), more: z.boolean() }),
  errors: ['not_found'],
  transaction: 'reading',
});

export const getOauthEndpoints = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/oauthEndpoints',
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get the addresses that an OAuth client needs',
  params: tenantParams,
  response: z.strictObject({
    issuer: z.string(),
    discovery: z.string(),
    authorization: z.string(),
    token: z.string(),
    userinfo: z.string(),
    jwks: z.string(),
    deviceAuthorization: z.string(),
    endSession: z.string(),
  }),
  errors: ['not_found'],
  transaction: 'own',
});

export const deleteOauthClient = route({
  method: 'DELETE',
  path: `${base}/{clientId}`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'delete',
  event: 'oauthClient.deleted',
  summary: 'Delete an OAuth client and revoke its tokens',
  params: clientParams,
  response: null,
  errors: ['not_found'],
});

/** `overlapHours`: 0 for a secret that others may know; at most 30 days. */
export const newSecretInput = z.strictObject({
  overlapHours: z
    .number()
    .int()
    .min(0)
    .max(30 * 24)
    .default(24),
});

export const endPreviousOauthClientSecret = route({
  method: 'DELETE',
  path: `${base}/{clientId}/secret/previous`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'update',
  event: 'oauthClient.changed',
  summary: 'Revoke the previous secret of an OAuth client before its time',
  params: clientParams,
  response: oauthClient,
  errors: ['not_found'],
});

export const rotateOauthClientSecret = route({
  method: 'POST',
  path: `${base}/{clientId}/secret`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'update',
  event: 'oauthClient.secretRotated',
  summary:
    'Replace the secret of an OAuth client. The new one is shown once, and the old one works for `overlapHours` more',
  params: clientParams,
  body: newSecretInput,
  response: z.strictObject({
    clientId: z.string(),
    clientSecret: z.string(),
    previousSecretUntil: z.string().nullable(),
  }),
  errors: ['not_found', 'conflict'],
});
