import { fromCall } from '../../platform/events/write.ts';
import {
  type bulkUsers,
  MAX_LISTED_FAILURES,
  UNCONFIRMED_DELETIONS,
  type UserBulk,
} from '#contract/people/users-bulk.ts';
import { MAX_BULK_USERS, MAX_BULK_USERS_AT_ONCE } from '#contract/people/users-bulk-fields.ts';
import { type ErrorId, fail } from '#contract/errors.ts';
import type { AnswerOf } from '#contract/route.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { BULK_KEPT_DAYS } from '#contract/limits.ts';
import { requireRecentProof } from '../../platform/http/recent-proof.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { findMatching } from '../search/search.ts';
import { actSparing, type BulkCall, type Doing, type Done, record, type Refused, undoable } from './act.ts';
import { insertDone } from './job-queries.ts';
import * as queries from './queries.ts';
import { stageBulk } from './stage.ts';
import { toJob } from './view.ts';

type Answer = AnswerOf<typeof bulkUsers>;
type Target = queries.Target;

/**
 * Does one thing to many users, in one transaction and set-based, or has a job do it when more than a thousand match.
 * Whoever it cannot be done to is told with the reason and does not keep the others from it. Signing out, deleting and
 * activating administrators take a recent proof. Throws `conflict` (another number matches than was shown), `invalid_params` with `confirmCount` (more than 100 deletions whose number was not
 * typed), `exceeded_users`, `service_processing` (another job is at work), `forbidden` (a license without
 * `licenses:write`), `license_not_exist`, `license_expired`, `not_found` with `group`.
 */
export async function actOnMany(tools: Tools, caller: Caller, bulk: UserBulk, call: BulkCall): Promise<Answer> {
  if (bulk.action === 'signOut' || bulk.action === 'delete') requireRecentProof(caller, call.now);
  if (bulk.action === 'assignLicense' && !caller.permissions.has('licenses:write')) throw fail('forbidden');
  const expected = bulk.expectedCount ?? 0;
  if (expected > MAX_BULK_USERS) throw fail('exceeded_users', { field: 'expectedCount' });
  if (expected <= MAX_BULK_USERS_AT_ONCE) return actAtOnce(tools, caller, bulk, call);
  if (bulk.action === 'delete') refuseUnconfirmed(bulk, expected);
  const row = await tools.db.inTenant(caller.tenantId, (tx) => stageBulk(tools, tx, caller, bulk, call));
  const nobodyYet = { changed: 0, unchanged: 0, failed: 0, failures: [] };
  return { matched: row.users_total, ...nobodyYet, job: toJob(row, tools.clock()) };
}

async function actAtOnce(tools: Tools, caller: Caller, bulk: UserBulk, call: BulkCall): Promise<Answer> {
  const { tenantId, uuid, userId } = caller;
  const by: Doing = { tenantId, uuid, userId, action: call.action, client: call.client, ...fromCall(call.client) };
  const { targets, unknown, done, spared } = await tools.db.inTenant(tenantId, async (tx) => {
    const found = await findTargets(tx, bulk, call.now);
    if (bulk.action === 'delete') refuseUnconfirmed(bulk, found.targets.length);
    if (bulk.action === 'activate' && found.targets.some((one) => one.regains_rights))
      requireRecentProof(caller, call.now);
    const result = await actSparing(tools, tx, wantedBy(bulk), found.targets, by, call.now);
    await record(tools, tx, by, bulk.action, result, call.now);
    await keepDone(tx, by, bulk, { targets: found, ...result }, call.now);
    return { ...found, ...result };
  });
  for (const target of targets) tools.principals.forget(tenantId, target.uuid);
  const failed = [
    ...unknown.map((id) => toFailure(id, 'not_found')),
    ...spared.map(({ target, reason }) => toFailure(target.user_id, reason)),
  ];
  return {
    matched: targets.length + unknown.length,
    changed: done.size,
    unchanged: targets.length - done.size - spared.length,
    failed: failed.length,
    failures: failed.slice(0, MAX_LISTED_FAILURES),
    ...((bulk.licenseId ?? bulk.group) && { changedUserIds: idsOf(targets, done) }),
    job: null,
  };
}

const wantedBy = ({ action, licenseId, group }: UserBulk) => ({
  action,
  licenseId: licenseId ?? null,
  group: group ?? null,
});

const idsOf = (targets: readonly Target[], done: Done) =>
  targets.filter(({ uuid }) => done.has(uuid)).map(({ user_id }) => user_id);

/** An act at once is in the history of acts too, to be undone from there. */
async function keepDone(
  tx: Tx,
  by: Doing,
  bulk: UserBulk,
  {
    targets: { targets, unknown },
    done,
    spared,
  }: { targets: { targets: Target[]; unknown: string[] }; done: Done; spared: Refused },
  now: Date,
): Promise<void> {
  if (done.size === 0) return;
  const row = {
    ...{ tenant_id: by.tenantId, bulk_id: newUuid(), action: bulk.action, status: 'completed' as const },
    ...{ license_id: bulk.licenseId ?? null, group_uuid: bulk.group ?? null },
    ...{ users_total: targets.length + unknown.length, changed: done.size },
    ...{ unchanged: targets.length - done.size - spared.length, failed: spared.length + unknown.length },
    ...{ operator_uuid: by.uuid, operator_user_id: by.userId, address: by.address, request_id: by.requestId },
    ...{ created_at: now, finished_at: now },
    expires_at: new Date(now.getTime() + BULK_KEPT_DAYS * 86_400_000),
  };
  await insertDone(tx, row, undoable(bulk.action, targets, done));
}

const toFailure = (userId: string, message_id: ErrorId) => ({ userId, message_id });

async function findTargets(tx: Tx, bulk: UserBulk, now: Date): Promise<{ targets: Target[]; unknown: string[] }> {
  if (bulk.userIds) {
    const targets = await queries.holdByIds(tx, bulk.userIds);
    const known = new Set(targets.map(({ user_id }) => user_id.toLowerCase()));
    return { targets, unknown: bulk.userIds.filter((userId) => !known.has(userId.toLowerCase())) };
  }
  const uuids = await findMatching(tx, bulk.condition ?? {}, now, MAX_BULK_USERS_AT_ONCE + 1);
  if (uuids.length !== bulk.expectedCount) throw fail('conflict', { field: 'expectedCount' });
  return { targets: await queries.holdByUuids(tx, uuids), unknown: [] };
}

function refuseUnconfirmed(bulk: UserBulk, deletions: number): void {
  if (deletions > UNCONFIRMED_DELETIONS && bulk.confirmCount !== deletions) {
    throw fail('invalid_params', { field: 'confirmCount' });
  }
}
