import { sql } from 'kysely';
import type { KnownDevice } from '../../../device-management/credentials/known-devices.ts';
import { built } from '../../../db/built.ts';
import { prepared } from '../../../db/tenant-connections.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { AccountRow } from '../queries.ts';

/** By what an account is looked for at a device; hashes under each master key, typed names in lower case. */
export type Sought = Readonly<Record<'card' | 'userCode', Buffer[]> & Record<'userId' | 'loginMailAddress', string>>;
export type SoughtBy =
  | { [K in keyof Sought]: { by: K; value: Sought[K] } }[keyof Sought]
  | { by: 'uuid'; value: string };

/** An account as it is found at a device: of the tenant's policy the device itself is known by. */
export interface FoundAccount
  extends Omit<
    AccountRow,
    | 'tenant_name'
    | 'security_policy'
    | 'one_time_until'
    | 'roles'
    | 'source'
    | 'default_login'
    | 'signed_out_at'
    | 'unknown_until'
    | 'unknown_streak'
    | 'told_browsers'
    | 'known_since'
  > {
  /** Until when devices are closed to the account. */
  device_until: Date | number | null;
  device_streak: number | null;
  card_uuid: string | null;
  user_code_hash: Buffer | null;
  has_totp: boolean;
}

/**
 * Values of a question. Under a second master key there is another hash, else the same once more: an array would be
 * planned anew at each sign-in, for PostgreSQL takes one of unknown length for long.
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

/** An account as a device finds it, and the card it was found by. Nothing is held. */
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
    .select(['u.tenant_id', 't.status as tenant_status', 'u.uuid', 'u.user_id', 'u.status', 'u.user_code_hash'])
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

/** For checking a password before anything is held. */
export async function findAccount(tx: Tx, sought: SoughtBy, deviceType: string): Promise<FoundAccount | null> {
  return (
    ((await found(tx, sought.by, toAsked(sought, deviceType)).executeTakeFirst()) as FoundAccount | undefined) ?? null
  );
}

/** Of `found`, with the credential of the device that asks. Both are held, and the card they were found by. */
function heldOf(tx: Tx, by: SoughtBy['by'], asked: Asked & { deviceUuid: string; familyHash: Buffer }) {
  return found(tx, by, asked)
    .innerJoin('device_credentials as c', 'c.tenant_id', 'u.tenant_id')
    .where('c.device_uuid', '=', asked.deviceUuid)
    .where('c.family_hash', '=', asked.familyHash);
}

const held = (by: SoughtBy['by']) =>
  built((tx: Tx, asked: Asked & { deviceUuid: string; familyHash: Buffer }) => {
    let query = heldOf(tx, by, asked).forUpdate('u').forShare('c');
    if (by === 'card') query = query.forShare('a' as 'c');
    return query.modifyEnd(prepared);
  });
const holdBy = {
  card: held('card'),
  userCode: held('userCode'),
  userId: held('userId'),
  loginMailAddress: held('loginMailAddress'),
  uuid: held('uuid'),
} as const;

/**
 * The account, held until the transaction ends, with its card and the device's credential: whoever takes one of them
 * away waits, and then ends what was begun here. Null also where the credential has gone.
 */
export async function holdAccount(tx: Tx, sought: SoughtBy, device: KnownDevice): Promise<FoundAccount | null> {
  const { uuid: deviceUuid, familyHash, deviceType } = device;
  const [account] = await holdBy[sought.by](tx, { ...toAsked(sought, deviceType), deviceUuid, familyHash });
  return (account as FoundAccount | undefined) ?? null;
}

/** What accounts are looked for by when there are several; they are all of one kind. */
export interface Wanted {
  sought: SoughtBy;
  device: KnownDevice;
}

const VALUE_TYPES = {
  card: 'bytea',
  userCode: 'bytea',
  userId: 'text',
  loginMailAddress: 'text',
  uuid: 'uuid',
} as const;

/** A row of what is asked for, `g`, for each that is wanted. Its values are called `value0`, `other0` and so on. */
const wantedRow = (by: SoughtBy['by'], values: Record<string, unknown>, n: number) => {
  const type = sql.raw(VALUE_TYPES[by]);
  const of = (name: string) => values[`${name}${n}`];
  return sql`(${sql.lit(n)}, ${of('value')}::${type}, ${of('other')}::${type}, ${of('deviceType')}::text, ${of('deviceUuid')}::uuid, ${of('familyHash')}::bytea)`;
};

const heldTogether = (by: SoughtBy['by'], rows: number) =>
  built((tx: Tx, values: Record<string, unknown>) => {
    const wanted = Array.from({ length: rows }, (_, n) => wantedRow(by, values, n));
    const of = <T>(column: string) => sql.ref(`g.${column}`) as unknown as T;
    const asked = { value: of<Buffer>('value'), other: of<Buffer>('other'), deviceType: of<string>('device_type') };
    // Kysely writes one "skip locked" for all tables.
    const held = (by === 'card' ? ['c', 'a'] : ['c']).map((table) => sql`for share of ${sql.id(table)} skip locked`);
    return heldOf(tx, by, { ...asked, deviceUuid: of('device_uuid'), familyHash: of('family_hash') })
      .innerJoin(
        sql<{ n: number }>`(values ${sql.join(wanted)})`.as<'g'>(
          sql`g (n, value, other, device_type, device_uuid, family_hash)`,
        ),
        (join) => join.onTrue(),
      )
      .select('g.n')
      .modifyEnd(sql`for update of u skip locked ${sql.join(held, sql` `)} ${prepared}`);
  });
const holdTogetherBy = new Map<string, ReturnType<typeof heldTogether>>();

/**
 * The same for several, in one question. Null also for who is held by somebody else: nobody is waited for, so that none
 * of them waits for another's sake.
 */
export async function holdAccounts(tx: Tx, wanted: readonly Wanted[]): Promise<(FoundAccount | null)[]> {
  const by = wanted[0]?.sought.by as SoughtBy['by'];
  const key = `${by} ${wanted.length}`;
  const hold = holdTogetherBy.get(key) ?? heldTogether(by, wanted.length);
  holdTogetherBy.set(key, hold);
  const values = wanted.flatMap(({ sought, device: { uuid: deviceUuid, familyHash, deviceType } }, n) =>
    Object.entries({ ...toAsked(sought, deviceType), deviceUuid, familyHash }).map(([name, value]) => [
      `${name}${n}`,
      value,
    ]),
  );
  const rows = (await hold(tx, Object.fromEntries(values))) as (FoundAccount & { n: number })[];
  return wanted.map((_, at) => rows.find(({ n }) => n === at) ?? null);
}
