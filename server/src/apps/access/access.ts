import type * as contract from '#contract/apps/client-access.ts';
import { MOST_ASSIGNED_GROUPS, MOST_ASSIGNED_USERS } from '#contract/apps/client-addresses.ts';
import { fail } from '#contract/errors.ts';
import type { AnswerOf, BodyOf, QueryOf } from '#contract/route.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import { type ClientRow, findClient, holdClient, updateClient } from '../clients/oauth-clients.ts';
import * as queries from './queries.ts';

export { isAssigned } from './queries.ts';

type Access = AnswerOf<typeof contract.getClientAccess>;

/** As many memberships of assigned groups are counted. */
const MOST_COUNTED = 50_000;

async function mustFind(tx: Tx, clientId: string, find = findClient): Promise<ClientRow> {
  const row = await find(tx, clientId);
  if (!row) throw fail('not_found');
  return row;
}

/** Who may use a client. Throws `not_found`. */
export async function getAccess(tx: Tx, clientId: string): Promise<Access> {
  const { access } = await mustFind(tx, clientId);
  const [counts, people] = await Promise.all([
    queries.countAssigned(tx, clientId),
    queries.countPeople(tx, clientId, MOST_COUNTED),
  ]);
  return { access: access as Access['access'], ...counts, people };
}

/**
 * Opens a client to everyone of the tenant, or limits it to those assigned. Nothing of those without is deleted: their
 * tokens are refused at each use, as long as they are not assigned (docs/decisions/0185). Throws `not_found`, `conflict`.
 */
export async function changeAccess(
  tx: Tx,
  clientId: string,
  { access, expected }: BodyOf<typeof contract.changeClientAccess>,
  now: Date,
): Promise<{ state: Access; changes: Changes }> {
  const row = await mustFind(tx, clientId, holdClient);
  refuseConflict({ access, expected }, { access: row.access });
  if (row.access === access) return { state: await getAccess(tx, clientId), changes: {} };
  await updateClient(tx, clientId, { access, updated_at: now });
  return { state: await getAccess(tx, clientId), changes: { access: { before: row.access, after: access } } };
}

/** A page of the assigned users. Throws `not_found`. */
export async function listUsers(
  tx: Tx,
  clientId: string,
  { page, count, keyword }: QueryOf<typeof contract.listAssignedUsers>,
): Promise<AnswerOf<typeof contract.listAssignedUsers>> {
  await mustFind(tx, clientId);
  const place = { keyword, offset: (page - 1) * count, limit: count };
  const { rows, total } = await queries.listUsers(tx, clientId, place);
  const results = rows.map((row) => ({
    uuid: row.uuid,
    userId: row.user_id,
    familyName: row.family_name,
    givenName: row.given_name,
    status: row.status,
  }));
  return { results, totalResults: total, itemsPerPage: count };
}

/** The assigned groups. Throws `not_found`. */
export async function listGroups(tx: Tx, clientId: string): Promise<AnswerOf<typeof contract.listAssignedGroups>> {
  await mustFind(tx, clientId);
  const rows = await queries.listGroups(tx, clientId);
  return wholePage(
    rows.map((row) => ({
      uuid: row.uuid,
      groupId: row.group_id,
      name: row.name,
      userCount: row.user_count,
      hasChildren: row.child_count > 0,
    })),
  );
}

type Named = BodyOf<typeof contract.assignToClient>;
interface Assigned {
  matched: number;
  changed: number;
  changes: Changes;
}

/**
 * Assigns users and groups to a client: all, or none with `invalid_params_userIds`, `invalid_params_groupIds`. The client
 * is held, so that two administrators together do not exceed the limits. Throws `not_found`, `exceeded_assignments`.
 */
export async function assign(tx: Tx, clientId: string, named: Named): Promise<Assigned> {
  const done = await change(tx, clientId, named, queries.insertAssigned, true);
  const { users, groups } = await queries.countAssigned(tx, clientId);
  if (users > MOST_ASSIGNED_USERS || groups > MOST_ASSIGNED_GROUPS) throw fail('exceeded_assignments');
  return done;
}

/** Takes a client from users and groups, likewise. Whoever has it in no other way loses its tokens (docs/decisions/0232). */
export async function unassign(tx: Tx, clientId: string, named: Named): Promise<Assigned> {
  const done = await change(tx, clientId, named, queries.deleteAssigned, false);
  if (done.changed > 0) await queries.endLost(tx, clientId);
  return done;
}

async function change(
  tx: Tx,
  clientId: string,
  named: Named,
  write: typeof queries.insertAssigned,
  come: boolean,
): Promise<Assigned> {
  await mustFind(tx, clientId, holdClient);
  const users = await holdNamed(tx, 'users', named.userIds);
  const groups = await holdNamed(tx, 'groups', named.groupIds);
  const userIds = changedOf(users, await write(tx, 'users', clientId, uuidsOf(users)));
  const groupIds = changedOf(groups, await write(tx, 'groups', clientId, uuidsOf(groups)));
  const told = (ids: string[]) => (come ? { before: [], after: ids } : { before: ids, after: [] });
  return {
    matched: users.length + groups.length,
    changed: userIds.length + groupIds.length,
    changes: {
      ...(userIds.length > 0 && { assignedUsers: told(userIds) }),
      ...(groupIds.length > 0 && { assignedGroups: told(groupIds) }),
    },
  };
}

const uuidsOf = (found: readonly queries.Found[]) => found.map(({ uuid }) => uuid);

function changedOf(found: readonly queries.Found[], uuids: readonly string[]): string[] {
  const changed = new Set(uuids);
  return found.filter(({ uuid }) => changed.has(uuid)).map(({ id }) => id);
}

const unknown = {
  users: { field: 'userIds', error: 'invalid_params_userIds' },
  groups: { field: 'groupIds', error: 'invalid_params_groupIds' },
} as const;

/** Throws the error of the kind with the positions of unknown ones, including those of other tenants. */
async function holdNamed(tx: Tx, kind: queries.Kind, ids: readonly string[]): Promise<queries.Found[]> {
  const found = await queries.hold(tx, kind, ids);
  const known = new Set(found.map(({ key }) => key));
  const { field, error } = unknown[kind];
  const missing = ids.flatMap((id, place) => (known.has(id.toLowerCase()) ? [] : [`${field}.${place}`]));
  if (missing.length === 0) return found;
  throw fail(error, { field: missing[0], more: missing.slice(1, 20).map((other) => ({ id: error, field: other })) });
}
