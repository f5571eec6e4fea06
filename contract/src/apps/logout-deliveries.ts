import { z } from 'zod';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';

/** Why an attempt failed: the receiver's status, or the reason why there was no answer. */
const logoutFailure = z
  .string()
  .regex(
    /^(http\d{1,3}|addressNotAllowed|nameNotFound|tls|timeout|connection|noAddress|interrupted|internal|unknownKind)$/,
  );

/** A back-channel logout that did not arrive, or may not have. */
const logoutDelivery = z.strictObject({
  deliveryId: z.string(),
  /** `waiting`: retried at `nextAt`; `dead`: given up; `uncertain`: interrupted, may have arrived. */
  state: z.enum(['waiting', 'sending', 'uncertain', 'dead']),
  /** The user whose session ended, by uuid, and the session as ID tokens name it. */
  sub: z.string(),
  sid: z.string(),
  tries: z.number(),
  createdAt: z.string(),
  /** Null if it was given up. */
  nextAt: z.string().nullable(),
  failure: logoutFailure.nullable(),
});
export type LogoutDelivery = z.output<typeof logoutDelivery>;

const clientParams = z.strictObject({ tenantId: z.string().max(40), clientId: z.string().max(120) });
const base = '/api/auth/tenants/{tenantId}/oauthClients/{clientId}/logoutDeliveries';

export const listLogoutDeliveries = route({
  method: 'GET',
  path: base,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'List undelivered sign-outs of an OAuth client, latest first, 200 at most',
  params: clientParams,
  response: pageOf(logoutDelivery),
  errors: ['not_found'],
});

export const retryLogoutDelivery = route({
  method: 'POST',
  path: `${base}/{deliveryId}/retry`,
  access: 'clients:write',
  only: 'portal',
  operation: 'update',
  event: 'oauthClient.logoutRetried',
  summary: 'Retry the delivery of a sign-out to an OAuth client for another 24 hours',
  params: z.strictObject({ ...clientParams.shape, deliveryId: z.uuid() }),
  response: null,
  errors: ['not_found', 'conflict'],
});
