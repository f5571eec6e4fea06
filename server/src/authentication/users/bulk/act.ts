import type { UserBulkAction } from '#contract/authentication/users-bulk-fields.ts';
import { type Changes, writeOperations } from '../../../audit/operation-log.ts';
import type { Tx } from '../../../db/transaction.ts';
import { violates } from '../../../db/violation.ts';
import type { ClientInfo } from '../../../http/client-info.ts';
import * as actions from '../actions/queries.ts';
import * as queries from './queries.ts';

type Target = queries.Target;

/** How a call reaches the log: of each user under its own name, of a job by `audit`. */
export interface BulkCall {
  client: ClientInfo;
  now: Date;
  action: string;
  audit(tx: Tx, bulkId: string, changes: Changes): Promise<void>;
}

/** What was changed of whom. */
export type Done = Map<string, Changes>;

/** Where it would cost the tenant its last administrator, the administrators among the users are spared. */
export async function actSparing(
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

/** Who does it, and how the log names the call. */
export interface Doing {
  tenantId: string;
  uuid: string;
  userId: string;
  action: string;
  address: string | null;
  requestId: string;
}

/** Each user's page shows it in that user's history. */
export async function record(tx: Tx, by: Doing, action: UserBulkAction, done: Done, now: Date): Promise<void> {
  const act = {
    tenantId: by.tenantId,
    at: now,
    operation: action === 'delete' ? ('delete' as const) : ('update' as const),
    action: by.action,
    operatorUuid: by.uuid,
    operatorUserId: by.userId,
    address: by.address,
    requestId: by.requestId,
  };
  const targets = [...done].map(([targetId, changes]) => ({ targetType: 'user', targetId, changes }));
  await writeOperations(tx, act, targets);
}
