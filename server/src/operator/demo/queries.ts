import type { Insertable } from 'kysely';
import type { Groups, GroupUsers, Tenants, Users } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';

export async function hasTenant(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('tenants').select('tenant_id').executeTakeFirst()) !== undefined;
}

/** False when the tenant is there already. */
export async function insertTenant(tx: Tx, row: Insertable<Tenants>): Promise<boolean> {
  const inserted = await tx
    .insertInto('tenants')
    .values(row)
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .returning('tenant_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function insertUsers(tx: Tx, rows: Insertable<Users>[]): Promise<void> {
  await tx.insertInto('users').values(rows).execute();
}

export async function insertGroups(tx: Tx, rows: Insertable<Groups>[]): Promise<void> {
  await tx.insertInto('groups').values(rows).execute();
}

export async function insertMissingGroups(tx: Tx, rows: Insertable<Groups>[]): Promise<void> {
  await tx
    .insertInto('groups')
    .values(rows)
    .onConflict((conflict) => conflict.constraint('duplicated_params_groupId').doNothing())
    .execute();
}

export async function insertGroupUsers(tx: Tx, rows: Insertable<GroupUsers>[]): Promise<void> {
  await tx.insertInto('group_users').values(rows).execute();
}

/** The uuids of the groups between two ids of the same length. */
export async function groupUuids(tx: Tx, first: string, last: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('groups')
    .select('uuid')
    .where('group_id_key', '>=', first)
    .where('group_id_key', '<=', last)
    .orderBy('group_id_key')
    .execute();
  return rows.map((row) => row.uuid);
}

/** The users of these ids who have a password, to give them a new one. */
export async function userUuidsWithPassword(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('users as u')
    .innerJoin('user_passwords as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.user_uuid', '=', 'u.uuid'),
    )
    .select('u.uuid')
    .where('u.user_id_key', 'in', userIds)
    .execute();
  return rows.map((row) => row.uuid);
}
