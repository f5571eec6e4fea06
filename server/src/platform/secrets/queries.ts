import { sql } from 'kysely';
import type pg from 'pg';
import { PROVIDER, type Tx } from '../db/transaction.ts';
import type { Row, SealedColumn } from './sealed-columns.ts';

export interface SealedCount {
  tenant_id: string;
  place: string;
  /** Null: not in the form of a sealed value. */
  key_id: string | null;
  amount: number;
}

/** Counts sealed values by key, tenant and column. */
export async function countSealedValues(pool: pg.Pool): Promise<SealedCount[]> {
  return (await pool.query<SealedCount>('select * from count_sealed_values()')).rows;
}

export async function countBareRecoveryCodes(pool: pg.Pool): Promise<{ tenant_id: string; amount: number }[]> {
  return (await pool.query<{ tenant_id: string; amount: number }>('select * from count_bare_recovery_codes()')).rows;
}

export type SealedRow = Row & { sealed_value: Buffer };

/**
 * Locks the next rows of a column, after the row `after`, whose header is not `header`. Skips rows locked by others.
 */
export async function holdOldRows(
  tx: Tx,
  { table, column, key, reads, where, batch }: SealedColumn,
  header: Buffer,
  after: readonly unknown[] | null,
): Promise<SealedRow[]> {
  const keys = sql.join(Object.keys(key).map((name) => sql.ref(name)));
  const shown = [...Object.keys(key), ...reads].map((name) => sql`, ${sql.ref(name)}`);
  const { rows } = await sql<SealedRow>`
    select tenant_id${sql.join(shown, sql``)}, ${sql.ref(column)} as sealed_value from ${sql.table(table)}
    where substring(${sql.ref(column)} from 1 for 5) <> ${header}
      ${where === undefined ? sql`` : sql`and ${sql.raw(where)}`}
      ${after === null ? sql`` : sql`and (${keys}) > (${sql.join(after)})`}
    order by ${keys} limit ${batch} for update skip locked`.execute(tx);
  return rows;
}

/** Replaces values that are still as they were read; returns how many. */
export async function replaceValues(
  tx: Tx,
  { table, column, key }: SealedColumn,
  values: readonly { row: SealedRow; sealed: Buffer }[],
): Promise<number> {
  const names = Object.keys(key);
  const arrays = Object.entries(key).map(
    ([name, type]) => sql`${values.map(({ row }) => row[name])}::${sql.raw(type)}[]`,
  );
  const isSame = names.map((name) => sql`t.${sql.ref(name)} = v.${sql.ref(name)}`);
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t set ${sql.ref(column)} = v.new_value
    from unnest(${sql.join(arrays)}, ${values.map(({ row }) => row.sealed_value)}::bytea[],
      ${values.map(({ sealed }) => sealed)}::bytea[]) v (${sql.join(names.map((name) => sql.ref(name)))}, old_value, new_value)
    where ${sql.join(isSame, sql` and `)} and t.${sql.ref(column)} = v.old_value`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Locks recovery codes that are bare hashes; skips those locked by others. */
export async function holdBareCodes(tx: Tx, batch: number): Promise<{ user_uuid: string; code_hash: Buffer }[]> {
  return tx
    .selectFrom('recovery_codes')
    .select(['user_uuid', 'code_hash'])
    .where('keyed', '=', false)
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function replaceBareCodes(
  tx: Tx,
  codes: readonly { user_uuid: string; code_hash: Buffer; keyed_hash: Buffer }[],
): Promise<void> {
  await sql`
    update recovery_codes t set code_hash = v.keyed_hash, keyed = true
    from unnest(${codes.map((code) => code.user_uuid)}::uuid[], ${codes.map((code) => code.code_hash)}::bytea[],
      ${codes.map((code) => code.keyed_hash)}::bytea[]) v (user_uuid, code_hash, keyed_hash)
    where t.user_uuid = v.user_uuid and t.code_hash = v.code_hash and not t.keyed`.execute(tx);
}

export interface LookupKeyRow {
  purpose: string;
  rank: number;
  sealed_key: Buffer;
}

export async function readLookupKeys(tx: Tx): Promise<LookupKeyRow[]> {
  return tx.selectFrom('lookup_keys').select(['purpose', 'rank', 'sealed_key']).orderBy('rank').execute();
}

export async function insertLookupKey(tx: Tx, row: LookupKeyRow): Promise<void> {
  await tx
    .insertInto('lookup_keys')
    .values({ tenant_id: PROVIDER, ...row })
    .execute();
}

/** Serializes processes that start at the same moment. */
export const takeTurns = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('portico/lookup-keys'))`.execute(tx);
