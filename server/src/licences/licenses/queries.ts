import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { License } from '#contract/licences/fields.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface LicenseRow {
  license_id: string;
  contract_id: string;
  service_class: string;
  service_name: string;
  used_volume: number;
  volume: number;
  over_used_since: Date | null;
  volume_type: License['volumeType'];
  available_roles: string[] | null;
  available_device_types: string[] | null;
  status: License['status'];
  starts_at: Date;
  expires_at: Date | null;
  rate_plan_name: string;
  subscription_regional_id: string;
}

export interface LicenseFilter {
  volumeType?: License['volumeType'] | undefined;
  status?: License['status'] | undefined;
  availableDeviceType?: string | undefined;
  contractId?: string | undefined;
  licenseId?: string | undefined;
}

const status = (now: Date) => sql`license_status(${now}, l.suspended_at, l.expires_at, c.ends_at)`;

function conditions(filter: LicenseFilter, now: Date): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  if (filter.volumeType) all.push(sql`l.volume_type = ${filter.volumeType}`);
  if (filter.status) all.push(sql`${status(now)} = ${filter.status}`);
  if (filter.contractId !== undefined) all.push(sql`l.contract_id = ${filter.contractId}`);
  if (filter.licenseId !== undefined) all.push(sql`l.license_id = ${filter.licenseId}`);
  if (filter.availableDeviceType !== undefined) {
    const type = filter.availableDeviceType;
    all.push(
      sql`l.volume_type = 'device' and (l.available_device_types is null or ${type} = any (l.available_device_types))`,
    );
  }
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

/** Licenses that match a filter, with service names in a language; unordered. */
export async function listLicenseRows(tx: Tx, filter: LicenseFilter, locale: string, now: Date): Promise<LicenseRow[]> {
  const { rows } = await sql<LicenseRow>`
    select l.license_id, l.contract_id, l.service_class, k.used as used_volume, l.volume, l.over_used_since, l.volume_type,
      coalesce(s.names ->> ${locale}, s.names ->> 'en', l.service_class) as service_name,
      l.available_roles, l.available_device_types, ${status(now)} as status,
      greatest(l.starts_at, c.starts_at) as starts_at, least(l.expires_at, c.ends_at) as expires_at,
      c.rate_plan_name, c.subscription_regional_id
    from licenses l
    join contracts c on c.tenant_id = l.tenant_id and c.contract_id = l.contract_id
    join license_use k on k.tenant_id = l.tenant_id and k.license_id = l.license_id
    left join provider_services s on s.service_class = l.service_class
    where ${conditions(filter, now)}`.execute(tx);
  return rows;
}

export interface OwnContractRow {
  contract_id: string;
  rate_plan_name: string;
  subscription_regional_id: string;
  starts_at: Date;
  ends_at: Date | null;
  license_count: number;
}

export async function listContractRows(
  tx: Tx,
  { count, page }: { count: number; page: number },
): Promise<{ rows: OwnContractRow[]; total: number }> {
  const { rows } = await sql<OwnContractRow & { total: number }>`
    select c.contract_id, c.rate_plan_name, c.subscription_regional_id, c.starts_at, c.ends_at,
      (select count(*) from licenses l where l.tenant_id = c.tenant_id and l.contract_id = c.contract_id) as license_count
    from contracts c order by c.starts_at desc, c.contract_id limit ${count} offset ${(page - 1) * count}`.execute(tx);
  const totals = await sql<{ total: number }>`select count(*) as total from contracts`.execute(tx);
  return { rows, total: totals.rows[0]?.total ?? 0 };
}

export async function activatedVolumeTypes(tx: Tx, now: Date): Promise<License['volumeType'][]> {
  const { rows } = await sql<{ volume_type: License['volumeType'] }>`
    select distinct l.volume_type from licenses l
    join contracts c on c.tenant_id = l.tenant_id and c.contract_id = l.contract_id
    where ${status(now)} = 'activated'`.execute(tx);
  return rows.map((row) => row.volume_type);
}

/** Language of a user: their own, otherwise the tenant's. */
export async function readLocale(tx: Tx, userUuid: string): Promise<string> {
  const { rows } = await sql<{ locale: string }>`
    select coalesce(u.locale, t.locale) as locale from users u join tenants t on t.tenant_id = u.tenant_id
    where u.uuid = ${userUuid}`.execute(tx);
  return rows[0]?.locale ?? 'en';
}
