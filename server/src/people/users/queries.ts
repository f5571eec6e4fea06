import { type Insertable, sql, type Updateable } from 'kysely';
import { ask, named, send, together } from '../../platform/db/ask.ts';
import type { Users } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { userRowOf } from './rows.ts';

const heldColumns = [
  'uuid',
  'user_id',
  'status',
  'source',
  'roles',
  'login_mail_address',
  'next_login_mail_address',
  'extension_attributes',
] as const;

export type HeldUser = NonNullable<Awaited<ReturnType<typeof holdUser>>>;

/** The uuid of a visible id. */
export async function findUuid(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('users')
    .select('uuid')
    .where('user_id_key', '=', userId.toLowerCase())
    .executeTakeFirst();
  return row?.uuid ?? null;
}

const holding = (tx: Tx, userIdKey: string) =>
  named('hold_user', tx.selectFrom('users').select(heldColumns).where('user_id_key', '=', userIdKey).forUpdate());

/** A user by the visible id, held until the transaction ends, so that changes of one account come one after the other. */
export async function holdUser(tx: Tx, userId: string) {
  const [row] = await ask(tx, holding(tx, userId.toLowerCase()));
  return row ?? null;
}

/** The same, with all that an administrator sees, read once the user is held. */
export async function holdUserRow(tx: Tx, userId: string, now: Date) {
  const userIdKey = userId.toLowerCase();
  const [, [row]] = await together(tx, holding(tx, userIdKey), userRowOf({ userIdKey }, now));
  return row ?? null;
}

/** What is taken (`duplicated_params_…`) fails the transaction. Nothing waits for it: what comes next reads the user. */
export async function insertUser(tx: Tx, row: Insertable<Users>): Promise<void> {
  await send(tx, named('insert_user', tx.insertInto('users').values(row)));
}

/** What forbids it (`last_administrator`, an address that is taken) fails the transaction. */
export async function updateUser(tx: Tx, uuid: string, values: Updateable<Users>): Promise<void> {
  await send(tx, tx.updateTable('users').set(values).where('uuid', '=', uuid));
}

/**
 * Whether the address is somebody else's: to sign in with, waiting to be that, or a further one (spec section 5). Counted,
 * and asked through `searchable_users`, so that indexes answer: see `users/staged/compare.ts`.
 */
export async function isAddressTaken(tx: Tx, address: string, exceptUuid: string): Promise<boolean> {
  const key = address.toLowerCase();
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from users where login_mail_address_key = ${key} and uuid <> ${exceptUuid}::uuid)
      or (select count(*) from searchable_users
        where lower(next_login_mail_address) = ${key} and uuid <> ${exceptUuid}::uuid) > 0
      or (select count(*) from user_mail_addresses
        where mail_address_key = ${key} and user_uuid <> ${exceptUuid}::uuid) > 0 as taken`.execute(tx);
  return rows[0]?.taken === true;
}

export async function replaceMailAddresses(
  tx: Tx,
  account: { tenantId: string; uuid: string },
  addresses: readonly string[],
): Promise<void> {
  await send(tx, tx.deleteFrom('user_mail_addresses').where('user_uuid', '=', account.uuid));
  await insertMailAddresses(tx, account, addresses);
}

export async function insertMailAddresses(
  tx: Tx,
  account: { tenantId: string; uuid: string },
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  const owner = { tenant_id: account.tenantId, user_uuid: account.uuid };
  const rows = addresses.map((mail_address, position) => ({ ...owner, position, mail_address }));
  await send(tx, tx.insertInto('user_mail_addresses').values(rows));
}

/** The uuids of groups by their ids, lower-cased; none of them goes away until the transaction ends. */
export async function findGroups(tx: Tx, groupIds: readonly string[]): Promise<Map<string, string>> {
  if (groupIds.length === 0) return new Map();
  const keys = groupIds.map((groupId) => groupId.toLowerCase());
  const rows = await tx
    .selectFrom('groups')
    .select(['uuid', 'group_id_key'])
    .where('group_id_key', 'in', keys)
    .orderBy('uuid')
    .forKeyShare()
    .execute();
  return new Map(rows.map((row) => [row.group_id_key, row.uuid]));
}

/** Makes the direct memberships these and no others. */
export async function setGroups(
  tx: Tx,
  account: { tenantId: string; uuid: string },
  groupUuids: readonly string[],
): Promise<void> {
  let gone = tx.deleteFrom('group_users').where('user_uuid', '=', account.uuid);
  if (groupUuids.length > 0) gone = gone.where('group_uuid', 'not in', groupUuids);
  await gone.execute();
  if (groupUuids.length === 0) return;
  const rows = groupUuids.map((group_uuid) => ({ tenant_id: account.tenantId, group_uuid, user_uuid: account.uuid }));
  await tx
    .insertInto('group_users')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function readTenantName(tx: Tx): Promise<string> {
  return (await tx.selectFrom('tenants').select('name').executeTakeFirstOrThrow()).name;
}

export async function readOperator(tx: Tx, uuid: string): Promise<{ status: string; roles: string[] } | null> {
  const row = await tx.selectFrom('users').select(['status', 'roles']).where('uuid', '=', uuid).executeTakeFirst();
  return row ?? null;
}
