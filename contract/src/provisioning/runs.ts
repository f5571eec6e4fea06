import { z } from 'zod';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { MAX_RUN_HOURS } from './values.ts';

const count = z.number().int();

/** What a source did in one hour: its calls that change something, by what became of them. */
const run = z.strictObject({
  /** When the hour began. */
  hour: z.string(),
  /** Users. */
  created: count,
  /** Users who were there already and whom it took over. */
  adopted: count,
  updated: count,
  deactivated: count,
  deleted: count,
  /** Users whose leaving waits for a decision since. */
  held: count,
  /** Calls about users whom the source may not touch: nothing happened to them. */
  spared: count,
  /** Calls that left the account as it was. */
  unchanged: count,
  /** Calls that made, changed or deleted a group. */
  groups: count,
  /** Calls that were refused or failed. */
  failed: count,
});
export type SourceRun = z.output<typeof run>;

/** Latest first. Hours without a call are left out; they are kept for 90 days. */
export const listSourceRuns = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/provisioningSources/{uuid}/runs/search',
  access: 'tenant:write',
  only: 'portal',
  operation: 'none',
  transaction: 'reading',
  summary: 'List what a source did, by the hour',
  params: z.strictObject({ tenantId: z.string().max(40), uuid: z.string().max(40) }),
  body: z.strictObject({ hours: z.number().int().min(1).max(MAX_RUN_HOURS).default(168) }),
  response: pageOf(run),
  errors: ['not_found'],
});
