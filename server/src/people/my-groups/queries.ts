import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

export interface GroupsAsked {
  sort: 'name' | 'groupId';
  order: 'ascending' | 'descending';
  page: number;
  count: number;
}

/** A page of the groups a user belongs to. */
export async function listGroupsOf(tx: Tx, userUuid: string, asked: GroupsAsked) {
  const direction = asked.order === 'ascending' ? 'asc' : 'desc';
  return tx
    .selectFrom('group_users as m')
    .innerJoin('groups as g', (join) =>
      join.onRef('g.tenant_id', '=', 'm.tenant_id').onRef('g.uuid', '=', 'm.group_uuid'),
    )
    .select(['g.uuid', 'g.group_id', 'g.name', 'g.description'])
    .where('m.user_uuid', '=', userUuid)
    .orderBy(asked.sort === 'name' ? sql`lower(g.name)` : 'g.group_id_key', direction)
    .orderBy('g.uuid', direction)
    .limit(asked.count)
    .offset((asked.page - 1) * asked.count)
    .execute();
}

export async function countGroupsOf(tx: Tx, userUuid: string): Promise<number> {
  const row = await tx
    .selectFrom('group_users')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('user_uuid', '=', userUuid)
    .executeTakeFirst();
  return row?.total ?? 0;
}
