import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Predicate } from '../../platform/db/search/predicate.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { countAll } from './matching-queries.ts';
import type { RuleRow } from './search-queries.ts';

/** Up to so many rows of a license, those are read; of more, each user or device of the list is asked. */
const FEW_ROWS = 20_000;

const rowsOf = (table: 'license_users' | 'license_devices', { license_id, generation }: RuleRow) =>
  sql`from ${sql.table(table)} p where p.license_id = ${license_id} and p.generation = ${generation}`;

/** Either way, without asking anybody twice. */
const given = (holds: RawBuilder<SqlBool>, permitted: boolean) => (permitted ? holds : sql<SqlBool>`not (${holds})`);

/**
 * Whether a user `u` has a license, or has not: the reverse of its rule if there is a row, as counted by the triggers. The
 * rows are kept from being joined (`offset 0`, `array`), as those of groups are.
 */
export function ofUser(rule: RuleRow, permitted: boolean): Predicate {
  const rows = rowsOf('license_users', rule);
  const row = sql`exists (select ${rows} and p.user_uuid = u.uuid`;
  const holds = rule.all_users
    ? sql<SqlBool>`(is_available_to(${rule.available_roles}::text[], u.roles) and not ${row} offset 0))`
    : sql<SqlBool>`${row} and p.counts offset 0)`;
  const exact = given(holds, permitted);
  // Under a rule for all, whom the license is not for does not have it either, without a row.
  const isListed = rule.all_users ? !permitted && rule.available_roles === null : permitted;
  if (!isListed || rule.singles + rule.exceptions > FEW_ROWS) return { exact, indexed: null };
  return {
    exact,
    indexed: sql<SqlBool>`u.uuid = any (array(select p.user_uuid ${rows} and p.counts))`,
    isComplete: true,
  };
}

/** Whether a device `d` has a license, or has not. */
export function ofDevice(rule: RuleRow, permitted: boolean): Predicate {
  const rows = rowsOf('license_devices', rule);
  const row = sql`exists (select ${rows} and p.device_uuid = d.uuid offset 0)`;
  const allowed = sql`is_available_to_device(${rule.available_roles}::text[], ${rule.available_device_types}::text[], d.roles, d.device_type)`;
  const holds = sql<SqlBool>`(${allowed} and (d.device_type = any (${rule.all_device_types}::text[])) <> ${row})`;
  const exact = given(holds, permitted);
  const isListed = permitted && rule.all_device_types.length === 0;
  if (!isListed || rule.singles > FEW_ROWS) return { exact, indexed: null };
  return {
    exact,
    indexed: sql<SqlBool>`d.uuid = any (array(select p.device_uuid ${rows} and p.counts))`,
    isComplete: true,
  };
}

/** How many of the whole tenant have a license, or have not. */
export async function countHolding(
  tx: Tx,
  type: 'user' | 'device',
  licenseId: string,
  permitted: boolean,
): Promise<number> {
  const counted = await countAll(tx, type, licenseId);
  return permitted ? counted.permitted : counted.matching - counted.permitted;
}
