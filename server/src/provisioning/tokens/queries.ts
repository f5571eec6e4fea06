import { type Insertable, type Selectable, sql } from 'kysely';
import type { ManagementTokens } from '../../platform/db/schema.ts';
import { queryInTenant } from '../../platform/db/one-message.ts';
import type { Database, Tx } from '../../platform/db/transaction.ts';

export interface TokenRow extends Selectable<ManagementTokens> {
  source_name: string | null;
}

const reading = (tx: Tx) =>
  tx
    .selectFrom('management_tokens as t')
    .leftJoin('provisioning_sources as s', (on) =>
      on.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.uuid', '=', 't.source_uuid'),
    )
    .where('s.deleted_at', 'is', null)
    .selectAll('t')
    .select('s.display_name as source_name');

export const listTokens = (tx: Tx): Promise<TokenRow[]> =>
  reading(tx).orderBy('t.created_at', 'desc').limit(2000).execute();

export const findToken = (tx: Tx, uuid: string): Promise<TokenRow | undefined> =>
  reading(tx).where('t.uuid', '=', uuid).executeTakeFirst();

/** The tokens of a source, or those of none, that are good now. */
export async function countOpen(tx: Tx, sourceUuid: string | null, now: Date): Promise<number> {
  const open = tx.selectFrom('management_tokens').select((eb) => eb.fn.countAll<string>().as('count'));
  const ofSource = open.where('source_uuid', 'is not distinct from', sourceUuid).where('revoked_at', 'is', null);
  return Number((await ofSource.where('expires_at', '>', now).executeTakeFirstOrThrow()).count);
}

export async function insertToken(tx: Tx, row: Insertable<ManagementTokens>): Promise<void> {
  await tx.insertInto('management_tokens').values(row).execute();
}

/** Answers the name of one that was not revoked yet. */
export async function revokeToken(tx: Tx, uuid: string, now: Date): Promise<string | null> {
  const open = tx.updateTable('management_tokens').set({ revoked_at: now }).where('revoked_at', 'is', null);
  const row = await open.where('uuid', '=', uuid).returning('name').executeTakeFirst();
  return row?.name ?? null;
}

/** The last token of each source that is on, if it ends between the two times; held, so that each is told of once. */
export async function holdLastTokens(tx: Tx, now: Date, until: Date) {
  return tx
    .selectFrom('management_tokens as t')
    .innerJoin('provisioning_sources as s', 's.uuid', 't.source_uuid')
    .select([
      't.uuid',
      't.created_at',
      't.expires_at',
      't.noticed_days',
      't.source_uuid',
      's.display_name as source_name',
    ])
    .where('s.enabled', '=', true)
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', now)
    .where('t.expires_at', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('management_tokens as later')
            .select('later.uuid')
            .whereRef('later.source_uuid', '=', 't.source_uuid')
            .where('later.revoked_at', 'is', null)
            .where(sql<boolean>`(later.expires_at, later.uuid) > (t.expires_at, t.uuid)`),
        ),
      ),
    )
    .orderBy('t.uuid')
    .forUpdate('t')
    .execute();
}

/** Tokens for events that are in use, if they end between the two times; held, so that each is told of once. */
export async function holdLogTokens(tx: Tx, now: Date, until: Date, usedSince: Date) {
  return tx
    .selectFrom('management_tokens')
    .select(['uuid', 'name', 'created_at', 'expires_at', 'noticed_days'])
    .where('source_uuid', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .where('last_used_at', '>', usedSince)
    .orderBy('uuid')
    .forUpdate()
    .execute();
}

export async function setNoticed(tx: Tx, uuid: string, days: number): Promise<void> {
  await tx.updateTable('management_tokens').set({ noticed_days: days }).where('uuid', '=', uuid).execute();
}

export interface OpenToken {
  uuid: string;
  name: string;
  scopes: string[];
  last_used_at: Date | null;
  source_uuid: string;
  source_name: string;
  /** Of a source that is being set up: it is not switched on yet. */
  source_enabled: boolean;
}

/** A token that is good now, of a source that is enabled or being set up and a tenant that is active: read at every call. */
export async function findOpenToken(
  db: Database,
  tenantId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<OpenToken | null> {
  const text = `select t.uuid, t.name, t.scopes, t.last_used_at, t.source_uuid, s.display_name as source_name,
      s.enabled as source_enabled
    from management_tokens t
    join provisioning_sources s on s.tenant_id = t.tenant_id and s.uuid = t.source_uuid
      and (s.enabled or s.started_at is null) and s.deleted_at is null
    join tenants o on o.tenant_id = t.tenant_id and o.status = 'active'
    where t.token_hash = $1 and t.revoked_at is null and t.expires_at > $2`;
  const values = [tokenHash, now];
  return (
    (await queryInTenant<OpenToken>(db.pool, tenantId, { name: 'find_management_token', text, values }))[0] ?? null
  );
}

/** A token of no source that is good now, of a tenant that is active: read at every call. */
export async function findLogToken(
  db: Database,
  tenantId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<Pick<OpenToken, 'uuid' | 'name' | 'scopes' | 'last_used_at'> | null> {
  const text = `select t.uuid, t.name, t.scopes, t.last_used_at
    from management_tokens t
    join tenants o on o.tenant_id = t.tenant_id and o.status = 'active'
    where t.token_hash = $1 and t.revoked_at is null and t.expires_at > $2 and t.source_uuid is null`;
  const values = [tokenHash, now];
  return (await queryInTenant<OpenToken>(db.pool, tenantId, { name: 'find_log_token', text, values }))[0] ?? null;
}

export async function noteUsed(tx: Tx, uuid: string, address: string, now: Date): Promise<void> {
  await sql`update management_tokens set last_used_at = ${now}, last_used_address = ${address} where uuid = ${uuid}::uuid`.execute(
    tx,
  );
}
