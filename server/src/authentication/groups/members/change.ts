import { fail } from '#contract/errors.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { AuditEntry } from '../../../http/serve.ts';
import * as queries from './queries.ts';

/** The group whose members change; `groupId` is what the log calls it. */
export interface Group {
  tenantId: string;
  uuid: string;
  groupId: string;
}

/** How many users were named, for how many of them it changed anything, and what the log says of the group and of each. */
export interface ChangedMembers {
  matched: number;
  changed: number;
  entries: AuditEntry[];
}

/** Puts users into a group: all, or with `invalid_params_userIds` none. */
export async function addUsers(tx: Tx, group: Group, userIds: readonly string[]): Promise<ChangedMembers> {
  return change(tx, group, userIds, true);
}

/** Takes users out of a group: all, or with `invalid_params_userIds` none. */
export async function removeUsers(tx: Tx, group: Group, userIds: readonly string[]): Promise<ChangedMembers> {
  return change(tx, group, userIds, false);
}

async function change(tx: Tx, group: Group, userIds: readonly string[], come: boolean): Promise<ChangedMembers> {
  const users = await holdUsers(tx, userIds);
  const before = await queries.groupIdsOf(
    tx,
    users.map(({ uuid }) => uuid),
  );
  const uuids = come
    ? await queries.insertMembers(tx, group, users)
    : await queries.deleteMembers(tx, group.uuid, users);
  const changed = new Set(uuids);
  const key = group.groupId.toLowerCase();
  const after = (groups: string[]) => (come ? [...groups, key].sort() : groups.filter((groupId) => groupId !== key));
  const ofUsers = uuids.map((uuid) => {
    const groups = before.get(uuid) ?? [];
    return { targetType: 'user', targetId: uuid, changes: { groups: { before: groups, after: after(groups) } } };
  });
  const ids = users.filter(({ uuid }) => changed.has(uuid)).map(({ user_id }) => user_id);
  const changes = { userIds: come ? { before: [], after: ids } : { before: ids, after: [] } };
  const ofGroup = { targetType: 'group', targetId: group.uuid, changes: ids.length > 0 ? changes : {} };
  return { matched: users.length, changed: changed.size, entries: [ofGroup, ...ofUsers] };
}

/** The users, held. Throws `invalid_params_userIds` with the places of those who are not there, whoever's they are. */
async function holdUsers(tx: Tx, userIds: readonly string[]): Promise<queries.FoundUser[]> {
  const users = await queries.holdUsers(tx, userIds);
  const found = new Set(users.map(({ key }) => key));
  const missing = userIds.flatMap((userId, place) => (found.has(userId.toLowerCase()) ? [] : [`userIds.${place}`]));
  if (missing.length === 0) return users;
  const more = missing.slice(1, 20).map((field) => ({ id: 'invalid_params_userIds' as const, field }));
  throw fail('invalid_params_userIds', { field: missing[0], more });
}
