import type { Group, GroupDeletion } from '#contract/people/groups-fields.ts';
import type { GroupChanges, NewGroup } from '#contract/people/groups.ts';
import { fail } from '#contract/errors.ts';
import { MAX_TAGS_PER_GROUP } from '#contract/limits.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { ask } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import type { AuditEntry } from '../../platform/http/serve.ts';
import { holdTags } from '../tags/tags.ts';
import { addMembers } from './members/change.ts';
import { ofDevices, ofUsers } from './members/kind.ts';
import * as queries from './queries.ts';
import { groupRowOf, toGroup } from './rows.ts';
import * as tree from './tree/tree.ts';

export type Audit = (tx: Tx, entries: AuditEntry[]) => Promise<void>;

/** One group. Throws `not_found`. */
export async function getGroup(tx: Tx, uuid: string): Promise<Group> {
  const [row] = await ask(tx, groupRowOf(uuid));
  if (!row) throw fail('not_found');
  return toGroup(row);
}

/** The name of a group. Throws `not_found`, with the field that named the group if there was one. */
export async function getGroupName(tx: Tx, uuid: string, field?: string) {
  const found = await queries.findGroup(tx, uuid);
  if (!found) throw fail('not_found', field === undefined ? {} : { field });
  return { uuid, groupId: found.group_id, name: found.name };
}

/** A group that is not deleted before the transaction ends. Throws `not_found`, at `field` if one named the group. */
export async function keepGroup(tx: Tx, tenantId: string, uuid: string, field?: string) {
  const found = await queries.keepGroup(tx, uuid);
  if (!found) throw fail('not_found', field === undefined ? {} : { field });
  return { tenantId, uuid, groupId: found.group_id, source: found.source };
}

/**
 * Creates a group with everything given, or nothing. Throws `duplicated_params_groupId`, `invalid_params_userIds`,
 * `invalid_params_deviceIds`, `invalid_params_groupIds`, `cycle_detected` (a group is both parent and child),
 * `exceeded_group_levels`, `invalid_params` with an unknown tag, `exceeded_tags`.
 */
export async function createGroup(tx: Tx, tenantId: string, given: NewGroup, now: Date, audit: Audit): Promise<Group> {
  const { groupId, name, description, tagNames, userIds, deviceIds, groupIds, parentGroupIds } = given;
  const group = { tenantId, uuid: newUuid(), groupId };
  if (groupIds.length + parentGroupIds.length > 0) await tree.lockEdges(tx);
  const { uuid } = group;
  const dates = { created_at: now, updated_at: now };
  await queries.insertGroup(tx, { tenant_id: tenantId, uuid, group_id: groupId, name, description, ...dates });
  if (tagNames.length > 0) await setTags(tx, group, tagNames);
  const parents = parentGroupIds.length > 0 ? await tree.setParents(tx, group, parentGroupIds) : null;
  const children = groupIds.length > 0 ? await tree.addChildren(tx, group, groupIds) : null;
  const members = userIds.length > 0 ? await addMembers(tx, ofUsers, group, userIds) : null;
  const devices = deviceIds.length > 0 ? await addMembers(tx, ofDevices, group, deviceIds) : null;
  const others = [parents, children, members, devices].flatMap((changed) => changed?.entries ?? []);
  await audit(tx, withOwn(uuid, createdFields(given), others));
  return getGroup(tx, uuid);
}

/** The log row of the group has everything; rows of other groups have their part. */
function withOwn(uuid: string, changes: Changes, entries: readonly AuditEntry[]): AuditEntry[] {
  return [{ targetId: uuid, changes }, ...entries.filter(({ targetId }) => targetId !== uuid)];
}

function createdFields(given: NewGroup): Changes {
  const filled = Object.entries(given).filter(([, value]) => value.length > 0);
  return Object.fromEntries(filled.map(([field, after]) => [field, { after }]));
}

async function setTags(tx: Tx, group: { tenantId: string; uuid: string }, tagNames: readonly string[]): Promise<void> {
  const uuids = [...new Set(await holdTags(tx, tagNames, 'tagNames'))];
  if (uuids.length > MAX_TAGS_PER_GROUP) throw fail('exceeded_tags', { field: 'tagNames' });
  await queries.setTags(tx, group, uuids);
}

/**
 * Changes the given fields of a group; other parents move it. Throws `not_found`, `forbidden` for the name that a source
 * keeps, `conflict` with the fields that are not as expected, `invalid_params_groupIds`, `cycle_detected`, `exceeded_group_levels`, `invalid_params` with an
 * unknown tag, `exceeded_tags`.
 */
export async function changeGroup(
  tx: Tx,
  group: { tenantId: string; uuid: string },
  given: GroupChanges,
  now: Date,
  audit: Audit,
): Promise<Group> {
  const { uuid } = group;
  if (given.parentGroupIds) await tree.lockEdges(tx);
  const held = await queries.holdGroup(tx, uuid);
  if (!held) throw fail('not_found');
  const before = comparable(held);
  refuseConflict(given, before);
  const isRenamed = given.name !== undefined && given.name !== before.name;
  if (isRenamed && held.group.source !== 'local') throw fail('forbidden', { field: 'name' });
  if (given.tagNames) await setTags(tx, group, given.tagNames);
  const moved = given.parentGroupIds ? await tree.setParents(tx, group, given.parentGroupIds) : null;
  const { name, description } = given;
  const named = { name: name ?? before.name, description: description ?? before.description };
  const linked = given.tagNames || moved ? comparable(await queries.readGroup(tx, uuid)) : before;
  const changes = changedFields(before, { ...linked, ...named });
  await audit(tx, withOwn(uuid, changes, moved?.entries ?? []));
  if (Object.keys(changes).length === 0) return held.group;
  await queries.updateGroup(tx, uuid, { name, description, updated_at: now });
  return getGroup(tx, uuid);
}

/** The fields of a group that can be changed, in the form of a change. */
const comparable = ({ group: { name, description, tagNames }, parentGroupIds }: queries.GroupWithParents) => ({
  name,
  description,
  tagNames,
  parentGroupIds,
});

/**
 * Deletes a group; its members and child groups are kept. Returns the effects on others. The log only has the number of
 * members, since there may be hundreds of thousands. Throws `not_found`.
 */
export async function deleteGroup(
  tx: Tx,
  group: { tenantId: string; uuid: string },
  audit: Audit,
): Promise<GroupDeletion> {
  await tree.lockEdges(tx);
  const held = await queries.holdGroup(tx, group.uuid, true);
  if (!held) throw fail('not_found');
  const { groupId, name, description, tagNames, deletion } = held.group;
  const others = await tree.entriesOfGoing(tx, group);
  await queries.deleteGroup(tx, group.uuid);
  const gone = { groupId, name, description, tagNames, ...deletion };
  const changes = Object.fromEntries(Object.entries(gone).map(([field, before]) => [field, { before }]));
  await audit(tx, withOwn(group.uuid, changes, others));
  return deletion;
}
