import {
  type bulkUsers,
  MAX_BULK_USERS,
  MAX_LISTED_FAILURES,
  UNCONFIRMED_DELETIONS,
  type UserBulk,
  type UserBulkAction,
} from '#contract/authentication/users-bulk.ts';
import { type ErrorId, fail } from '#contract/errors.ts';
import type { AnswerOf } from '#contract/route.ts';
import { type Changes, writeOperations } from '../../../audit/operation-log.ts';
import type { Tx } from '../../../db/transaction.ts';
import { violates } from '../../../db/violation.ts';
import type { ClientInfo } from '../../../http/client-info.ts';
import type { Caller } from '../../../http/session.ts';
import type { Tools } from '../../../tools.ts';
import * as actions from '../actions/queries.ts';
import { findMatching } from '../search/search.ts';
import * as queries from './queries.ts';

type Answer = AnswerOf<typeof bulkUsers>;
type Target = queries.Target;

/** What was changed of whom. */
type Done = Map<string, Changes>;

/**
 * Does one thing to many users, in one transaction and set-based; whoever it cannot be done to is told with the reason
 * and does not keep the others from it. Throws `conflict` (another number matches than was shown), `invalid_params`
 * with `confirmCount` (more than 100 deletions whose number was not typed), `exceeded_users`.
 */
export async function actOnMany(
  tools: Tools,
  caller: Caller,
  bulk: UserBulk,
  call: { client: ClientInfo; now: Date; action: string },
): Promise<Answer> {
  const { targets, unknown, done, spared } = await tools.db.inTenant(caller.tenantId, async (tx) => {
    const found = await findTargets(tx, bulk, call.now);
    if (bulk.action === 'delete') refuseUnconfirmed(bulk, found.targets.length);
    const result = await actSparing(tx, bulk.action, found.targets, call.now);
    await record(tx, caller, bulk.action, result.done, call);
    return { ...found, ...result };
  });
  for (const { uuid } of targets) tools.principals.forget(caller.tenantId, uuid);
  const failed = [
    ...unknown.map((userId) => toFailure(userId, 'not_found')),
    ...spared.map(({ user_id }) => toFailure(user_id, 'last_administrator')),
  ];
  return {
    matched: targets.length + unknown.length,
    changed: done.size,
    unchanged: targets.length - done.size - spared.length,
    failed: failed.length,
    failures: failed.slice(0, MAX_LISTED_FAILURES),
  };
}

const toFailure = (userId: string, message_id: ErrorId) => ({ userId, message_id });

async function findTargets(tx: Tx, bulk: UserBulk, now: Date): Promise<{ targets: Target[]; unknown: string[] }> {
  if (bulk.userIds) {
    const targets = await queries.holdByIds(tx, bulk.userIds);
    const known = new Set(targets.map(({ user_id }) => user_id.toLowerCase()));
    return { targets, unknown: bulk.userIds.filter((userId) => !known.has(userId.toLowerCase())) };
  }
  if ((bulk.expectedCount ?? 0) > MAX_BULK_USERS) throw fail('exceeded_users', { field: 'expectedCount' });
  const uuids = await findMatching(tx, bulk.condition ?? {}, now, MAX_BULK_USERS + 1);
  if (uuids.length !== bulk.expectedCount) throw fail('conflict', { field: 'expectedCount' });
  return { targets: await queries.holdByUuids(tx, uuids), unknown: [] };
}

function refuseUnconfirmed(bulk: UserBulk, deletions: number): void {
  if (deletions > UNCONFIRMED_DELETIONS && bulk.confirmCount !== deletions) {
    throw fail('invalid_params', { field: 'confirmCount' });
  }
}

/** Where it would cost the tenant its last administrator, the administrators among the users are spared. */
async function actSparing(
  tx: Tx,
  action: UserBulkAction,
  targets: readonly Target[],
  now: Date,
): Promise<{ done: Done; spared: Target[] }> {
  const refused = (error: unknown) => violates(error, 'last_administrator');
  const done = await queries.attempt(tx, () => act(tx, action, targets, now), refused);
  if (done) return { done, spared: [] };
  const others = targets.filter((target) => !target.is_administrator);
  const spared = targets.filter((target) => target.is_administrator);
  return { done: await act(tx, action, others, now), spared };
}

async function act(tx: Tx, action: UserBulkAction, targets: readonly Target[], now: Date): Promise<Done> {
  const uuids = targets.map(({ uuid }) => uuid);
  if (action === 'delete') {
    await queries.deleteUsers(tx, uuids);
    const gone = ({ user_id, status }: Target): Changes => ({
      userId: { before: user_id },
      status: { before: status },
    });
    return new Map(targets.map((target) => [target.uuid, gone(target)]));
  }
  if (action === 'signOut') return toSignedOut(await actions.signOut(tx, uuids, 'endedByAdministrator', now));
  if (action === 'activate') return toDone(await actions.activate(tx, uuids, now));
  const changed = toDone(await actions.deactivate(tx, uuids, now));
  await actions.revokeAllCodes(tx, uuids, now);
  await actions.signOut(tx, uuids, 'deactivated', now);
  return changed;
}

const toDone = (changes: readonly actions.Change[]): Done =>
  new Map(changes.map(({ uuid, before, after }) => [uuid, { status: { before, after } }]));

const toSignedOut = (ended: ReadonlyMap<string, number>): Done =>
  new Map([...ended].map(([uuid, before]) => [uuid, { openSessions: { before, after: 0 } }]));

/** Each user's page shows it in that user's history. */
async function record(
  tx: Tx,
  caller: Caller,
  action: UserBulkAction,
  done: Done,
  call: { client: ClientInfo; now: Date; action: string },
): Promise<void> {
  const act = {
    tenantId: caller.tenantId,
    at: call.now,
    operation: action === 'delete' ? ('delete' as const) : ('update' as const),
    action: call.action,
    operatorUuid: caller.uuid,
    operatorUserId: caller.userId,
    address: call.client.address,
    requestId: call.client.requestId,
  };
  const targets = [...done].map(([targetId, changes]) => ({ targetType: 'user', targetId, changes }));
  await writeOperations(tx, act, targets);
}
