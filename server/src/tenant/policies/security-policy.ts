import type { listPolicyVersions, previewPolicy } from '#contract/tenant/security-policy-routes.ts';
import { fail } from '#contract/errors.ts';
import type { AnswerOf, BodyOf, QueryOf } from '#contract/route.ts';
import { type SomeSecurityPolicy, securityPolicy } from '#contract/security-policy.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { countTouched, refuseLockout } from '../ports.ts';
import type { Tools } from '../../platform/tools.ts';
import { changedPolicy, policyChanges } from './merge.ts';
import { tellOfPolicy } from './policy-mails.ts';
import * as queries from './queries.ts';

/** The current policy and the changed one. Throws what `changedPolicy` throws, and `last_administrator`. */
async function readChange(tx: Tx, stored: queries.StoredPolicy, fields: SomeSecurityPolicy) {
  const before = securityPolicy.parse(stored.security_policy);
  const after = changedPolicy(before, fields, { users: await queries.countUsers(tx) });
  await refuseLockout(tx, before, after);
  return { before, after };
}

/**
 * Saves a change of the policy as its next version, emails the administrators and returns the differences; without any,
 * no version is made. Throws `policy_changed` if it is based on an outdated version, `contradicting_policy`,
 * `invalid_params`, `last_administrator`, `not_found`.
 */
export async function savePolicy(
  tools: Tools,
  tx: Tx,
  tenantId: string,
  given: { fields: SomeSecurityPolicy; version: number },
  operator: { uuid: string; userId: string },
  now: Date,
): Promise<Changes> {
  const stored = await queries.holdPolicy(tx);
  if (!stored) throw fail('not_found');
  if (stored.security_policy_version !== given.version) throw fail('policy_changed');
  await queries.holdAdministrators(tx, tenantId);
  const { before, after: policy } = await readChange(tx, stored, given.fields);
  const changes = policyChanges(before, policy);
  if (Object.keys(changes).length === 0) return {};
  const version = given.version + 1;
  await queries.storeVersion(tx, { tenantId, version, policy, changes, operator, now });
  await tellOfPolicy(tools, tx, { tenantId, version, changed: Object.keys(changes).length, operator, now });
  return changes;
}

/** Counts the users affected by a change, one batch of users per call. Throws what `savePolicy` would throw. */
export async function previewChange(
  tx: Tx,
  { securityPolicy: fields, cursor }: BodyOf<typeof previewPolicy>,
  caller: string,
  now: Date,
): Promise<AnswerOf<typeof previewPolicy>> {
  const stored = await queries.readPolicy(tx);
  if (!stored) throw fail('not_found');
  const change = { ...(await readChange(tx, stored, fields)), now };
  return {
    securityPolicyVersion: stored.security_policy_version,
    ...(await countTouched(tx, change, { caller, cursor })),
    usersTotal: await queries.countUsers(tx),
  };
}

/** The saved versions, newest first. They are numbered without gaps, so that pages are found by number. */
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
