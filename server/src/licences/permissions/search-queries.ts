import { sql } from 'kysely';
import type { RowDevice, RowUser } from '#contract/licences/permitted.ts';
import { named } from '../../platform/db/ask.ts';

export interface RuleRow {
  license_id: string;
  generation: number;
  all_users: boolean;
  all_device_types: string[];
  available_roles: string[] | null;
  available_device_types: string[] | null;
  revision: number;
  /** Number of exceptions. */
  singles: number;
  exceptions: number;
}

/** Rules of those given licenses that are for users, or for devices. */
export const rulesOf = (type: 'user' | 'device', licenseIds: readonly string[]) =>
  named(
    'rules_of_licenses',
    sql<RuleRow>`
  select l.license_id, l.generation, l.all_users, l.all_device_types, l.available_roles, l.available_device_types, l.revision,
    coalesce(sum(c.permitted), 0)::bigint as singles, coalesce(sum(c.excepted), 0)::bigint as exceptions
  from licenses l left join license_counts c
    on c.tenant_id = l.tenant_id and c.license_id = l.license_id and c.generation = l.generation
  where l.license_id = any (${licenseIds}::text[]) and l.volume_type = ${type}
  group by l.tenant_id, l.license_id`,
  );

export interface ReversalRow {
  uuid: string;
  license_id: string;
  generation: number;
  permitted: boolean;
}

const tables = {
  user: { table: sql.table('license_users'), holder: sql.ref('p.user_uuid') },
  device: { table: sql.table('license_devices'), holder: sql.ref('p.device_uuid') },
} as const;

/**
 * Exceptions of some holders and licenses, by primary key: each pair is named, no range of either. Includes generations
 * that are not swept yet: callers compare with the rules they read.
 */
export function reversalsOf(type: 'user' | 'device', uuids: readonly string[], licenseIds: readonly string[]) {
  const { table, holder } = tables[type];
  return named(
    `reversals_of_${type}s`,
    sql<ReversalRow>`
      select ${holder} as uuid, p.license_id, p.generation, p.permitted from ${table} p
      where ${holder} = any (${uuids}::uuid[]) and p.license_id = any (${licenseIds}::text[])`,
  );
}

/** The users with these uuids, in this order. */
export const usersOf = (uuids: readonly string[]) =>
  named(
    'permitted_users',
    sql<RowUser>`
  select u.uuid, u.user_id as "userId", u.family_name as "familyName", u.given_name as "givenName",
    u.login_mail_address as "loginMailAddress", u.status, u.roles, u.department, u.location
  from unnest(${uuids}::uuid[]) with ordinality as asked (uuid, place)
  join users u on u.uuid = asked.uuid order by asked.place`,
  );

/** The devices with these uuids, in this order. */
export const devicesOf = (uuids: readonly string[]) =>
  named(
    'permitted_devices',
    sql<RowDevice>`
  select d.uuid, d.device_id as "deviceId", d.serial_id as "serialId", d.device_type as "deviceType", d.description, d.roles
  from unnest(${uuids}::uuid[]) with ordinality as asked (uuid, place)
  join devices d on d.uuid = asked.uuid order by asked.place`,
  );
