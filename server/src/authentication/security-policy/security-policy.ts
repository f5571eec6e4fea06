import type { listPolicyVersions } from '#contract/authentication/security-policy.ts';
import { fail } from '#contract/errors.ts';
import type { AnswerOf, QueryOf } from '#contract/route.ts';
import { type SomeSecurityPolicy, securityPolicy } from '#contract/security-policy.ts';
import type { Changes } from '../../audit/operation-log.ts';
import type { Tx } from '../../db/transaction.ts';
import { changedPolicy, policyChanges } from './merge.ts';
import * as queries from './queries.ts';

/**
 * Saves a change of the policy as its next version and answers what it changed; nothing changed, no version. Throws
 * `policy_changed` when it was made from an older version than the last one, `contradicting_policy`, `invalid_params`,
 * `not_found`.
 */
export async function savePolicy(
  tx: Tx,
  tenantId: string,
  given: { fields: SomeSecurityPolicy; version: number },
  operator: { uuid: string; userId: string },
  now: Date,
): Promise<Changes> {
  const stored = await queries.holdPolicy(tx);
  if (!stored) throw fail('not_found');
  if (stored.security_policy_version !== given.version) throw fail('policy_changed');
  const before = securityPolicy.parse(stored.security_policy);
  const policy = changedPolicy(before, given.fields);
  const changes = policyChanges(before, policy);
  if (Object.keys(changes).length === 0) return {};
  await queries.storeVersion(tx, { tenantId, version: given.version + 1, policy, changes, operator, now });
  return changes;
}

/** The saved versions, newest first. They are numbered without a gap, so that each page is found by its numbers. */
export async function listVersions(
  tx: Tx,
  { page, count }: QueryOf<typeof listPolicyVersions>,
): Promise<AnswerOf<typeof listPolicyVersions>> {
  const total = (await queries.readPolicy(tx))?.security_policy_version ?? 0;
  const rows = await queries.listVersions(tx, total - (page - 1) * count, count);
  return {
    results: rows.map((row) => ({
      version: row.version,
      savedAt: row.saved_at.toISOString(),
      operatorUserId: row.operator_user_id,
      operatorUuid: row.operator_uuid,
      changes: row.changes,
    })),
    totalResults: total,
    itemsPerPage: count,
  };
}
