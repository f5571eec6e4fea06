import { sql } from 'kysely';
import type { CountedRule } from '#contract/licences/permitted.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { HeldLicense } from './queries.ts';

/** Copies rows of the previous rule that are exceptions from the new rule for device types as well. */
export async function carryExceptions(tx: Tx, before: HeldLicense, after: HeldLicense): Promise<void> {
  await sql`
    insert into license_devices (tenant_id, device_uuid, license_id, generation, permitted, counts)
    select p.tenant_id, p.device_uuid, p.license_id, ${after.generation}::integer, p.permitted, p.counts
    from license_devices p join devices d on d.tenant_id = p.tenant_id and d.uuid = p.device_uuid
    where p.license_id = ${before.license_id} and p.generation = ${before.generation}
      and p.permitted <> (d.device_type = any (${after.all_device_types}::text[]))`.execute(tx);
}

/** Effect of a rule for all devices of some types, among the devices the license is for. */
export async function countRule(
  tx: Tx,
  licenseId: string,
  types: readonly string[],
  keepExceptions: boolean,
): Promise<CountedRule> {
  const { rows } = await sql<CountedRule>`
    select count(*) filter (where k.will and not k.does) as gaining, count(*) filter (where k.does and not k.will) as losing,
      count(*) filter (where k.kept) as exceptions, count(*) filter (where k.will) as used
    from (
      select coalesce(p.permitted, d.device_type = any (l.all_device_types)) as does, e.kept,
        e.kept <> (d.device_type = any (${types}::text[])) as will
      from licenses l
      join devices d on d.tenant_id = l.tenant_id
        and is_available_to_device(l.available_roles, l.available_device_types, d.roles, d.device_type)
      left join license_devices p on p.tenant_id = l.tenant_id and p.device_uuid = d.uuid
        and p.license_id = l.license_id and p.generation = l.generation
      cross join lateral (select coalesce(
        ${keepExceptions}::boolean and p.permitted <> (d.device_type = any (${types}::text[])), false) as kept) e
      where l.license_id = ${licenseId}) k`.execute(tx);
  return rows[0] as CountedRule;
}

/**
 * True if a new rule and its exceptions assign the license to a device that did not have it. Reads the exceptions of
 * both; for all others the counters tell whether there are devices of an added type.
 */
export async function isAnyDeviceNew(tx: Tx, before: HeldLicense, after: HeldLicense): Promise<boolean> {
  const [had, has] = [sql`${before.all_device_types}::text[]`, sql`${after.all_device_types}::text[]`];
  const { rows } = await sql<{ found: boolean }>`
    with named as materialized (
      select d.device_type = any (${had}) as in_before, d.device_type = any (${has}) as in_after,
        bool_or(p.permitted) filter (where p.generation = ${before.generation}) as did,
        bool_or(p.permitted) filter (where p.generation = ${after.generation}) as does
      from license_devices p join devices d on d.tenant_id = p.tenant_id and d.uuid = p.device_uuid
      where p.license_id = ${after.license_id} and p.generation in (${before.generation}, ${after.generation}) and p.counts
      group by d.tenant_id, d.uuid)
    select exists (select from named where coalesce(does, in_after) and not coalesce(did, in_before))
      or (select count(*) from named where in_after and not in_before) < (
        select coalesce(sum(c.devices), 0) from device_counts c
        where c.device_type = any (${has}) and c.device_type <> all (${had}) and is_available_to_device(
          ${after.available_roles}::text[], ${after.available_device_types}::text[], c.roles, c.device_type)) as found`.execute(
    tx,
  );
  return rows[0]?.found === true;
}
