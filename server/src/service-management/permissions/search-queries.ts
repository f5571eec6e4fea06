import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';

export interface RuleRow {
  license_id: string;
  generation: number;
  all_users: boolean;
  all_device_types: string[];
  available_roles: string[] | null;
  available_device_types: string[] | null;
  revision: number;
  /** Those of whom the reverse of the rule holds. */
  singles: number;
  exceptions: number;
}

/** The rules of those of these licences that are for users, or for devices. */
export async function readRules(tx: Tx, type: 'user' | 'device', licenseIds: readonly string[]): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select l.license_id, l.generation, l.all_users, l.all_device_types, l.available_roles, l.available_device_types, l.revision,
      coalesce(sum(c.permitted), 0)::bigint as singles, coalesce(sum(c.excepted), 0)::bigint as exceptions
    from licenses l left join license_counts c
      on c.tenant_id = l.tenant_id and c.license_id = l.license_id and c.generation = l.generation
    where l.license_id = any (${licenseIds}::text[]) and l.volume_type = ${type}
    group by l.tenant_id, l.license_id`.execute(tx);
  return rows;
}

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

/** The reversals of some users or devices and licences, by the key: each holder and each licence named, never a range of either. */
export async function listReversals(
  tx: Tx,
  type: 'user' | 'device',
  uuids: readonly string[],
  licenseIds: readonly string[],
): Promise<ReversalRow[]> {
  if (uuids.length === 0) return [];
  const { table, holder } = tables[type];
  const { rows } = await sql<ReversalRow>`
    select ${holder} as uuid, p.license_id, p.generation, p.permitted
    from ${table} p
    join licenses l on l.tenant_id = p.tenant_id and l.license_id = p.license_id and l.generation = p.generation
    where p.tenant_id = current_tenant() and ${holder} = any (${uuids}::uuid[]) and p.license_id = any (${licenseIds}::text[])`.execute(
    tx,
  );
  return rows;
}
