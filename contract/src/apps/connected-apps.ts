import { z } from 'zod';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { sharedKinds } from './claim-values.ts';
import { userParams } from '../people/users-fields.ts';

/** An app that a user has given access: by consent, or because it is first-party and in use. */
export const connectedApp = z.strictObject({
  clientId: z.string(),
  name: z.string(),
  /** Host of the app's home page. */
  homepage: z.string().nullable(),
  /** The provider's own app: no consent is asked. */
  firstParty: z.boolean(),
  scopes: z.array(z.string()),
  /** What it may at APIs of the tenant, each scope by its sentence. */
  apis: z.array(z.strictObject({ name: z.string(), scopes: z.array(z.string()) })),
  /** What it gets by its claims, as they are now. */
  shares: z.array(z.enum(sharedKinds)),
  since: z.string(),
  /** When it last got a token; null if those tokens no longer exist. */
  lastUsedAt: z.string().nullable(),
  /** True if it stays connected when the user signs out. */
  offline: z.boolean(),
});
export type ConnectedApp = z.output<typeof connectedApp>;

const clientId = z.string().min(1).max(120);

export const listMyConnectedApps = route({
  method: 'GET',
  path: '/api/auth/me/connectedApps',
  access: 'me',
  only: 'portal',
  operation: 'read',
  summary: 'List your connected apps',
  response: pageOf(connectedApp),
  errors: ['forbidden'],
});

/** Its tokens stop working within a second, and it asks for consent again. */
export const endMyConnectedApp = route({
  method: 'DELETE',
  path: '/api/auth/me/connectedApps/{clientId}',
  access: 'me',
  only: 'portal',
  operation: 'delete',
  event: 'connectedApp.ended',
  summary: 'Disconnect an app: revoke its tokens and your consent',
  params: z.strictObject({ clientId }),
  response: null,
  errors: ['forbidden', 'not_found'],
});

const path = '/api/auth/tenants/{tenantId}/users/{userId}/connectedApps';

export const listUserConnectedApps = route({
  method: 'GET',
  path,
  access: 'users:read',
  only: 'portal',
  operation: 'read',
  summary: 'List the connected apps of a user',
  params: userParams,
  response: pageOf(connectedApp),
  errors: ['not_found'],
});

/** Its tokens of this user stop working within a second, and it asks the user for consent again. */
export const endUserConnectedApp = route({
  method: 'DELETE',
  path: `${path}/{clientId}`,
  access: 'users:write',
  only: 'portal',
  operation: 'delete',
  event: 'connectedApp.ended',
  summary: 'Disconnect an app from a user',
  params: userParams.extend({ clientId }),
  response: null,
  errors: ['forbidden', 'not_found'],
});
