import type { ListedGroup } from '#contract/people/groups-fields.ts';
import { fail } from '#contract/errors.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import type { AuditEntry } from '../../../platform/http/serve.ts';
import type { MemberKind } from './kind.ts';
import * as queries from './queries.ts';

/** The group whose members change; `groupId` is its name in the log. */
export interface Group {
  tenantId: string;
  uuid: string;
  groupId: string;
  /** A source keeps the users of its groups. */
  source?: ListedGroup['source'];
}

/** The number of named members and of changed ones, and the log entries of the group and of each member. */
export interface ChangedMembers {
  matched: number;
  changed: number;
  entries: AuditEntry[];
}

/**
 * Adds users or devices to a group: all, or with `invalid_params_userIds`, `invalid_params_deviceIds` none. Throws
 * `forbidden` for users of a group of a source.
 */
export const addMembers = (tx: Tx, kind: MemberKind, group: Group, ids: readonly string[]) =>
  change(tx, kind, group, ids, true);

/** Removes users or devices from a group: all, or with `invalid_params_userIds`, `invalid_params_deviceIds` none. */
export const removeMembers = (tx: Tx, kind: MemberKind, group: Group, ids: readonly string[]) =>
  change(tx, kind, group, ids, false);

async function change(
  tx: Tx,
  kind: MemberKind,
  group: Group,
  named: readonly string[],
  come: boolean,
): Promise<ChangedMembers> {
  if (kind.thing === 'user' && (group.source ?? 'local') !== 'local') throw fail('forbidden', { field: kind.ids });
  return changeHeld(tx, kind, group, await hold(tx, kind, named), come);
}

/** The same for users or devices that are locked. */
export async function changeHeld(
  tx: Tx,
  kind: MemberKind,
  group: Group,
  found: readonly queries.Found[],
  come: boolean,
): Promise<ChangedMembers> {
  const before = await queries.groupIdsOf(
    tx,
    kind,
    found.map(({ uuid }) => uuid),
  );
  const uuids = come
    ? await queries.insertMembers(tx, kind, group, found)
    : await queries.deleteMembers(tx, kind, group.uuid, found);
  const changed = new Set(uuids);
  const key = group.groupId.toLowerCase();
  const after = (groups: string[]) => (come ? [...groups, key].sort() : groups.filter((groupId) => groupId !== key));
  const ofMembers = uuids.map((uuid) => {
    const groups = before.get(uuid) ?? [];
    return {
      type: `${kind.thing}.groupsChanged` as const,
      targetId: uuid,
      changes: { groups: { before: groups, after: after(groups) } },
    };
  });
  const ids = found.filter(({ uuid }) => changed.has(uuid)).map(({ id }) => id);
  const changes = { [kind.ids]: come ? { before: [], after: ids } : { before: ids, after: [] } };
  const ofGroup = {
    type: 'group.membersChanged' as const,
    targetId: group.uuid,
    changes: ids.length > 0 ? changes : {},
  };
  return { matched: found.length, changed: changed.size, entries: [ofGroup, ...ofMembers] };
}

/**
 * All of them, locked. Throws the kind's error with the positions of unknown ones, including those of other tenants.
 */
async function hold(tx: Tx, kind: MemberKind, ids: readonly string[]): Promise<queries.Found[]> {
  const things = await queries.hold(tx, kind, ids);
  const found = new Set(things.map(({ key }) => key));
  const missing = ids.flatMap((id, place) => (found.has(id.toLowerCase()) ? [] : [`${kind.ids}.${place}`]));
  if (missing.length === 0) return things;
  const more = missing.slice(1, 20).map((field) => ({ id: kind.unknown, field }));
  throw fail(kind.unknown, { field: missing[0], more });
}
