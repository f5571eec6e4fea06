import pg from 'pg';
import type { Bench } from '../measure.ts';
import { serviceClass } from './grants.ts';

/** A tenant's seldom and common holders: below, at and above the sizes where a search chooses another way. */
const SIZES = [50, 5000, 10_000, 20_000, 100_000] as const;
type Size = (typeof SIZES)[number];
/** Children of the nested group, each with a child of its own; all of different members. */
const NESTED = { children: 5, members: 1500 };

export const licenseHeldBy = (size: Size) => `held-${size}`;

/**
 * Makes a license and a group for each size, and a group that has others in it two levels down, with members and holders
 * drawn at random; answers the uuids of the groups by their ids. Done once.
 */
export async function makeHolders({ portico, seed }: Bench): Promise<Map<string, string>> {
  const database = new pg.Client(portico.owner);
  await database.connect();
  try {
    await database.query(`select set_config('bench.tenant', $1, false)`, [seed.tenantId]);
    const there = await readGroups(database, seed.tenantId);
    if (there.size > 0) return there;
    await database.query('begin');
    await fill(database);
    await database.query('commit');
    await database.query('vacuum analyze license_users, group_users, groups, group_groups, group_ancestry');
    return await readGroups(database, seed.tenantId);
  } finally {
    await database.end();
  }
}

async function readGroups(database: pg.Client, tenantId: string): Promise<Map<string, string>> {
  const { rows } = await database.query<{ group_id: string; uuid: string }>(
    `select group_id, uuid from groups where tenant_id = $1 and group_id ~ '^held-'`,
    [tenantId],
  );
  return new Map(rows.map(({ group_id, uuid }) => [group_id, uuid]));
}

async function fill(database: pg.Client): Promise<void> {
  await database.query(
    `create temporary table drawn as
       select uuid, row_number() over (order by md5(uuid::text)) as n
       from users where tenant_id = current_setting('bench.tenant')`,
  );
  const group = (id: string) =>
    database.query(
      `insert into groups (tenant_id, uuid, group_id, name) values (current_setting('bench.tenant'), gen_random_uuid(), $1, $1)`,
      [id],
    );
  const members = (id: string, from: number, count: number) =>
    database.query(
      `insert into group_users (tenant_id, group_uuid, user_uuid)
       select g.tenant_id, g.uuid, d.uuid from groups g join drawn d on d.n > $2 and d.n <= $2 + $3
       where g.tenant_id = current_setting('bench.tenant') and g.group_id = $1`,
      [id, from, count],
    );
  const put = (parent: string, child: string) =>
    database.query(
      `insert into group_groups (tenant_id, parent_uuid, child_uuid)
       select p.tenant_id, p.uuid, c.uuid from groups p join groups c using (tenant_id)
       where tenant_id = current_setting('bench.tenant') and p.group_id = $1 and c.group_id = $2`,
      [parent, child],
    );
  for (const size of SIZES) {
    const id = licenseHeldBy(size);
    await database.query(insertLicense, [id]);
    await database.query(insertRows, [id, size]);
    await group(id);
    await members(id, 0, size);
  }
  await group('held-nested');
  for (let n = 0; n < NESTED.children; n += 1) {
    const [child, below] = [`held-child-${n}`, `held-child-${n}-1`];
    await group(child);
    await group(below);
    await members(child, 2 * n * NESTED.members, NESTED.members);
    await members(below, (2 * n + 1) * NESTED.members, NESTED.members);
    await put('held-nested', child);
    await put(child, below);
  }
}

const insertLicense = `
  insert into licenses (tenant_id, license_id, contract_id, service_class, volume_type, volume, all_device_types,
    created_at, updated_at)
  values (current_setting('bench.tenant'), $1, 'bench', '${serviceClass}', 'user', 2000000, '{}', now(), now())`;

const insertRows = `
  insert into license_users (tenant_id, user_uuid, license_id, generation, permitted, counts)
  select l.tenant_id, d.uuid, l.license_id, l.generation, true, is_available_to(l.available_roles, u.roles)
  from licenses l join drawn d on d.n <= $2 join users u on u.tenant_id = l.tenant_id and u.uuid = d.uuid
  where l.tenant_id = current_setting('bench.tenant') and l.license_id = $1`;
