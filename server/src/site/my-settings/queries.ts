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
