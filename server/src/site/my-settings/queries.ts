import { sql, type Updateable } from 'kysely';
import type { Users } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

const columns = ['source', 'family_name', 'given_name', 'locale', 'timezone', 'app_extension'] as const;

export async function readBasicSettings(tx: Tx, uuid: string) {
  const row = await tx.selectFrom('users').select(columns).where('uuid', '=', uuid).executeTakeFirst();
  if (!row) return null;
  const addresses = await tx
    .selectFrom('user_mail_addresses')
    .select('mail_address')
    .where('user_uuid', '=', uuid)
    .orderBy('position')
    .execute();
  return { ...row, mail_addresses: addresses.map((address) => address.mail_address) };
}

export async function updateUser(tx: Tx, uuid: string, values: Updateable<Users>): Promise<void> {
  await tx.updateTable('users').set(values).where('uuid', '=', uuid).execute();
}

/** Puts keys into what a person keeps about applications; other keys stay. */
export async function mergeAppExtension(tx: Tx, uuid: string, extension: Record<string, unknown>): Promise<void> {
  await tx
    .updateTable('users')
    .set({ app_extension: sql<string>`app_extension || ${JSON.stringify(extension)}::jsonb` })
    .where('uuid', '=', uuid)
    .execute();
}

export async function replaceMailAddresses(
  tx: Tx,
  account: { tenantId: string; uuid: string },
  addresses: readonly string[],
): Promise<void> {
  await tx.deleteFrom('user_mail_addresses').where('user_uuid', '=', account.uuid).execute();
  if (addresses.length === 0) return;
  const rows = addresses.map((mail_address, position) => ({
    tenant_id: account.tenantId,
    user_uuid: account.uuid,
    position,
    mail_address,
  }));
  await tx.insertInto('user_mail_addresses').values(rows).execute();
}
