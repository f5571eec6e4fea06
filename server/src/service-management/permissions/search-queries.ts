import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';

export interface RuleRow {
  license_id: string;
  generation: number;
  all_users: boolean;
  available_roles: string[] | null;
  available_device_types: string[] | null;
}

/** The rules of those of these licences that are for users. */
export async function readRules(tx: Tx, licenseIds: readonly string[]): Promise<RuleRow[]> {
  return tx
    .selectFrom('licenses')
    .select(['license_id', 'generation', 'all_users', 'available_roles', 'available_device_types'])
    .where('license_id', 'in', licenseIds)
    .where('volume_type', '=', 'user')
    .execute();
}

export interface ReversalRow {
  user_uuid: string;
  license_id: string;
  generation: number;
  permitted: boolean;
}

/** The reversals of some users and licences, by the key: each user and each licence named, never a range of either. */
export async function listReversals(
  tx: Tx,
  uuids: readonly string[],
  licenseIds: readonly string[],
): Promise<ReversalRow[]> {
  if (uuids.length === 0) return [];
  const { rows } = await sql<ReversalRow>`
    select p.user_uuid, p.license_id, p.generation, p.permitted
    from license_users p
    join licenses l on l.tenant_id = p.tenant_id and l.license_id = p.license_id and l.generation = p.generation
    where p.tenant_id = current_tenant() and p.user_uuid = any (${uuids}::uuid[]) and p.license_id = any (${licenseIds}::text[])`.execute(
    tx,
  );
  return rows;
}
