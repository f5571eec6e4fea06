import { sql } from 'kysely';
import type { KnownDevice } from '../../devices/credentials/known-devices.ts';
import { ask, named } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Account } from '../account.ts';

/** Search keys for an account at a device; hashes under each master key, typed names in lower case. */
export type Sought = Readonly<Record<'card' | 'userCode', Buffer[]> & Record<'userId' | 'loginMailAddress', string>>;
export type SoughtBy =
  | { [K in keyof Sought]: { by: K; value: Sought[K] } }[keyof Sought]
  | { by: 'uuid'; value: string };

/** An account as found at a device. It has no policy: the tenant's comes with the device. */
export interface FoundAccount
  extends Omit<
    Account,
    | 'tenant_name'
    | 'policy'
    | 'one_time_until'
    | 'roles'
    | 'source'
    | 'default_login'
    | 'unknown_until'
    | 'unknown_streak'
    | 'told_browsers'
    | 'known_since'
  > {
  /** Until when the account is refused at devices. */
  device_until: Date | number | null;
  device_streak: number | null;
  card_uuid: string | null;
  user_code_hash: Buffer | null;
  has_totp: boolean;
}

/**
 * Query parameters. With a second master key, `other` is the hash under it, else a repetition: an array parameter would
 * be planned again at each sign-in, because PostgreSQL assumes arrays of unknown length to be long.
 */
interface Asked {
  value: string | Buffer | undefined;
  other: string | Buffer | undefined;
  deviceType: string;
}

const toAsked = ({ value }: SoughtBy, deviceType: string): Asked =>
  typeof value === 'string'
    ? { value, other: value, deviceType }
    : { value: value[0], other: value.at(-1), deviceType };

/** An account and the card by which it was found. Takes no lock. */
function found(tx: Tx, by: SoughtBy['by'], { value, other, deviceType }: Asked) {
  const hashes = [value, other] as Buffer[];
  const account = tx
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
    .leftJoin('user_passwords as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.user_uuid', '=', 'u.uuid'),
    )
    .leftJoin('sign_in_guards as s', (join) =>
      join.onRef('s.tenant_id', '=', 'u.tenant_id').onRef('s.uuid', '=', 'u.uuid'),
    )
    .select(['s.device_until', 's.device_streak'])
    .select([
      'u.tenant_id',
      't.status as tenant_status',
      'u.uuid',
      'u.user_id',
      'u.status',
      'u.user_code_hash',
      'u.signed_out_at',
    ])
    .select(['u.locked_until', 'u.failed_count', 'u.failed_since', 'u.failed_streak'])
    .select(['p.password_hash', 'p.changed_at as password_changed_at', 'p.must_change'])
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
      .where('a.value_hash', 'in', hashes);
  }
  const withoutCard = account.select(sql<string | null>`null`.as('card_uuid'));
  if (by === 'userCode') return withoutCard.where('u.user_code_hash', 'in', hashes);
  const columns = {
    userId: 'u.user_id_key',
    loginMailAddress: 'u.login_mail_address_key',
    uuid: 'u.uuid',
  } as const;
  return withoutCard.where(columns[by], '=', value as string);
}

/** For verifying a password before any row is locked. */
export async function findAccount(tx: Tx, sought: SoughtBy, deviceType: string): Promise<FoundAccount | null> {
  return (
    ((await found(tx, sought.by, toAsked(sought, deviceType)).executeTakeFirst()) as FoundAccount | undefined) ?? null
  );
}

/**
 * Locks the account, its card and the device's credential until the transaction ends: deleting the card or the
 * credential waits, and then ends what was begun here. Null also if the credential is gone.
 */
export async function holdAccount(tx: Tx, sought: SoughtBy, device: KnownDevice): Promise<FoundAccount | null> {
  const held = found(tx, sought.by, toAsked(sought, device.deviceType))
    .innerJoin('device_credentials as c', 'c.tenant_id', 'u.tenant_id')
    .where('c.device_uuid', '=', device.uuid)
    .where('c.family_hash', '=', device.familyHash)
    .forUpdate('u')
    .forShare('c');
  const withCard = sought.by === 'card' ? held.forShare('a' as 'c') : held;
  const [account] = await ask(tx, named(`hold_at_device_by_${sought.by}`, withCard));
  return (account as FoundAccount | undefined) ?? null;
}
