import { personActor } from '#contract/principals.ts';
import { type ErrorId, fail } from '#contract/errors.ts';
import { isUndoneByPreview, sparesCaller, type UserBulkAction } from '#contract/people/users-bulk-fields.ts';
import { tellAll } from '../../platform/events/consumers.ts';
import { type Changes, writeOperations } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { attempt } from '../../platform/db/attempt.ts';
import { violates } from '../../platform/db/violation.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { TypedEntry } from '../../platform/http/acting.ts';
import type { Tools } from '../../platform/tools.ts';
import { addMembers } from '../groups/members/change.ts';
import { ofUsers } from '../groups/members/kind.ts';
import { atGroupsOfLeaving } from '../groups/members/log.ts';
import { keepGroup } from '../groups/groups.ts';
import { deleteUsers } from '../bin/delete.ts';
import * as access from '../changes/access.ts';
import { assignToMany, type SignedOut, signOut } from '../ports.ts';
import { type By, followChange } from '../changes/consequences.ts';
import type { DoneRow } from './job-queries.ts';
import type * as queries from './queries.ts';

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

/** The same, with what the log says at others (the groups that win or lose members), and who was refused, and why. */
interface Acted {
  done: Done;
  atOthers?: readonly TypedEntry[];
  refused?: ReadonlyMap<string, ErrorId>;
}

/** What is to be done, and what it is about. */
interface Wanted {
  action: UserBulkAction;
  licenseId: string | null;
  group: string | null;
}

/** Whom an act leaves as they were, and why. */
export type Refused = { target: Target; reason: ErrorId }[];

/**
 * Leaves out whoever has it done where they would lose their own access; and where it would cost the tenant its last
 * administrator, the administrators among the users.
 */
export async function actSparing(
  tools: Tools,
  tx: Tx,
  wanted: Wanted,
  targets: readonly Target[],
  by: Doing,
  now: Date,
): Promise<Acted & { spared: Refused }> {
  const isOwn = ({ uuid }: Target) => sparesCaller(wanted.action) && uuid === by.uuid;
  const others = targets.filter((target) => !isOwn(target));
  const own = targets.filter(isOwn).map((target) => ({ target, reason: 'own_account' as const }));
  const refused = (error: unknown) => violates(error, 'last_administrator');
  const acted = await attempt(tx, () => act(tools, tx, wanted, others, by, now), refused);
  if (acted) return { ...acted, spared: [...own, ...refusedOf(others, acted.refused)] };
  const [spared, rest] = [true, false].map((is) => others.filter((one) => one.is_administrator === is)) as [
    Target[],
    Target[],
  ];
  const last = spared.map((target) => ({ target, reason: 'last_administrator' as const }));
  return { ...(await act(tools, tx, wanted, rest, by, now)), spared: [...own, ...last] };
}

const refusedOf = (targets: readonly Target[], refused: ReadonlyMap<string, ErrorId> = new Map()): Refused =>
  targets.flatMap((target) => {
    const reason = refused.get(target.uuid);
    return reason ? [{ target, reason }] : [];
  });

async function act(
  tools: Tools,
  tx: Tx,
  { action, licenseId, group }: Wanted,
  targets: readonly Target[],
  by: Doing,
  now: Date,
): Promise<Acted> {
  const uuids = targets.map(({ uuid }) => uuid);
  if (licenseId !== null) return assign(tx, licenseId, uuids, by, now);
  if (group !== null) return addToGroup(tx, group, targets, by);
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

async function assign(tx: Tx, licenseId: string, userUuids: readonly string[], by: Doing, now: Date): Promise<Acted> {
  const { gained, refused } = await assignToMany(tx, { licenseId, userUuids, operatorUuid: by.uuid, now });
  return { done: new Map(gained.map((uuid) => [uuid, { permittedLicenses: { after: licenseId } }])), refused };
}

/** Throws `not_found` at `group`, and `forbidden` at it for one of a source. */
async function addToGroup(tx: Tx, uuid: string, targets: readonly Target[], by: Doing): Promise<Acted> {
  const { groupId, source } = await keepGroup(tx, by.tenantId, uuid, 'group');
  if (source !== 'local') throw fail('forbidden', { field: 'group' });
  const ids = targets.map(({ user_id }) => user_id);
  const { changed, entries } = await addMembers(tx, ofUsers, { tenantId: by.tenantId, uuid, groupId }, ids);
  const [ofGroup, ...ofMembers] = entries;
  const done = new Map(ofMembers.map(({ targetId, changes }) => [targetId as string, changes as Changes]));
  return { done, atOthers: changed > 0 && ofGroup ? [ofGroup as TypedEntry] : [] };
}

const toSignedOut = (lost: ReadonlyMap<string, SignedOut>): Done =>
  new Map([...lost].map(([uuid, one]) => [uuid, access.signedOutFields(one)]));

/** What of it can be undone: the status, the groups, or that somebody was deleted. */
export function undoable(action: UserBulkAction, targets: readonly Target[], done: Done): DoneRow[] {
  if (!isUndoneByPreview(action)) return [];
  return targets.flatMap(({ uuid, user_id: userId }) => {
    const { status, groups } = done.get(uuid) ?? {};
    if (!done.has(uuid)) return [];
    const changes = { ...(status && { status }), ...(groups && { groups }) };
    return [action === 'delete' || Object.keys(changes).length === 0 ? { uuid, userId } : { uuid, userId, changes }];
  });
}

/** Who does it, and how the log names the call. */
export interface Doing extends By {
  uuid: string;
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
  assignLicense: 'user.permissionsChanged',
  addToGroup: 'user.groupsChanged',
} as const satisfies Record<UserBulkAction, string>;

/** Each user's page shows it in that user's history, and each group's page in the group's. They are mailed as by hand. */
export async function record(
  tools: Tools,
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
  const { tenantId, actor } = act;
  const happened = { tenantId, actor, facts: {}, at: now, client: by.client };
  await tellAll(
    tools,
    tx,
    targets.map((target) => ({ ...happened, ...target })),
  );
}
