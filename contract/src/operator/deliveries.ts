import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** An email or an app sign-out that is no longer retried. Never contains its content or an address. */
const deadDelivery = z.strictObject({
  tenantId: z.string(),
  deliveryId: z.string(),
  kind: z.string(),
  /** The kind of an email (`passwordReset`), or the ID of the app. */
  about: z.string(),
  /** `dead`: given up; `uncertain`: interrupted, may have arrived. */
  state: z.enum(['dead', 'uncertain']),
  tries: z.int(),
  createdAt: z.string(),
  /** The answer of the receiver or the network. */
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
