import { type ErrorId, fail } from '#contract/errors.ts';
import { MAX_GROUP_LEVELS } from '#contract/limits.ts';
import { ask } from '../../../platform/db/ask.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import type { AuditEntry } from '../../../platform/http/serve.ts';
import * as queries from './queries.ts';

export interface GroupKey {
  tenantId: string;
  uuid: string;
}

/** The number of named groups and of changed ones, and the log entries of all affected groups. */
export interface ChangedEdges {
  matched: number;
  changed: number;
  entries: AuditEntry[];
}

/** Locks the tree until the transaction ends. Call it before locking any group. */
export const lockEdges = queries.lockEdges;

/**
 * The groups with these visible IDs, in their order, locked until the transaction ends. Throws
 * `invalid_params_groupIds` with the positions of unknown ones, including those of other tenants.
 */
async function keepGroups(tx: Tx, groupIds: readonly string[], field: string): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const found = new Map((await queries.keepGroupsById(tx, groupIds)).map(({ key, uuid }) => [key, uuid]));
  const uuids = groupIds.map((groupId) => found.get(groupId.toLowerCase()));
  const missing = uuids.flatMap((uuid, place) => (uuid === undefined ? [`${field}.${place}`] : []));
  if (missing.length > 0) {
    const more = missing.slice(1, 20).map((place) => ({ id: 'invalid_params_groupIds' as const, field: place }));
    throw fail('invalid_params_groupIds', { field: missing[0], more });
  }
  return uuids as string[];
}

function refuse(id: ErrorId, uuids: readonly string[], refused: ReadonlySet<string>, field: string): void {
  const place = uuids.findIndex((uuid) => refused.has(uuid));
  if (place >= 0) throw fail(id, { field: `${field}.${place}` });
}

/** Groups with too many levels to be put into a group, unless they are already in it. */
async function tooDeepBelow(tx: Tx, children: readonly string[], uuid: string): Promise<Set<string>> {
  const above = (await queries.levelsFrom(tx, 'up', [uuid])).get(uuid) ?? 1;
  const tooDeep = deeperThan(MAX_GROUP_LEVELS - above, await queries.levelsFrom(tx, 'down', children));
  if (tooDeep.size === 0) return tooDeep;
  for (const { parent, child } of await queries.edgesOf(tx, uuid)) if (parent === uuid) tooDeep.delete(child);
  return tooDeep;
}

/** Parents that are too deep for a group. A group that is already deeper, from before the limit, may move up. */
async function tooDeepAbove(tx: Tx, before: readonly string[], come: readonly string[], uuid: string) {
  if (come.length === 0) return new Set<string>();
  const below = (await queries.levelsFrom(tx, 'down', [uuid])).get(uuid) ?? 1;
  const above = await queries.levelsFrom(tx, 'up', [...before, ...come]);
  const now = Math.max(0, ...before.map((parent) => above.get(parent) ?? 0));
  return deeperThan(Math.max(MAX_GROUP_LEVELS - below, now), above);
}

const deeperThan = (room: number, levels: ReadonlyMap<string, number>) =>
  new Set([...levels].filter(([, deep]) => deep > room).map(([uuid]) => uuid));

/** Adds groups to a group. Throws what `setParents` throws. Needs `lockEdges`. */
export async function addChildren(tx: Tx, group: GroupKey, groupIds: readonly string[]): Promise<ChangedEdges> {
  const children = await keepGroups(tx, groupIds, 'groupIds');
  refuse('cycle_detected', children, await queries.containing(tx, children, group.uuid), 'groupIds');
  refuse('exceeded_group_levels', children, await tooDeepBelow(tx, children, group.uuid), 'groupIds');
  const edges = children.map((child) => ({ parent: group.uuid, child }));
  return { matched: children.length, ...(await changeEdges(tx, group, { come: edges })) };
}

/** Removes groups from a group. Throws `invalid_params_groupIds`. Needs `lockEdges`. */
export async function removeChildren(tx: Tx, group: GroupKey, groupIds: readonly string[]): Promise<ChangedEdges> {
  const children = await keepGroups(tx, groupIds, 'groupIds');
  const edges = children.map((child) => ({ parent: group.uuid, child }));
  return { matched: children.length, ...(await changeEdges(tx, group, { go: edges })) };
}

/**
 * Sets exactly these parents. Throws `invalid_params_groupIds`, `cycle_detected`, `exceeded_group_levels`. Needs
 * `lockEdges`.
 */
export async function setParents(tx: Tx, group: GroupKey, groupIds: readonly string[]): Promise<ChangedEdges> {
  const parents = await keepGroups(tx, groupIds, 'parentGroupIds');
  refuse('cycle_detected', parents, await queries.containedIn(tx, parents, group.uuid), 'parentGroupIds');
  const before = (await ask(tx, queries.parentsOf(group.uuid))).map(({ uuid }) => uuid);
  const go = before.filter((parent) => !parents.includes(parent));
  const come = parents.filter((parent) => !before.includes(parent));
  refuse('exceeded_group_levels', parents, await tooDeepAbove(tx, before, come, group.uuid), 'parentGroupIds');
  const toEdge = (parent: string) => ({ parent, child: group.uuid });
  const edges = { go: go.map(toEdge), come: come.map(toEdge) };
  return { matched: parents.length, ...(await changeEdges(tx, group, edges)) };
}

/**
 * Log entries for the parents and child groups of a group about to be deleted. Foreign keys delete its edges with it:
 * deleted before, each would update its counters again, and tens of thousands of child groups exceeded the statement
 * timeout. Needs `lockEdges`.
 */
export async function entriesOfGoing(tx: Tx, { uuid }: GroupKey): Promise<AuditEntry[]> {
  const gone = await queries.edgesOf(tx, uuid);
  const before = await queries.parentIdsOf(tx, [uuid, ...childrenOf(gone)]);
  const own = before.get(uuid)?.key;
  const left = [...before].map(
    ([child, { key, parents }]) => [child, { key, parents: parents.filter((parent) => parent !== own) }] as const,
  );
  return entriesOf({ gone, added: [] }, before, new Map(left));
}

const childrenOf = (edges: readonly queries.Edge[]) => [...new Set(edges.map(({ child }) => child))];

async function changeEdges(
  tx: Tx,
  { tenantId }: GroupKey,
  { go = [], come = [] }: { go?: queries.Edge[]; come?: queries.Edge[] },
): Promise<{ changed: number; entries: AuditEntry[] }> {
  const before = await queries.parentIdsOf(tx, childrenOf([...go, ...come]));
  const gone = go.length > 0 ? await queries.deleteEdges(tx, go) : [];
  const added = come.length > 0 ? await queries.insertEdges(tx, tenantId, come) : [];
  const after = await queries.parentIdsOf(tx, childrenOf([...gone, ...added]));
  return { changed: gone.length + added.length, entries: entriesOf({ gone, added }, before, after) };
}

type ParentIds = Awaited<ReturnType<typeof queries.parentIdsOf>>;

/** Log entries of both ends: a child's parents before and after, and a parent's removed and added children. */
function entriesOf(
  { gone, added }: { gone: queries.Edge[]; added: queries.Edge[] },
  before: ParentIds,
  after: ParentIds,
): AuditEntry[] {
  const ofChildren = childrenOf([...gone, ...added]).map((child) => ({
    type: 'group.moved' as const,
    targetId: child,
    changes: { parentGroupIds: { before: before.get(child)?.parents, after: after.get(child)?.parents } },
  }));
  const idsOf = (edges: queries.Edge[], of: string) =>
    edges.filter(({ parent }) => parent === of).map(({ child }) => before.get(child)?.key);
  const parents = [...new Set([...gone, ...added].map(({ parent }) => parent))];
  const ofParents = parents.map((parent) => ({
    type: 'group.membersChanged' as const,
    targetId: parent,
    changes: { groupIds: { before: idsOf(gone, parent), after: idsOf(added, parent) } },
  }));
  return [...ofParents, ...ofChildren];
}
