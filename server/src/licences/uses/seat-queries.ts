import { type RawBuilder, sql } from 'kysely';
import type { SeatHolder } from '#contract/licences/uses.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Place } from './cursor.ts';

export interface RuledLicense {
  license_id: string;
  volume_type: 'user' | 'device';
  generation: number;
  all_users: boolean;
  all_device_types: string[];
  available_roles: string[] | null;
  available_device_types: string[] | null;
}

export async function findRuledLicense(tx: Tx, licenseId: string): Promise<RuledLicense | null> {
  const row = await tx
    .selectFrom('licenses')
    .select([
      'license_id',
      'volume_type',
      'generation',
      'all_users',
      'all_device_types',
      'available_roles',
      'available_device_types',
    ])
    .where('license_id', '=', licenseId)
    .executeTakeFirst();
  return row ?? null;
}

export interface UserHolderRow {
  uuid: string;
  user_id: string;
  family_name: string;
  given_name: string;
  locale: string | null;
  status: Extract<SeatHolder, { volumeType: 'user' }>['status'];
  used_at: Date | null;
  at: number | null;
}

/** Converts a moment to a cursor's form and back. */
const microseconds = (moment: RawBuilder<unknown>) => sql`(extract(epoch from ${moment}) * 1000000)::bigint`;
const momentOf = (at: number) => sql`timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond'`;

const userColumns = sql`u.uuid, u.user_id, u.family_name, u.given_name, u.locale, u.status`;

/** SQL condition: user `u` uses a seat, by the rule without an exception or by a row of their own. */
function takesSeat({ license_id, generation, all_users, available_roles }: RuledLicense) {
  const rows = sql`select from license_users p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid
    and p.license_id = ${license_id} and p.generation = ${generation}`;
  return all_users
    ? sql`is_available_to(${available_roles}::text[], u.roles) and not exists (${rows} and not p.permitted)`
    : sql`exists (${rows} and p.permitted and p.counts)`;
}

/**
 * Users with a seat who never used the license, in the order of UUIDs: the key of the table, so that a page of a
 * million reads only a page. Without a rule, reads the license's own rows.
 */
export async function listNeverUsed(
  tx: Tx,
  license: RuledLicense,
  after: string | null,
  limit: number,
): Promise<UserHolderRow[]> {
  const { license_id, generation, all_users } = license;
  const unused = sql`not exists (select from last_uses x where x.tenant_id = u.tenant_id and x.user_uuid = u.uuid
    and x.license_id = ${license_id})`;
  const { rows } = await (all_users
    ? sql<UserHolderRow>`
        select ${userColumns}, null::timestamptz as used_at, null::bigint as at from users u
        where (${after}::uuid is null or u.uuid > ${after}) and ${takesSeat(license)} and ${unused}
        order by u.uuid limit ${limit}`
    : sql<UserHolderRow>`
        select ${userColumns}, null::timestamptz as used_at, null::bigint as at
        from license_users p join users u on u.tenant_id = p.tenant_id and u.uuid = p.user_uuid
        where p.license_id = ${license_id} and p.generation = ${generation} and p.permitted and p.counts
          and (${after}::uuid is null or p.user_uuid > ${after}) and ${unused}
        order by p.user_uuid limit ${limit}`
  ).execute(tx);
  return rows;
}

/** Users with a seat who used the license, longest ago first. */
export async function listLongestAgo(
  tx: Tx,
  license: RuledLicense,
  after: Place | null,
  limit: number,
): Promise<UserHolderRow[]> {
  const { rows } = await sql<UserHolderRow>`
    select ${userColumns}, x.used_at, ${microseconds(sql`x.used_at`)} as at
    from last_uses x join users u on u.tenant_id = x.tenant_id and u.uuid = x.user_uuid
    where x.license_id = ${license.license_id}
      and ${after === null ? sql`true` : sql`(x.used_at, x.user_uuid) > (${momentOf(after.at ?? 0)}, ${after.key}::uuid)`}
      and ${takesSeat(license)}
    order by x.used_at, x.user_uuid limit ${limit}`.execute(tx);
  return rows;
}

export interface DeviceHolderRow {
  uuid: string;
  device_id: string;
  key: string;
  device_type: string;
  description: string;
  used_at: Date | null;
  at: number | null;
}

/** Devices with a seat, longest unseen first. */
export async function listUnseenDevices(
  tx: Tx,
  { license_id, generation, ...rule }: RuledLicense,
  after: Place | null,
  limit: number,
): Promise<DeviceHolderRow[]> {
  const seen = sql`coalesce(d.last_seen_at, '-infinity')`;
  const place = (at: number | null) => (at === null ? sql`timestamptz '-infinity'` : momentOf(at));
  const { rows } = await sql<DeviceHolderRow>`
    select d.uuid, d.device_id, d.device_id_key as key, d.device_type, d.description, d.last_seen_at as used_at,
      ${microseconds(sql`d.last_seen_at`)} as at
    from devices d
    left join license_devices p on p.tenant_id = d.tenant_id and p.device_uuid = d.uuid
      and p.license_id = ${license_id} and p.generation = ${generation}
    where coalesce(p.permitted, d.device_type = any (${rule.all_device_types}::text[]))
      and is_available_to_device(${rule.available_roles}::text[], ${rule.available_device_types}::text[], d.roles, d.device_type)
      and ${after === null ? sql`true` : sql`(${seen}, d.device_id_key) > (${place(after.at)}, ${after.key})`}
    order by ${seen}, d.device_id_key limit ${limit}`.execute(tx);
  return rows;
}
