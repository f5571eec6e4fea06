import { sql } from 'kysely';
import type { OnpremiseAccountType } from '#contract/credentials/onpremise-accounts.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** Metadata of a user's PIN, and the number of the tenant's users. */
export async function readUserCode(tx: Tx, uuid: string) {
  const row = await tx
    .selectFrom('users as u')
    .select(['u.user_code_issued_at', sql<number>`count_users()`.as('user_count')])
    .select((eb) => eb('u.user_code_hash', 'is not', null).as('assigned'))
    .where('u.uuid', '=', uuid)
    .executeTakeFirst();
  return row ?? null;
}

/** False: the user no longer exists. */
export async function storeUserCode(
  tx: Tx,
  uuid: string,
  pin: { hash: Buffer; length: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ user_code_hash: pin.hash, user_code_length: pin.length, user_code_issued_at: now })
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Sets the users' PINs by hash; all have the same length. */
export async function storePins(tx: Tx, pins: ReadonlyMap<string, Buffer>, length: number, now: Date): Promise<void> {
  await sql`
    update users u set user_code_hash = p.hash, user_code_length = ${length}, user_code_issued_at = ${now}
    from unnest(${[...pins.keys()]}::uuid[], ${[...pins.values()]}::bytea[]) as p (uuid, hash)
    where u.uuid = p.uuid`.execute(tx);
}

/** True if there was one. */
export async function removeUserCode(tx: Tx, uuid: string): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ user_code_hash: null, user_code_length: null, user_code_issued_at: null })
    .where('uuid', '=', uuid)
    .where('user_code_hash', 'is not', null)
    .returning('uuid')
    .executeTakeFirst();
  return row !== undefined;
}

const columns = ['uuid', 'device_type', 'type', 'index', 'hint', 'created_at'] as const;

export interface AccountRow {
  uuid: string;
  device_type: string;
  type: OnpremiseAccountType;
  index: number;
  hint: string;
  created_at: Date;
}

/**
 * Locks the user's row until the transaction ends, so that two new accounts never get the same position. False: the
 * user no longer exists.
 */
export async function holdUserRow(tx: Tx, uuid: string): Promise<boolean> {
  const held = tx.selectFrom('users').select('uuid').where('uuid', '=', uuid).forUpdate();
  return (await held.executeTakeFirst()) !== undefined;
}

export async function listAccounts(tx: Tx, userUuid: string): Promise<AccountRow[]> {
  return tx
    .selectFrom('onpremise_accounts')
    .select(columns)
    .where('user_uuid', '=', userUuid)
    .orderBy('device_type')
    .orderBy('type')
    .orderBy('index')
    .execute();
}

export async function insertAccount(
  tx: Tx,
  row: AccountRow & { tenant_id: string; user_uuid: string; value_hash: Buffer },
): Promise<void> {
  await tx.insertInto('onpremise_accounts').values(row).execute();
}

export async function replaceAccount(
  tx: Tx,
  uuid: string,
  values: { value_hash: Buffer; hint: string; created_at: Date },
): Promise<void> {
  await tx.updateTable('onpremise_accounts').set(values).where('uuid', '=', uuid).execute();
}

/** Removes one of the user's accounts. */
export async function deleteAccount(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('onpremise_accounts').where('uuid', '=', uuid).execute();
}

/** One of a user's accounts, locked until the transaction ends. */
export async function holdAccount(tx: Tx, userUuid: string, uuid: string): Promise<AccountRow | null> {
  const row = await tx
    .selectFrom('onpremise_accounts')
    .select(columns)
    .where('user_uuid', '=', userUuid)
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
