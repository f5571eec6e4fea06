import { sql } from 'kysely';
import type { LicenseReasons } from '#contract/service-management/reasons.ts';
import type { Tx } from '../../db/transaction.ts';

export interface FactsRow {
  license_id: string;
  service_class: string;
  service_name: string;
  service_enabled: boolean;
  status: LicenseReasons['status'];
  starts_at: Date;
  expires_at: Date | null;
  available_roles: string[] | null;
  all_users: boolean;
  own_permission: boolean | null;
  seats_left: number;
  user_status: string;
  roles: string[];
}

/** What is known of a user and each licence for users; nothing where there is no such user or licence. */
export async function readFacts(
  tx: Tx,
  { userUuid, locale, now }: { userUuid: string; locale: string; now: Date },
): Promise<FactsRow[]> {
  const { rows } = await sql<FactsRow>`
    select l.license_id, l.service_class, coalesce(s.names ->> ${locale}, s.names ->> 'en', l.service_class) as service_name,
      coalesce(s.enabled, false) as service_enabled,
      license_status(${now}, l.suspended_at, l.expires_at, c.ends_at) as status,
      greatest(l.starts_at, c.starts_at) as starts_at, least(l.expires_at, c.ends_at) as expires_at,
      l.available_roles, l.all_users, p.permitted as own_permission, greatest(0, l.volume - k.used) as seats_left,
      u.status as user_status, u.roles
    from users u
    join licenses l on l.tenant_id = u.tenant_id and l.volume_type = 'user'
    join contracts c on c.tenant_id = l.tenant_id and c.contract_id = l.contract_id
    join license_use k on k.tenant_id = l.tenant_id and k.license_id = l.license_id
    left join license_users p on p.tenant_id = l.tenant_id and p.user_uuid = u.uuid and p.license_id = l.license_id
      and p.generation = l.generation
    left join provider_services s on s.service_class = l.service_class
    where u.uuid = ${userUuid}`.execute(tx);
  return rows;
}
