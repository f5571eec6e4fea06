import type { Tx } from '../../platform/db/transaction.ts';
import { forgetLeft } from '../quarantine/quarantine.ts';
import * as queries from './queries.ts';

export type { Outcome } from './queries.ts';

/** What became of the calls of a source, by the hour. */

export const HOUR_MS = 3_600_000;

/** The first that was told counts: who is deleted leaves groups as well. */
const outcomes: readonly (readonly [string, queries.Outcome])[] = [
  ['user.provisioned', 'created'],
  ['user.adopted', 'adopted'],
  ['user.spared', 'spared'],
  ['user.deleted', 'deleted'],
  ['user.departureHeld', 'held'],
  ['user.deactivated', 'deactivated'],
  ['user.activated', 'updated'],
  ['user.changed', 'updated'],
  ['group.created', 'groups'],
  ['group.changed', 'groups'],
  ['group.membersChanged', 'groups'],
  ['group.deleted', 'groups'],
];

/** What a call did, by the events that it wrote. */
export function outcomeOf(types: readonly string[]): queries.Outcome {
  return outcomes.find(([type]) => types.includes(type))?.[1] ?? 'unchanged';
}

export const hourOf = (now: Date): Date => new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);

/** Counts the operations of a call, last in its transaction. */
export async function countMany(
  tx: Tx,
  of: { tenantId: string; source: string },
  did: readonly queries.Outcome[],
  now: Date,
): Promise<void> {
  // In one order, so that those who count at once do not wait for each other in a circle.
  const counted = [...Map.groupBy(did, (one) => one)].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [outcome, all] of counted) await countCall(tx, of, outcome, now, all.length);
}

/** Counts a call, last in its transaction: calls of one slot wait for each other from here on. */
export async function countCall(
  tx: Tx,
  { tenantId, source }: { tenantId: string; source: string },
  outcome: queries.Outcome,
  now: Date,
  many = 1,
): Promise<void> {
  const hour = hourOf(now);
  if (!(await queries.count(tx, { tenantId, source, hour }, outcome, many))) return;
  await queries.forgetOld(tx, source, hour);
  await forgetLeft(tx, source, now);
}
