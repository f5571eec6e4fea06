import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ProvisioningSources } from '../../platform/db/schema.ts';
import { ask } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface SourceRow extends Selectable<ProvisioningSources> {
  users: number;
  quarantined: number;
  active_tokens: number;
  last_used_at: Date | null;
}

const reading = (tx: Tx, now: Date) =>
  tx
    .selectFrom('provisioning_sources as s')
    .where('s.deleted_at', 'is', null)
    .selectAll('s')
    .select([
      sql<number>`(select coalesce(sum(c.users), 0)::integer from source_user_counts c
        where c.tenant_id = s.tenant_id and c.source_uuid = s.uuid)`.as('users'),
      sql<number>`(select count(*)::integer from source_users u where u.tenant_id = s.tenant_id and u.source_uuid = s.uuid
        and u.held is not null)`.as('quarantined'),
      sql<number>`(select count(*)::integer from management_tokens t where t.tenant_id = s.tenant_id and t.source_uuid = s.uuid
        and t.revoked_at is null and t.expires_at > ${now})`.as('active_tokens'),
      sql<Date | null>`(select max(t.last_used_at) from management_tokens t where t.tenant_id = s.tenant_id
        and t.source_uuid = s.uuid)`.as('last_used_at'),
    ]);

export const listSources = (tx: Tx, now: Date): Promise<SourceRow[]> =>
  reading(tx, now).orderBy('s.display_name').orderBy('s.uuid').execute();

export const findSource = (tx: Tx, uuid: string, now: Date): Promise<SourceRow | undefined> =>
  reading(tx, now).where('s.uuid', '=', uuid).executeTakeFirst();

export const holdSource = (tx: Tx, uuid: string): Promise<Selectable<ProvisioningSources> | undefined> =>
  tx
    .selectFrom('provisioning_sources')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** One that is deleted and whose users are not all released yet. */
export async function holdDeleted(tx: Tx, uuid: string): Promise<boolean> {
  const asked = tx.selectFrom('provisioning_sources').select('uuid').where('uuid', '=', uuid);
  return (await asked.where('deleted_at', 'is not', null).forUpdate().executeTakeFirst()) !== undefined;
}

export const listDeleted = (tx: Tx): Promise<Pick<SourceRow, 'tenant_id' | 'uuid'>[]> =>
  tx.selectFrom('provisioning_sources').select(['tenant_id', 'uuid']).where('deleted_at', 'is not', null).execute();

/** Two administrators who add at once wait for each other: together they stay within the limit. */
export async function countSources(tx: Tx): Promise<number> {
  await tx.selectFrom('tenants').select('tenant_id').forNoKeyUpdate().execute();
  const present = tx.selectFrom('provisioning_sources').where('deleted_at', 'is', null);
  const count = present.select((eb) => eb.fn.countAll<string>().as('count'));
  return Number((await count.executeTakeFirstOrThrow()).count);
}

export async function insertSource(tx: Tx, row: Insertable<ProvisioningSources>): Promise<void> {
  await tx.insertInto('provisioning_sources').values(row).execute();
}

export async function updateSource(tx: Tx, uuid: string, changes: Updateable<ProvisioningSources>): Promise<void> {
  await tx.updateTable('provisioning_sources').set(changes).where('uuid', '=', uuid).execute();
}

/** The first users of a source, held in their order. */
export async function holdFirstUsers(tx: Tx, uuid: string, limit: number): Promise<string[]> {
  const rows = await ask(
    tx,
    sql<{ uuid: string }>`
      select u.uuid from users u where u.uuid in (
        select s.user_uuid from source_users s where s.source_uuid = ${uuid}::uuid order by s.user_uuid limit ${limit})
      order by u.uuid for update`,
  );
  return rows.map((row) => row.uuid);
}

/** Forgets that a source provides them. */
export async function forgetUsers(tx: Tx, uuid: string, users: readonly string[]): Promise<void> {
  await tx.deleteFrom('source_users').where('source_uuid', '=', uuid).where('user_uuid', 'in', users).execute();
}

/** Forgets which groups a source provides; answers them. */
export async function forgetGroups(tx: Tx, uuid: string): Promise<string[]> {
  const gone = tx.deleteFrom('source_groups').where('source_uuid', '=', uuid).returning('group_uuid');
  return (await gone.execute()).map(({ group_uuid }) => group_uuid);
}

export async function deleteSource(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('provisioning_sources').where('uuid', '=', uuid).execute();
}
