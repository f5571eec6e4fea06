import { z } from 'zod';
import * as field from '../fields.ts';
import { keysetPaging, pageOf } from '../page.ts';
import { route } from '../route.ts';
import { departureKinds, MAX_DECISIONS } from './values.ts';

/**
 * Users whose leaving a source wants, and who are held back because more leave within a day than its settings allow.
 * Nothing happens to them until an administrator decides.
 */
const departure = z.strictObject({
  id: z.string(),
  user: z.strictObject({ uuid: z.string(), userId: z.string(), familyName: z.string(), givenName: z.string() }),
  /** What becomes of the user if it is allowed. */
  kind: z.enum(departureKinds),
  at: z.string(),
});
export type HeldDeparture = z.output<typeof departure>;

const params = z.strictObject({ tenantId: z.string().max(40), uuid: z.string().max(40) });
const path = '/api/auth/tenants/{tenantId}/provisioningSources/{uuid}/quarantine';

/** Oldest first. */
export const listQuarantine = route({
  method: 'POST',
  path: `${path}/search`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'none',
  transaction: 'reading',
  summary: 'List the users of a source who are held back from leaving',
  params,
  body: z.strictObject({ count: keysetPaging.count, cursor: keysetPaging.cursor }),
  response: pageOf(departure),
  errors: ['not_found'],
});

/**
 * Allows or rejects departures: those of the IDs, or without IDs the oldest. At most a thousand a call: repeat it while
 * `left` is not 0. Who became an administrator is spared, and who is the last one. Users whose deletion is rejected are the
 * tenant's own from then on. Others stay, until the source wants them to leave again.
 */
export const decideQuarantine = route({
  method: 'POST',
  path: `${path}/decide`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'provisioningSource.changed',
  summary: 'Allow or reject that users leave who are held back',
  params,
  body: z.strictObject({
    decision: z.enum(['allow', 'reject']),
    ids: z.array(field.uuid).min(1).max(MAX_DECISIONS).optional(),
    /** Without IDs, at most so many: no more than were confirmed, whoever is held back meanwhile. */
    most: z.number().int().min(1).max(MAX_DECISIONS).default(MAX_DECISIONS),
  }),
  response: z.strictObject({
    decided: z.number().int(),
    /** Administrators, who stay: their departures are rejected. */
    spared: z.number().int(),
    /** Who still waits, all in all. */
    left: z.number().int(),
  }),
  errors: ['not_found'],
});
