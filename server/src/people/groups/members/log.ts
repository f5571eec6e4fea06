import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transaction.ts';
import type { TypedEntry } from '../../../platform/http/acting.ts';

interface OfGroup {
  uuid: string;
}

const atGroup = (uuid: string, before: readonly string[], after: readonly string[]): TypedEntry => ({
  type: 'group.membersChanged',
  targetId: uuid,
  changes: { userIds: { before, after } },
});

/** Log entries for the groups a user joined or left, the same as for the calls of groups. */
export function atGroupsOfUser(
  userId: string,
  before: readonly OfGroup[],
  after: readonly OfGroup[],
): readonly TypedEntry[] {
  const [was, is] = [before, after].map((groups) => new Set(groups.map(({ uuid }) => uuid)));
  return [
    ...before.filter(({ uuid }) => !is?.has(uuid)).map(({ uuid }) => atGroup(uuid, [userId], [])),
    ...after.filter(({ uuid }) => !was?.has(uuid)).map(({ uuid }) => atGroup(uuid, [], [userId])),
  ];
}

/** The same for all groups of users about to be deleted: one row per group. */
export async function atGroupsOfLeaving(tx: Tx, userUuids: readonly string[]): Promise<readonly TypedEntry[]> {
  const { rows } = await sql<{ uuid: string; ids: string[] }>`
    select m.group_uuid as uuid, array_agg(u.user_id order by m.user_id_key) as ids
    from group_users m join users u on u.tenant_id = m.tenant_id and u.uuid = m.user_uuid
    where m.user_uuid = any (${userUuids}::uuid[]) group by m.group_uuid order by m.group_uuid`.execute(tx);
  return rows.map(({ uuid, ids }) => atGroup(uuid, ids, []));
}
