import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

export interface OfferedService {
  service_class: string;
  name: string;
  description: string;
  link_url: string | null;
  admin_link_url: string | null;
  icon_version: string | null;
  /** True if the user has one of its licenses; otherwise the tenant has it for others or for devices. */
  usable: boolean;
}

/** Services with an active license of the tenant that has started, from one user's view. */
export async function listOffered(
  tx: Tx,
  { userUuid, locale, now }: { userUuid: string; locale: string; now: Date },
): Promise<OfferedService[]> {
  const { rows } = await sql<OfferedService>`
    with permitted as materialized (select license_id from licenses_of_user(${userUuid}, ${now}))
    select s.service_class, coalesce(s.names ->> ${locale}, s.names ->> 'en') as name,
      coalesce(s.descriptions ->> ${locale}, s.descriptions ->> 'en', '') as description,
      coalesce(s.link_urls ->> t.region, s.link_urls ->> 'default') as link_url,
      coalesce(s.admin_link_urls ->> t.region, s.admin_link_urls ->> 'default') as admin_link_url,
      s.icon_version, h.usable
    from (
      select l.service_class,
        bool_or(p.license_id is not null) as usable
      from licenses l
      join contracts c on c.tenant_id = l.tenant_id and c.contract_id = l.contract_id
      left join permitted p on p.license_id = l.license_id
      where license_status(${now}, l.suspended_at, l.expires_at, c.ends_at) = 'activated'
        and greatest(l.starts_at, c.starts_at) <= ${now}
      group by l.service_class) h
    join provider_services s on s.service_class = h.service_class
    cross join tenants t
    where s.enabled`.execute(tx);
  return rows;
}
