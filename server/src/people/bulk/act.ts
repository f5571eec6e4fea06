import { personActor } from '#contract/principals.ts';
import type { UserBulkAction } from '#contract/people/users-bulk-fields.ts';
import { type Changes, writeOperations } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { TypedEntry } from '../../platform/http/acting.ts';
import type { Tools } from '../../platform/tools.ts';
import { atGroupsOfLeaving } from '../groups/members/log.ts';
import { deleteUsers } from '../bin/delete.ts';
import * as access from '../changes/access.ts';
import { type SignedOut, signOut } from '../ports.ts';
import { type By, followChange } from '../changes/consequences.ts';
import type { DoneRow } from './job-queries.ts';
import * as queries from './queries.ts';

type Target = queries.Target;

/** How a call reaches the log: of each user under its own name, of a job by `audit`. */
export interface BulkCall {
  client: ClientInfo;
  now: Date;
  action: string;
  audit(tx: Tx, bulkId: string, changes: Changes, status?: 'processing'): Promise<void>;
}

/** What was changed of whom. */
export type Done = Map<string, Changes>;

/** The same, with what the log says at others: the groups that lose members. */
interface Acted {
  done: Done;
  atOthers?: readonly TypedEntry[];
}

/** Where it would cost the tenant its last administrator, the administrators among the users are spared. */
export async function actSparing(
  tools: Tools,
  tx: Tx,
  action: UserBulkAction,
  targets: readonly Target[],
  by: By,
  now: Date,
): Promise<Acted & { spared: Target[] }> {
  const refused = (error: unknown) => violates(error, 'last_administrator');
  const acted = await queries.attempt(tx, () => act(tools, tx, action, targets, by, now), refused);
  if (acted) return { ...acted, spared: [] };
  const others = targets.filter((target) => !target.is_administrator);
  const spared = targets.filter((target) => target.is_administrator);
  return { ...(await act(tools, tx, action, others, by, now)), spared };
}

async function act(
  tools: Tools,
  tx: Tx,
  action: UserBulkAction,
  targets: readonly Target[],
  by: By,
  now: Date,
): Promise<Acted> {
  const uuids = targets.map(({ uuid }) => uuid);
  if (action === 'signOut') return { done: toSignedOut(await signOut(tx, uuids, 'endedByAdministrator', now)) };
  if (action === 'delete') {
    const atOthers = await atGroupsOfLeaving(tx, uuids);
    return { done: await deleteUsers(tx, uuids, { by: by.userId, now }), atOthers };
  }
  const isOff = action === 'deactivate';
  const switched = await access.switchUsers(tx, uuids, isOff ? 'inactive' : 'active', now);
  const effects = isOff ? { switchedOff: uuids } : { switchedOn: uuids };
  const lost = toSignedOut(await followChange(tools, tx, effects, by, now));
  const states = switched.map(({ uuid, before, after }) => [uuid, { status: { before, after } }] as const);
  return { done: new Map(states.map(([uuid, status]) => [uuid, { ...status, ...lost.get(uuid) }])) };
}

const toSignedOut = (lost: ReadonlyMap<string, SignedOut>): Done =>
  new Map([...lost].map(([uuid, one]) => [uuid, access.signedOutFields(one)]));

/** What of it can be undone: the status, or that somebody was deleted. */
export function undoable(action: UserBulkAction, targets: readonly Target[], done: Done): DoneRow[] {
  if (action === 'signOut') return [];
  return targets.flatMap(({ uuid, user_id: userId }) => {
    const status = done.get(uuid)?.status;
    if (!done.has(uuid)) return [];
    return [action === 'delete' || !status ? { uuid, userId } : { uuid, userId, changes: { status } }];
  });
}

/** Who does it, and how the log names the call. */
export interface Doing {
  tenantId: string;
  uuid: string;
  userId: string;
  action: string;
  address: string | null;
  requestId: string;
  clientRequestId: string | null;
}

const EVENTS = {
  activate: 'user.activated',
  deactivate: 'user.deactivated',
  signOut: 'user.signedOut',
  delete: 'user.deleted',
} as const satisfies Record<UserBulkAction, string>;

/** Each user's page shows it in that user's history, and each group's page in the group's. */
export async function record(
  tx: Tx,
  by: Doing,
  action: UserBulkAction,
  { done, atOthers = [] }: Acted,
  now: Date,
): Promise<void> {
  const act = {
    tenantId: by.tenantId,
    at: now,
    operation: action === 'delete' ? ('delete' as const) : ('update' as const),
    action: by.action,
    actor: personActor(by.uuid, by.userId),
    address: by.address,
    requestId: by.requestId,
    clientRequestId: by.clientRequestId,
  };
  const targets = [...done].map(([targetId, changes]) => ({ type: EVENTS[action], targetId, changes }));
  await writeOperations(tx, act, [...targets, ...atOthers]);
}
