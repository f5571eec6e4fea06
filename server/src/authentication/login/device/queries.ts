import { sql } from 'kysely';
import type { KnownDevice } from '../../../device-management/credentials/known-devices.ts';
import { prepared } from '../../../db/tenant-connections.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type AccountRow, accounts } from '../queries.ts';

/** By what an account is looked for at a device; hashes under each master key, typed names in lower case. */
export type Sought = Readonly<Record<'card' | 'userCode', Buffer[]> & Record<'userId' | 'loginMailAddress', string>>;
export type SoughtBy =
  | { [K in keyof Sought]: { by: K; value: Sought[K] } }[keyof Sought]
  | { by: 'uuid'; value: string };

export interface FoundAccount extends AccountRow {
  card_uuid: string | null;
  user_code_hash: Buffer | null;
  has_totp: boolean;
}

/** An account as a device finds it, and the card it was found by. Nothing is held. */
function found(tx: Tx, { by, value }: SoughtBy, deviceType: string) {
  const account = accounts(tx)
    .select(['u.user_code_hash'])
    .select(
      sql<boolean>`exists (select from totps x where x.tenant_id = u.tenant_id and x.user_uuid = u.uuid and x.enabled)`.as(
        'has_totp',
      ),
    );
  if (by === 'card') {
    return account
      .innerJoin('onpremise_accounts as a', (join) =>
        join.onRef('a.tenant_id', '=', 'u.tenant_id').onRef('a.user_uuid', '=', 'u.uuid'),
      )
      .select('a.uuid as card_uuid')
      .where('a.device_type', '=', deviceType)
      .where('a.type', '=', 'card')
      .where('a.value_hash', 'in', value);
  }
  const withoutCard = account.select(sql<string | null>`null`.as('card_uuid'));
  if (by === 'userCode') return withoutCard.where('u.user_code_hash', 'in', value);
  const columns = {
    userId: 'u.user_id_key',
    loginMailAddress: 'u.login_mail_address_key',
    uuid: 'u.uuid',
  } as const;
  return withoutCard.where(columns[by], '=', value);
}

/** For checking a password before anything is held. */
export async function findAccount(tx: Tx, sought: SoughtBy, deviceType: string): Promise<FoundAccount | null> {
  return ((await found(tx, sought, deviceType).executeTakeFirst()) as FoundAccount | undefined) ?? null;
}

/**
 * The account, held until the transaction ends, with its card and the device's credential: whoever takes one of them
 * away waits, and then ends what was begun here. Null also where the credential has gone.
 */
export async function holdAccount(tx: Tx, sought: SoughtBy, device: KnownDevice): Promise<FoundAccount | null> {
  let query = found(tx, sought, device.deviceType)
    .innerJoin('device_credentials as c', 'c.tenant_id', 'u.tenant_id')
    .where('c.device_uuid', '=', device.uuid)
    .where('c.family_hash', '=', device.familyHash)
    .forUpdate('u')
    .forShare('c');
  if (sought.by === 'card') query = query.forShare('a' as 'c');
  return ((await query.modifyEnd(prepared).executeTakeFirst()) as FoundAccount | undefined) ?? null;
}
