import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** A mail or a sign-out of an app that is not tried again. Never its content, nor an address. */
const deadDelivery = z.strictObject({
  tenantId: z.string(),
  deliveryId: z.string(),
  kind: z.string(),
  /** The kind of a mail (`passwordReset`); the ID of the app that was to be told. */
  about: z.string(),
  /** `dead`: given up; `uncertain`: interrupted, may have arrived. */
  state: z.enum(['dead', 'uncertain']),
  tries: z.int(),
  createdAt: z.string(),
  /** What the receiver or the network said. */
  failure: z.string().nullable(),
});
export type DeadDelivery = z.output<typeof deadDelivery>;

export const listDeadDeliveries = route({
  method: 'GET',
  path: '/api/operator/deliveries',
  access: 'operator',
  operation: 'read',
  summary: 'List undelivered emails and app sign-outs, latest first, 200 at most',
  query: z.strictObject({ tenantId: field.tenantId.optional() }),
  response: z.strictObject({ results: z.array(deadDelivery) }),
  errors: [],
  transaction: 'own',
});
