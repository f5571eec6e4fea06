import { ask, named, together } from '../../platform/db/ask.ts';
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

export async function readTenantName(tx: Tx): Promise<string> {
  return (await tx.selectFrom('tenants').select('name').executeTakeFirstOrThrow()).name;
}

export async function readOperator(tx: Tx, uuid: string): Promise<{ status: string; roles: string[] } | null> {
  const row = await tx.selectFrom('users').select(['status', 'roles']).where('uuid', '=', uuid).executeTakeFirst();
  return row ?? null;
}
