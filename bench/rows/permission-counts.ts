import pg from 'pg';
import type { Bench } from '../measure.ts';
import type { Ask } from './permission-calls.ts';

export type Listed = { results: { licenseId: string; usedVolume: number }[] };

/** Licenses whose used count differs from counting row by row, as text. */
export async function differences({ portico, seed }: Bench, timed: Ask): Promise<string[]> {
  const { answer } = await timed<Listed>('/licenses?count=500');
  const database = new pg.Client(portico.owner);
  await database.connect();
  const { rows } = await database.query<{ license_id: string; used: number }>(countAnew, [seed.tenantId]);
  await database.end();
  const counted = new Map(rows.map(({ license_id, used }) => [license_id, used]));
  return answer.results
    .filter(({ licenseId, usedVolume }) => counted.get(licenseId) !== usedVolume)
    .map(({ licenseId, usedVolume }) => `${licenseId} says ${usedVolume}, has ${counted.get(licenseId)}`);
}

/** Assignments one by one, and by a rule without its exceptions: counted from the rows, without counters. */
const countAnew = `
  with counted as (
    select l.license_id, count(*) as used from licenses l
    join license_users p on p.tenant_id = l.tenant_id and p.license_id = l.license_id and p.generation = l.generation
    join users u on u.tenant_id = p.tenant_id and u.uuid = p.user_uuid
    where l.tenant_id = $1 and p.permitted and is_available_to(l.available_roles, u.roles) group by 1
    union all
    select l.license_id, count(*) from licenses l
    join license_devices p on p.tenant_id = l.tenant_id and p.license_id = l.license_id and p.generation = l.generation
    join devices d on d.tenant_id = p.tenant_id and d.uuid = p.device_uuid
    where l.tenant_id = $1 and p.permitted
      and is_available_to_device(l.available_roles, l.available_device_types, d.roles, d.device_type) group by 1
    union all
    select l.license_id, count(*) from licenses l join users u on u.tenant_id = l.tenant_id
    where l.tenant_id = $1 and l.all_users and is_available_to(l.available_roles, u.roles) and not exists (
      select from license_users p where p.tenant_id = l.tenant_id and p.user_uuid = u.uuid
        and p.license_id = l.license_id and p.generation = l.generation) group by 1
    union all
    select l.license_id, count(*) from licenses l
    join devices d on d.tenant_id = l.tenant_id and d.device_type = any (l.all_device_types)
    where l.tenant_id = $1
      and is_available_to_device(l.available_roles, l.available_device_types, d.roles, d.device_type) and not exists (
      select from license_devices p where p.tenant_id = l.tenant_id and p.device_uuid = d.uuid
        and p.license_id = l.license_id and p.generation = l.generation) group by 1)
  select l.license_id, coalesce(sum(c.used), 0)::float8 as used
  from licenses l left join counted c on c.license_id = l.license_id where l.tenant_id = $1 group by 1`;
