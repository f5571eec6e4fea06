import { sql } from 'kysely';
import { prepared } from '../../db/tenant-connections.ts';
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
    group by l.tenant_id, l.license_id ${prepared}`.execute(tx);
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

/**
 * The reversals of some users or devices and licences, by the key: each holder and each licence named, never a range of
 * either. Of every generation that is not swept yet: whoever asks knows the rules.
 */
export async function listReversals(
  tx: Tx,
  type: 'user' | 'device',
  uuids: readonly string[],
  licenseIds: readonly string[],
): Promise<ReversalRow[]> {
  if (uuids.length === 0) return [];
  const { table, holder } = tables[type];
  const { rows } = await sql<ReversalRow>`
    select ${holder} as uuid, p.license_id, p.generation, p.permitted from ${table} p
    where ${holder} = any (${uuids}::uuid[]) and p.license_id = any (${licenseIds}::text[]) ${prepared}`.execute(tx);
  return rows;
}
