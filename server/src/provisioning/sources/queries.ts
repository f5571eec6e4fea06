import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ProvisioningSources } from '../../platform/db/schema.ts';
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
  tx.selectFrom('provisioning_sources').selectAll().where('uuid', '=', uuid).forUpdate().executeTakeFirst();

/** Two administrators who add at once wait for each other: together they stay within the limit. */
export async function countSources(tx: Tx): Promise<number> {
  await tx.selectFrom('tenants').select('tenant_id').forNoKeyUpdate().execute();
  const count = tx.selectFrom('provisioning_sources').select((eb) => eb.fn.countAll<string>().as('count'));
  return Number((await count.executeTakeFirstOrThrow()).count);
}

export async function insertSource(tx: Tx, row: Insertable<ProvisioningSources>): Promise<void> {
  await tx.insertInto('provisioning_sources').values(row).execute();
}

export async function updateSource(tx: Tx, uuid: string, changes: Updateable<ProvisioningSources>): Promise<void> {
  await tx.updateTable('provisioning_sources').set(changes).where('uuid', '=', uuid).execute();
}

/** Forgets whom a source provides. */
export async function forgetUsers(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('source_users').where('source_uuid', '=', uuid).execute();
}

/** Forgets which groups a source provides; answers them. */
export async function forgetGroups(tx: Tx, uuid: string): Promise<string[]> {
  const gone = tx.deleteFrom('source_groups').where('source_uuid', '=', uuid).returning('group_uuid');
  return (await gone.execute()).map(({ group_uuid }) => group_uuid);
}

export async function deleteSource(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('provisioning_sources').where('uuid', '=', uuid).execute();
}
