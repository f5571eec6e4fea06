import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { OauthApis } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type ApiRow = Selectable<OauthApis>;

export async function listApis(tx: Tx): Promise<ApiRow[]> {
  return tx.selectFrom('oauth_apis').selectAll().orderBy('name').orderBy('api_id').execute();
}

/** One API, locked until the transaction ends. */
export async function holdApi(tx: Tx, apiId: string): Promise<ApiRow | null> {
  const query = tx.selectFrom('oauth_apis').selectAll().where('api_id', '=', apiId).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** How many APIs the tenant has, counted by one transaction after the other. */
export async function countApis(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('oauth_apis ' || current_tenant(), 0))`.execute(tx);
  const row = await tx
    .selectFrom('oauth_apis')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function insertApi(tx: Tx, row: Insertable<OauthApis>): Promise<ApiRow> {
  return tx.insertInto('oauth_apis').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateApi(tx: Tx, apiId: string, set: Updateable<OauthApis>): Promise<ApiRow> {
  return tx.updateTable('oauth_apis').set(set).where('api_id', '=', apiId).returningAll().executeTakeFirstOrThrow();
}

export async function deleteApi(tx: Tx, apiId: string): Promise<void> {
  await tx.deleteFrom('oauth_apis').where('api_id', '=', apiId).execute();
}
