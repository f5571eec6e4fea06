import { fail } from '#contract/errors.ts';
import {
  type DifferenceKind,
  differenceKinds,
  MAX_TARGET_PAGE,
  type TargetFailure,
} from '#contract/provisioning/target-values.ts';
import type { TargetComparison, TargetDifference } from '#contract/provisioning/targets.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { beginComparison } from './compare.ts';
import type { Target } from './queries.ts';
import { findStored, holdTarget } from './targets.ts';

/** What administrators see of comparisons. */

function stateOf({ compare_state: state }: Target): TargetComparison['state'] {
  if (state === null) return 'never';
  return state === 'done' || state === 'failed' ? state : 'running';
}

const toComparison = (row: Target): TargetComparison => ({
  ...{ state: stateOf(row), read: row.compare_read, total: row.compare_total },
  beganAt: row.compare_began_at?.toISOString() ?? null,
  endedAt: row.compare_ended_at?.toISOString() ?? null,
  same: row.compare_counts.same ?? 0,
  counts: Object.fromEntries(
    differenceKinds.map((kind) => [kind, row.compare_counts[kind] ?? 0]),
  ) as TargetComparison['counts'],
  failure: row.compare_failure as TargetFailure | null,
  ...{ status: row.compare_status, answer: row.compare_answer },
});

/** The last comparison of a target. Throws `not_found`. */
export const getComparison = async (tx: Tx, uuid: string): Promise<TargetComparison> =>
  toComparison(await findStored(tx, uuid));

/** Begins one. Throws `not_found`, and `conflict` while one is under way. */
export async function compareTarget(tx: Tx, uuid: string, now: Date): Promise<TargetComparison> {
  const target = await holdTarget(tx, uuid);
  if (stateOf(target) === 'running') throw fail('conflict');
  await beginComparison(tx, target, now);
  return getComparison(tx, uuid);
}

/** A page of what it found, of one kind. Throws `not_found`. */
export async function listDifferences(
  tx: Tx,
  uuid: string,
  { kind, after }: { kind: DifferenceKind; after?: string | undefined },
): Promise<{ results: TargetDifference[]; next: string | null }> {
  await findStored(tx, uuid);
  const rows = await tx
    .selectFrom('provisioned_differences')
    .selectAll()
    .where('target_uuid', '=', uuid)
    .where('kind', '=', kind)
    .$if(after !== undefined, (of) => of.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(MAX_TARGET_PAGE + 1)
    .execute();
  const results = rows.slice(0, MAX_TARGET_PAGE).map((row) => ({
    ...{ id: row.id, kind: row.kind, userUuid: row.user_uuid, name: row.name },
    ...{ remoteId: row.remote_id, fields: row.fields },
  }));
  return { results, next: rows.length > results.length ? (results.at(-1)?.id ?? null) : null };
}
