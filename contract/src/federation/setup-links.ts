import { z } from 'zod';
import { route } from '../route.ts';
import { certification, importedSaml } from './saml-connections.ts';
import { isEntityId, isSsoUrl, MAX_METADATA_LENGTH, MAX_SAML_CERTIFICATIONS } from './saml-values.ts';
import { MAX_CLIENT_ID_LENGTH, MAX_CLIENT_SECRET_LENGTH } from './openid-values.ts';
import { setupLinkStates, setupLinkTypes } from './setup-link-values.ts';

const setupLink = z.strictObject({
  state: z.enum(setupLinkStates),
  /** User ID of the administrator who made it. */
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  openedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
});
export type SetupLink = z.output<typeof setupLink>;

/** `id`: the `samlId` or `opId` of the connection. */
const params = z.strictObject({
  tenantId: z.string().max(40),
  type: z.enum(setupLinkTypes),
  id: z.string().max(200),
});
const base = '/api/auth/tenants/{tenantId}/setupLinks/{type}/{id}';

export const getSetupLink = route({
  method: 'GET',
  path: base,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get the latest set-up link of a connection',
  params,
  response: z.strictObject({ link: setupLink.nullable() }),
  errors: ['not_found'],
});

/** `conflict` for a connection that is enabled or has users, in the bin too: who holds a link may not change what signs users in. */
export const createSetupLink = route({
  method: 'POST',
  path: base,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'create',
  event: 'setupLink.created',
  summary: 'Create the link with which others set up a connection, once within three days. Ends the one before',
  params,
  response: z.strictObject({ link: setupLink, url: z.string() }),
  errors: ['not_found', 'conflict'],
});

export const revokeSetupLink = route({
  method: 'DELETE',
  path: base,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'delete',
  event: 'setupLink.revoked',
  summary: 'Revoke the set-up link of a connection',
  params,
  response: null,
  errors: ['not_found'],
});

/** What who holds a link sees: this connection, and nothing else of the tenant. */
const setup = z.strictObject({
  type: z.enum(setupLinkTypes),
  /** Of the organization that made the link. */
  tenantName: z.string(),
  displayName: z.string(),
  expiresAt: z.string(),
  saml: z
    .strictObject({
      ours: z.strictObject({ entityId: z.string(), acsUrl: z.string(), metadataUrl: z.string() }),
      /** Null until they were entered. */
      given: z.strictObject({ entityId: z.string(), ssoUrl: z.string(), certificates: z.number().int() }).nullable(),
    })
    .nullable(),
  openid: z.strictObject({ redirectUri: z.string(), issuer: z.string(), clientId: z.string().nullable() }).nullable(),
  /** Of the tests begun with this link, the latest. */
  lastTest: z
    .strictObject({
      at: z.string(),
      cause: z.string().nullable(),
      detail: z.record(z.string(), z.string()),
      requestId: z.string(),
    })
    .nullable(),
});
export type ConnectionSetup = z.output<typeof setup>;

const guest = '/api/auth/connectionSetup';
/** The same for a link that is unknown, used, expired or revoked, or whose connection is gone or in use. */
const over = 'revoked_or_expired';

export const openConnectionSetup = route({
  method: 'POST',
  path: `${guest}/open`,
  access: 'public',
  operation: 'update',
  event: 'setupLink.opened',
  fromOwnPages: true,
  summary: 'Open a set-up link, which works once, to set up its connection',
  body: z.strictObject({ link: z.string().max(200) }),
  response: setup,
  errors: [over, 'too_many_requests'],
  transaction: 'own',
});

export const getConnectionSetup = route({
  method: 'GET',
  path: guest,
  access: 'public',
  operation: 'read',
  summary: 'Get the connection that this browser sets up',
  response: setup,
  errors: [over, 'too_many_requests'],
  transaction: 'own',
});

/** Reads metadata of an identity provider, and changes nothing. */
export const readSetupMetadata = route({
  method: 'POST',
  path: `${guest}/metadata`,
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Read the metadata of an identity provider during set-up',
  body: z.strictObject({ metadata: z.string().min(1).max(MAX_METADATA_LENGTH) }),
  response: importedSaml,
  errors: [over, 'too_many_requests', 'certification_expired', 'certification_unregistered'],
  bodyLimit: MAX_METADATA_LENGTH + 200_000,
  transaction: 'own',
});

export const setUpSamlConnection = route({
  method: 'PUT',
  path: `${guest}/saml`,
  access: 'public',
  operation: 'update',
  event: 'samlConnection.changed',
  fromOwnPages: true,
  summary: 'Enter the identity provider of the SAML connection that this browser sets up',
  body: z.strictObject({
    entityId: z.string().trim().max(2048).refine(isEntityId),
    ssoUrl: z.string().trim().max(4096).refine(isSsoUrl),
    certifications: z.array(certification).min(1).max(MAX_SAML_CERTIFICATIONS),
  }),
  response: setup,
  errors: [over, 'too_many_requests', 'certification_expired'],
  transaction: 'own',
});

export const setUpOpenidConnection = route({
  method: 'PUT',
  path: `${guest}/openid`,
  access: 'public',
  operation: 'update',
  event: 'openidConnection.changed',
  fromOwnPages: true,
  summary: 'Enter the client of the OpenID provider that this browser sets up',
  body: z.strictObject({
    clientId: z.string().trim().min(1).max(MAX_CLIENT_ID_LENGTH),
    clientSecret: z.string().min(1).max(MAX_CLIENT_SECRET_LENGTH),
  }),
  response: setup,
  errors: [over, 'too_many_requests'],
  transaction: 'own',
});

export const testConnectionSetup = route({
  method: 'POST',
  path: `${guest}/test`,
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Begin to test the connection that this browser sets up',
  response: z.strictObject({ url: z.string() }),
  errors: [over, 'too_many_requests', 'certification_unregistered', 'certifications_unavailable', 'rp_setting_invalid'],
  transaction: 'own',
});

export const completeConnectionSetup = route({
  method: 'POST',
  path: `${guest}/complete`,
  access: 'public',
  operation: 'update',
  event: 'setupLink.completed',
  fromOwnPages: true,
  summary: 'Hand the connection over to its administrators, and end the link',
  response: null,
  errors: [over, 'too_many_requests'],
  transaction: 'own',
});
