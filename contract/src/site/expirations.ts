import { z } from 'zod';
import { tenantParams } from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';

/**
 * What ends and then keeps users from signing in: certificates of an identity provider, of an app that signs in by SAML, and
 * our own (`samlSigning` of answers to apps, `samlRequests` and `samlEncryption` towards identity providers); the previous secret of an OAuth app; the verification of an email domain whose proof is missing.
 */
export const expirationKinds = [
  'samlConnection',
  'samlApp',
  'samlSigning',
  'samlRequests',
  'samlEncryption',
  'oauthSecret',
  'emailDomain',
] as const;
export type ExpirationKind = (typeof expirationKinds)[number];

const expiration = z.strictObject({
  kind: z.enum(expirationKinds),
  /** Name in the address of its page: `samlId`, `samlSpId`, `clientId`, the domain; of our own certificate its ID. */
  id: z.string(),
  /** Of our own certificate: empty. */
  displayName: z.string(),
  expiresAt: z.string(),
  /** Whether what comes after it is there: nobody is kept from signing in who uses that. */
  replaced: z.boolean(),
});
export type Expiration = z.output<typeof expiration>;

/** Sign-ins that an enabled connection refused since the last one it completed, in the past week. */
const failingConnection = z.strictObject({
  type: z.enum(['openid', 'saml']),
  id: z.string(),
  displayName: z.string(),
  failures: z.number().int(),
  lastAt: z.string(),
});
export type FailingConnection = z.output<typeof failingConnection>;

/** Of what is switched on, the earliest first. */
export const listExpirations = route({
  method: 'GET',
  path: '/api/portal/tenants/{tenantId}/expirations',
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List what expires and keeps users from signing in, and connections that fail',
  params: tenantParams,
  response: z.strictObject({ ...pageOf(expiration).shape, failing: z.array(failingConnection) }),
  errors: ['not_found'],
});
