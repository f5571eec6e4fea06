import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Aside, FEW_LISTED, isListed, type Predicate } from '../../platform/db/search/predicate.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { countAll } from './matching-queries.ts';
import type { RuleRow } from './search-queries.ts';

const rowsOf = (table: 'license_users' | 'license_devices', { license_id, generation }: RuleRow) =>
  sql`from ${sql.table(table)} p where p.license_id = ${license_id} and p.generation = ${generation}`;

const sizeOf = ({ singles, exceptions }: RuleRow) => singles + exceptions;

/** Either way, without asking anybody twice. */
const given = (holds: RawBuilder<SqlBool>, permitted: boolean) => (permitted ? holds : sql<SqlBool>`not (${holds})`);

/** The predicate for those a license has rows for, or all but those. */
function byList(exact: RawBuilder<SqlBool>, uuid: RawBuilder<unknown>, aside: Aside): Predicate {
  if (aside.isNot || aside.size > FEW_LISTED) return { exact, indexed: null, aside };
  const indexed = sql<SqlBool>`${uuid} = any (array(${aside.uuids}))`;
  return { exact: isListed(uuid, aside.uuids), indexed, isComplete: true, aside };
}

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
  if (rule.all_users && rule.available_roles !== null) return { exact, indexed: null };
  const uuids = sql`select p.user_uuid as uuid ${rows} and p.counts`;
  return byList(exact, sql.ref('u.uuid'), { uuids, isNot: permitted === rule.all_users, size: sizeOf(rule) });
}

/** Whether a device `d` has a license, or has not. */
export function ofDevice(rule: RuleRow, permitted: boolean): Predicate {
  const rows = rowsOf('license_devices', rule);
  const row = sql`exists (select ${rows} and p.device_uuid = d.uuid offset 0)`;
  const allowed = sql`is_available_to_device(${rule.available_roles}::text[], ${rule.available_device_types}::text[], d.roles, d.device_type)`;
  const holds = sql<SqlBool>`(${allowed} and (d.device_type = any (${rule.all_device_types}::text[])) <> ${row})`;
  const exact = given(holds, permitted);
  if (rule.all_device_types.length > 0) return { exact, indexed: null };
  const uuids = sql`select p.device_uuid as uuid ${rows} and p.counts`;
  return byList(exact, sql.ref('d.uuid'), { uuids, isNot: !permitted, size: sizeOf(rule) });
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
