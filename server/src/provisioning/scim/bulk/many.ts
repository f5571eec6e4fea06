import { isUserId } from '#contract/rules.ts';
import { newUuid } from '../../../platform/crypto/uuid.ts';
import type { Changes } from '../../../platform/events/write.ts';
import type { TypedEntry } from '../../../platform/http/acting.ts';
import { deleteUsers } from '../../../people/bin/delete.ts';
import { signedOutFields, switchUsers } from '../../../people/changes/access.ts';
import { type Given, sameForAll, updating } from '../../../people/changes/changes.ts';
import { followChange } from '../../../people/changes/consequences.ts';
import { insertMany, refusedOf, theseUsers, updateMany } from '../../../people/changes/many.ts';
import { atGroupsOfLeaving } from '../../../people/groups/members/log.ts';
import { userIdsFor } from '../../../people/newcomers/newcomers.ts';
import { outOfReach } from '../../exclusions/exclusions.ts';
import { byOf, type ScimAct, sourceOf, tell } from '../act.ts';
import type { Resource } from '../coerce.ts';
import { leavingOf, withdrawAll } from '../leaving.ts';
import { type Mapped, mappedOf } from '../mapped.ts';
import { type HeldRow, readDeleteBehavior } from '../queries.ts';
import * as users from '../users.ts';
import { refuseOtherVersion } from '../version.ts';
import * as queries from './many-queries.ts';

/**
 * What a source does to many users at once, by statements over sets. They are those of whom nothing is peculiar: what is
 * null here is left to `users.ts`, one by one, which also says why it is refused. Both do the same (bulk-same.test.ts).
 */

/** What became of an operation. */
export interface Did {
  id: string;
  /** The events that it wrote. */
  told: TypedEntry['type'][];
}

const orNull = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch {
    return null;
  }
};

interface Newcomer {
  at: number;
  uuid: string;
  userId: string;
  resource: Resource;
  names: ReturnType<typeof users.namesOf>;
  mapped: Mapped;
}

function newcomerOf(resource: Resource, at: number): Newcomer | null {
  return orNull(() => {
    users.stored(resource);
    const names = users.namesOf(resource);
    const [tried] = userIdsFor(users.addressLike(names.userName), newUuid().slice(-8));
    const userId = isUserId(names.userName) ? names.userName : tried;
    if (userId === undefined) throw new Error('no user ID');
    return { at, uuid: newUuid(), userId, resource, names, mapped: mappedOf(resource) };
  });
}

const namesOf = ({ names, userId, mapped: { loginMailAddress: address } }: Newcomer): string[] => [
  ...[names.userName, userId],
  ...(address === null ? [] : [address]),
];

/** Those of whom nothing that only one may have is another's before them. */
function distinct(all: readonly (Newcomer | null)[]): Newcomer[] {
  const seen = new Set<string>();
  return all.filter((one): one is Newcomer => {
    if (one === null) return false;
    const { userName, externalId } = one.names;
    const { loginMailAddress, mailAddresses } = one.mapped;
    const names = [userName, one.userId, loginMailAddress, ...mailAddresses].filter((name) => name !== null);
    const keys = new Set(names.map((name) => name.toLowerCase()));
    if (externalId !== null) keys.add(`external ${externalId}`);
    const isNew = ![...keys].some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
}

export async function createMany(act: ScimAct, resources: readonly Resource[]): Promise<(Did | null)[]> {
  const { tx, now, caller } = act;
  const source = sourceOf(act);
  const done: (Did | null)[] = resources.map(() => null);
  const tried = distinct(resources.map(newcomerOf));
  if (tried.length === 0) return done;
  const known = await queries.knownNames(
    tx,
    source,
    tried.map(({ names }) => names),
  );
  const taken = await queries.takenNames(tx, source, tried.flatMap(namesOf));
  const free = tried.filter((one, at) => !known.has(at) && !namesOf(one).some((name) => taken.has(name)));
  const proven = new Map<string, boolean>();
  for (const { mapped } of free) {
    const domain = mapped.loginMailAddress?.split('@').at(-1)?.toLowerCase() ?? '';
    if (!proven.has(domain)) proven.set(domain, await users.mayVouch(tx, mapped));
  }
  const isProven = ({ loginMailAddress }: Mapped) =>
    proven.get(loginMailAddress?.split('@').at(-1)?.toLowerCase() ?? '') === true;
  const fresh = free.map((one) => ({
    ...one,
    ...users.newcomerOf(one.resource, one.mapped, one.userId, isProven(one.mapped)),
  }));
  const refused = await refusedOf(
    tx,
    fresh.map(({ uuid, userId, checked: given }) => ({ uuid, userId, given })),
  );
  const allowed = fresh.filter((_, at) => !refused.has(at));
  if (allowed.length === 0) return done;
  await insertMany(
    tx,
    allowed.map(({ uuid, userId, inserted: given }) => ({ uuid, userId, given })),
    now,
  );
  const off = allowed.filter(({ isOff }) => isOff).map(({ uuid }) => uuid);
  if (off.length > 0) await updating(sameForAll(theseUsers(off), { status: 'inactive' }), ['status']).execute(tx);
  const links = allowed.map(({ uuid, names, resource }) => ({ uuid, ...names, resource: users.stored(resource) }));
  await queries.insertLinks(tx, { tenantId: caller.tenantId, source }, links, now);
  await tell(
    act,
    allowed.map(({ uuid, changes }) => ({ type: 'user.provisioned', targetId: uuid, changes })),
  );
  for (const { at, uuid } of allowed) {
    done[at] = { id: uuid, told: ['user.provisioned'] };
    act.touched.add(uuid);
  }
  return done;
}

export interface Change {
  id: string;
  version: string | undefined;
  next: (before: Resource) => Resource;
}

interface Planned {
  at: number;
  row: HeldRow;
  after: Resource;
  changes: Changes;
  isOn: boolean;
}

function plannedOf(
  { version, next }: Change,
  at: number,
  row: HeldRow | undefined,
  isBeyond: boolean,
): Planned | Did | null {
  if (!row) return null;
  return orNull(() => {
    refuseOtherVersion(row, version);
    const before = users.resourceOf(row);
    const after = next(before);
    if (users.isSame(before, after)) return { id: row.user_uuid, told: [] };
    const names = users.namesOf(after);
    const mapped = mappedOf(after);
    users.stored(after);
    const isPeculiar =
      [isBeyond, names.userName !== row.user_name, names.externalId !== row.external_id].some(Boolean) ||
      Object.keys(users.readdressed(row, mapped.loginMailAddress)).length > 0;
    if (isPeculiar) return null;
    return { at, row, after, changes: users.describedAnew(row, mapped), isOn: after.active !== false };
  });
}

export async function changeMany(act: ScimAct, wanted: readonly Change[]): Promise<(Did | null)[]> {
  const { tx, now } = act;
  const source = sourceOf(act);
  const ids = wanted.map(({ id }) => id.toLowerCase());
  const rows = await queries.holdUsers(tx, source, ids);
  const beyond = await outOfReach(tx, source, [...rows.keys()]);
  const judged = wanted.map((one, at) =>
    plannedOf(one, at, rows.get(ids[at] as string), beyond.has(ids[at] as string)),
  );
  const done = judged.map((one) => (one !== null && 'told' in one ? one : null));
  const planned = judged.filter((one): one is Planned => one !== null && 'row' in one);
  if (planned.length === 0) return done;
  const described = planned.filter(({ changes }) => Object.keys(changes).length > 0);
  await updateMany(
    tx,
    described.map(({ row, changes }) => ({ uuid: row.user_uuid, given: afterOf(changes) })),
    now,
  );
  await withdrawAll(
    tx,
    planned.filter(({ row, isOn }) => isOn && row.held !== null).map(({ row }) => row.user_uuid),
  );
  const switched = await switchMany(
    act,
    // Who is held back is so already.
    planned.filter(({ row, isOn }) => isOn !== (row.status !== 'inactive') && (isOn || row.held === null)),
  );
  const links = planned.map(({ row, after }) => ({
    ...{ uuid: row.user_uuid, ...users.namesOf(after), resource: users.stored(after) },
  }));
  await queries.updateLinks(tx, source, links, now);
  const entries: TypedEntry[] = [];
  for (const { at, row, changes } of planned) {
    const id = row.user_uuid;
    const own: TypedEntry[] = [
      ...(Object.keys(changes).length > 0 ? [{ type: 'user.changed' as const, targetId: id, changes }] : []),
      ...(switched.get(id) ?? []),
    ];
    entries.push(...own);
    done[at] = { id, told: own.map(({ type }) => type) };
    act.touched.add(id);
  }
  await tell(act, entries);
  return done;
}

const afterOf = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).map(([name, { after }]) => [name, after])) as Given;

/** Switches users on or off who are the other; who may not leave is held back. What the log says of each. */
async function switchMany(
  act: ScimAct,
  wanted: readonly { row: HeldRow; isOn: boolean }[],
): Promise<Map<string, TypedEntry[]>> {
  const { tools, tx, now } = act;
  const [on, leaving] = [true, false].map((is) =>
    wanted.filter(({ isOn }) => isOn === is).map(({ row }) => row.user_uuid),
  ) as [string[], string[]];
  const mayGo = await leavingOf(act, leaving, 'deactivate');
  const off = leaving.filter((uuid) => mayGo.has(uuid));
  const held = leaving.filter((uuid) => !mayGo.has(uuid));
  const told = new Map(
    held.map((uuid) => [uuid, [{ type: 'user.departureHeld' as const, targetId: uuid, changes: {} }]]),
  ) as Map<string, TypedEntry[]>;
  for (const [uuids, to, type] of [
    [on, 'active', 'user.activated'],
    [off, 'inactive', 'user.deactivated'],
  ] as const) {
    if (uuids.length === 0) continue;
    const switched = await switchUsers(tx, uuids, to, now);
    const effects = to === 'active' ? { switchedOn: uuids } : { switchedOff: uuids };
    const lost = await followChange(tools, tx, effects, byOf(act), now);
    for (const { uuid, before, after } of switched) {
      const ended = lost.get(uuid);
      const changes: Changes = { status: { before, after }, ...(ended && signedOutFields(ended)) };
      told.set(uuid, [{ type, targetId: uuid, changes }]);
    }
  }
  return told;
}

export async function deleteMany(
  act: ScimAct,
  wanted: readonly { id: string; version: string | undefined }[],
): Promise<(Did | null)[]> {
  const { tx, now } = act;
  const source = sourceOf(act);
  const ids = wanted.map(({ id }) => id.toLowerCase());
  const rows = await queries.holdUsers(tx, source, ids);
  const beyond = await outOfReach(tx, source, [...rows.keys()]);
  const isPlain = (row: HeldRow, version: string | undefined) =>
    orNull(() => {
      refuseOtherVersion(row, version);
      return !beyond.has(row.user_uuid);
    }) === true;
  const leaving = wanted.flatMap(({ version }, at) => {
    const row = rows.get(ids[at] as string);
    return row && isPlain(row, version) ? [row] : [];
  });
  if (leaving.length === 0) return wanted.map(() => null);
  const behavior = await readDeleteBehavior(tx, source);
  const told = await leave(act, behavior, leaving);
  for (const { user_uuid } of leaving) act.touched.add(user_uuid);
  await queries.markGone(tx, source, behavior === 'keep' ? [] : leaving.map(({ user_uuid }) => user_uuid), now);
  return ids.map((id) => {
    const entries = told.get(id);
    return entries ? { id, told: entries } : null;
  });
}

/** What becomes of users whom the source deletes. The events of each. */
async function leave(
  act: ScimAct,
  behavior: string,
  rows: readonly HeldRow[],
): Promise<Map<string, TypedEntry['type'][]>> {
  const { tx, caller, now } = act;
  const uuids = rows.map(({ user_uuid }) => user_uuid);
  const held = new Set(rows.flatMap((row) => (row.held === null ? [] : [row.user_uuid])));
  if (behavior !== 'deactivate') await withdrawAll(tx, [...held]);
  const own = new Map<string, TypedEntry[]>();
  const others: TypedEntry[] = [];
  if (behavior === 'keep') {
    await queries.deleteLinks(tx, sourceOf(act), uuids);
    await updating(sameForAll(theseUsers(uuids), { source: 'local' }), ['source'], { now }).execute(tx);
    const changes = { source: { before: 'scim', after: 'local' } };
    for (const uuid of uuids) own.set(uuid, [{ type: 'user.changed', targetId: uuid, changes }]);
  } else if (behavior === 'deactivate') {
    const active = rows.filter((row) => row.status !== 'inactive' && row.held === null);
    const switched = await switchMany(
      act,
      active.map((row) => ({ row, isOn: false })),
    );
    // Also of who was inactive already: from now on the source has no such user. Who is held back stays so.
    for (const uuid of uuids) {
      const inactive: TypedEntry[] = held.has(uuid) ? [] : [{ type: 'user.deactivated', targetId: uuid, changes: {} }];
      own.set(uuid, switched.get(uuid) ?? inactive);
    }
  } else {
    const mayGo = await leavingOf(act, uuids, 'delete');
    const going = uuids.filter((uuid) => mayGo.has(uuid));
    for (const uuid of uuids)
      if (!mayGo.has(uuid)) own.set(uuid, [{ type: 'user.departureHeld', targetId: uuid, changes: {} }]);
    if (going.length > 0) {
      others.push(...(await atGroupsOfLeaving(tx, going)));
      const gone = await deleteUsers(tx, going, { by: caller.actor.name, now });
      for (const uuid of going)
        own.set(uuid, [{ type: 'user.deleted', targetId: uuid, changes: gone.get(uuid) ?? {} }]);
    }
  }
  await tell(act, [...[...own.values()].flat(), ...others]);
  return new Map([...own].map(([uuid, entries]) => [uuid, entries.map(({ type }) => type)]));
}
