import * as field from '#contract/fields.ts';
import { MAX_NAME_LENGTH } from '#contract/limits.ts';
import { isUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { AuditEntry } from '../../platform/http/serve.ts';
import {
  changeProvided,
  deleteProvided,
  dropMembers,
  holdProvided,
  makeProvided,
  releaseProvided,
  renameProvided,
} from '../../people/groups/provided.ts';
import { type ScimAct, sourceOf, taken, tell } from './act.ts';
import * as queries from './group-queries.ts';
import type { GroupChange } from './group-words.ts';
import { readDeleteBehavior } from './queries.ts';
import { bad, ScimRefusal } from './refusal.ts';
import { refuseOtherVersion } from './version.ts';

/** The groups of a source: it names and changes its own, and puts the users into them whom it provides. */

/** Of more who leave at once, the log says how many. */
const MOST_TOLD = 5000;

const missing = () => new ScimRefusal(404, 'There is no such group.');

/** The group's name in the organization: as much of it as a name may have. Throws `invalidValue`. */
function nameOf(displayName: string): string {
  const parsed = field.requiredName.safeParse([...displayName].slice(0, MAX_NAME_LENGTH).join(''));
  if (!parsed.success) throw bad('invalidValue', 'The displayName has characters that are not allowed.');
  return parsed.data;
}

interface Names {
  displayName: string;
  externalId: string | null;
}

/** The names after the changes: the last of each counts. */
function named(before: Names, changes: readonly GroupChange[]): Names {
  const names = { ...before };
  for (const change of changes) {
    if (change.is === 'displayName') names.displayName = change.value;
    else if (change.is === 'externalId') names.externalId = change.value;
  }
  return names;
}

/** Makes a group of the source. A name or an external ID that another of its groups has is 409. */
export async function createGroup(act: ScimAct, changes: readonly GroupChange[]): Promise<string> {
  const { tx, caller, now } = act;
  const { tenantId } = caller;
  const source = sourceOf(act);
  const names = named({ displayName: '', externalId: null }, changes);
  const name = nameOf(names.displayName);
  const [known] = await queries.findNamed(tx, source, names);
  if (known) throw taken(`The source has this group already, with the ID ${known}.`);
  const isOfDirectory = await queries.isOfDirectory(tx, source);
  const group = await makeProvided(tx, { tenantId, name, isOfDirectory }, now);
  await queries.insertLink(tx, { tenantId, source, uuid: group.uuid, ...names }, now);
  const told = { groupId: { after: group.groupId }, name: { after: name }, source: { after: 'scim' } };
  await tell(act, [{ type: 'group.created', targetId: group.uuid, changes: told }]);
  for (const change of changes) if (change.is === 'members') await changeMembers(act, group, change);
  return group.uuid;
}

type Group = Parameters<typeof changeProvided>[1];

async function hold(act: ScimAct, uuid: string, ifMatch: string | undefined, toDelete = false) {
  // Asked first: of a group that is not its own, a source holds nothing up.
  if (!(await queries.findGroup(act.tx, sourceOf(act), uuid))) throw missing();
  await holdProvided(act.tx, uuid, toDelete);
  const row = await queries.holdGroup(act.tx, sourceOf(act), uuid);
  if (!row) throw missing();
  refuseOtherVersion(row, ifMatch);
  return { row, group: { tenantId: row.tenant_id, uuid, groupId: row.group_id } };
}

/** Carries out the changes, in their order. */
export async function changeGroup(
  act: ScimAct,
  uuid: string,
  ifMatch: string | undefined,
  changes: readonly GroupChange[],
): Promise<void> {
  const { tx, now } = act;
  const { row, group } = await hold(act, uuid, ifMatch);
  const before = { displayName: row.display_name, externalId: row.external_id };
  const names = named(before, changes);
  if (names.displayName !== before.displayName) await rename(act, uuid, before.displayName, names.displayName);
  let isChanged = names.displayName !== before.displayName || names.externalId !== before.externalId;
  if (isChanged) {
    const others = (await queries.findNamed(tx, sourceOf(act), names)).filter((other) => other !== uuid);
    if (others.length > 0) throw taken('Another group of the source has this displayName or externalId.');
  }
  for (const change of changes)
    if (change.is === 'members' && (await changeMembers(act, group, change))) isChanged = true;
  if (isChanged) await queries.updateLink(tx, { source: sourceOf(act), uuid, ...names }, now);
}

async function rename(act: ScimAct, uuid: string, was: string, is: string): Promise<void> {
  const [before, after] = [nameOf(was), nameOf(is)];
  if (before === after) return;
  await renameProvided(act.tx, uuid, after, act.now);
  await tell(act, [{ type: 'group.changed', targetId: uuid, changes: { name: { before, after } } }]);
}

/** Answers whether anybody came or left. */
async function changeMembers(
  act: ScimAct,
  group: Group,
  { how, ids }: Extract<GroupChange, { is: 'members' }>,
): Promise<boolean> {
  if (how === 'remove') return ids === 'all' ? leaveBut(act, group, []) : leave(act, group, ids);
  const wanted = ids === 'all' ? [] : ids;
  // Who is unknown is refused before anybody leaves.
  const coming = await holdAll(act, wanted);
  const left = how === 'replace' && (await leaveBut(act, group, wanted));
  return (await move(act, group, coming, true)) || left;
}

/** Users whom the source provides. Throws `invalidValue` with the first that is none. */
async function holdAll(act: ScimAct, ids: readonly string[]): Promise<queries.HeldMember[]> {
  if (ids.length === 0) return [];
  const found = await queries.holdUsers(act.tx, sourceOf(act), ids.filter(isUuid));
  const known = new Set(found.map(({ uuid }) => uuid));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw bad('invalidValue', `The source has no user ${unknown.slice(0, 64)}.`);
  return found;
}

async function leave(act: ScimAct, group: Group, ids: readonly string[]): Promise<boolean> {
  const found = await queries.holdUsers(act.tx, sourceOf(act), ids.filter(isUuid));
  return move(act, group, found, false);
}

async function leaveBut(act: ScimAct, group: Group, staying: readonly string[]): Promise<boolean> {
  const source = sourceOf(act);
  const found = await queries.holdMembersBut(act.tx, source, group.uuid, staying, MOST_TOLD + 1);
  if (found.length <= MOST_TOLD) return move(act, group, found, false);
  const left = await dropMembers(act.tx, group, queries.membersBut(source, group.uuid, staying));
  const changes: Changes = { users: { before: left, after: 0 } };
  await tell(act, [{ type: 'group.membersChanged', targetId: group.uuid, changes }]);
  return true;
}

async function move(act: ScimAct, group: Group, found: readonly queries.HeldMember[], come: boolean): Promise<boolean> {
  if (found.length === 0) return false;
  const { changed, entries } = await changeProvided(act.tx, group, found, come);
  if (changed === 0) return false;
  await tell(act, typed(entries));
  return true;
}

/** A user who is held leaves the groups of the source, as whom it provides anew begins. */
export async function leaveGroups(act: ScimAct, user: { user_uuid: string; user_id: string }): Promise<void> {
  const { tx, caller } = act;
  const member = { uuid: user.user_uuid, id: user.user_id, key: user.user_id.toLowerCase() };
  for (const { uuid, group_id: groupId } of await queries.groupsOf(tx, sourceOf(act), member.uuid)) {
    await holdProvided(tx, uuid);
    await move(act, { tenantId: caller.tenantId, uuid, groupId }, [member], false);
  }
}

const typed = (
  entries: readonly AuditEntry[],
  type: 'group.membersChanged' | 'group.deleted' = 'group.membersChanged',
) => entries.map((entry) => ({ type, ...entry }));

/** With the source that leaves its users to the organization, the group is left to it too; otherwise it is deleted. */
export async function deleteGroup(act: ScimAct, uuid: string, ifMatch: string | undefined): Promise<void> {
  const { tx, now } = act;
  const { group } = await hold(act, uuid, ifMatch, true);
  if ((await readDeleteBehavior(tx, sourceOf(act))) !== 'keep') {
    await deleteProvided(tx, group, (entries) => tell(act, typed(entries, 'group.deleted')));
    return;
  }
  await queries.deleteLink(tx, sourceOf(act), uuid);
  await releaseProvided(tx, [uuid], now);
  const changes = { source: { before: 'scim', after: 'local' } };
  await tell(act, [{ type: 'group.changed', targetId: uuid, changes }]);
}

/** A group of the source. Throws 404. */
export async function readGroup(tx: Tx, source: string, uuid: string): Promise<queries.GroupRow> {
  const row = await queries.findGroup(tx, source, uuid);
  if (!row) throw missing();
  return row;
}
