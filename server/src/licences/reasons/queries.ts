import { sql } from 'kysely';
import type { LicenseReasons } from '#contract/licences/reasons.ts';
import type { userStatuses } from '#contract/people/users-fields.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface FactsRow {
  license_id: string;
  contract_id: string;
  service_class: string;
  service_name: string;
  service_enabled: boolean;
  status: LicenseReasons['status'];
  suspended: boolean;
  starts_at: Date;
  expires_at: Date | null;
  available_roles: string[] | null;
  available_device_types: string[] | null;
  in_rule: boolean;
  own_permission: boolean | null;
  revision: number;
  volume: number;
  used: number;
  user_status: (typeof userStatuses)[number] | null;
  was_registering: boolean;
  locked_until: Date | null;
  failed_streak: number;
  device_type: string | null;
  roles: string[];
}

/** A user or device, and the language of the answer. */
export interface Question {
  type: 'user' | 'device';
  uuid: string;
  locale: string;
  now: Date;
}

/** Table and columns of users and devices, aliased `h`. */
const holders = {
  user: {
    of: sql`(select tenant_id, uuid, roles, status as user_status, was_registering, locked_until, failed_streak,
      null::text as device_type from users)`,
    own: sql`license_users p on p.user_uuid = h.uuid`,
    inRule: sql`l.all_users`,
  },
  device: {
    of: sql`(select tenant_id, uuid, roles, null::text as user_status, false as was_registering,
      null::timestamptz as locked_until, 0 as failed_streak, device_type from devices)`,
    own: sql`license_devices p on p.device_uuid = h.uuid`,
    inRule: sql`h.device_type = any (l.all_device_types)`,
  },
} as const;

/** Facts about a user or device and each license of its type; empty if either does not exist. */
export async function readFacts(tx: Tx, { type, uuid, locale, now }: Question): Promise<FactsRow[]> {
  const holder = holders[type];
  const { rows } = await sql<FactsRow>`
    select l.license_id, l.contract_id, l.service_class, coalesce(s.names ->> ${locale}, s.names ->> 'en', l.service_class) as service_name,
      coalesce(s.enabled, false) as service_enabled,
      license_status(${now}, l.suspended_at, l.expires_at, c.ends_at) as status, l.suspended_at is not null as suspended,
      greatest(l.starts_at, c.starts_at) as starts_at, least(l.expires_at, c.ends_at) as expires_at,
      l.available_roles, l.available_device_types, ${holder.inRule} as in_rule, p.permitted as own_permission,
      l.revision, l.volume, k.used, h.user_status, h.was_registering, h.locked_until, h.failed_streak, h.device_type, h.roles
    from ${holder.of} h
    join licenses l on l.tenant_id = h.tenant_id and l.volume_type = ${type}
    join contracts c on c.tenant_id = l.tenant_id and c.contract_id = l.contract_id
    join license_use k on k.tenant_id = l.tenant_id and k.license_id = l.license_id
    left join ${holder.own} and p.tenant_id = l.tenant_id and p.license_id = l.license_id and p.generation = l.generation
    left join provider_services s on s.service_class = l.service_class
    where h.uuid = ${uuid}`.execute(tx);
  return rows;
}
