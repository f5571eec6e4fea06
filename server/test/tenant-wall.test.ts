import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appConnection } from '#server/platform/db/app-role.ts';
import { createTestDatabase, openTestPool } from './postgres.ts';

/** Row-level security (standards 2), read from the catalogs for every table. */

let owner: pg.Pool;
let app: pg.Pool;
let drop: () => Promise<void>;

interface Table {
  name: string;
  is_partition: boolean;
  secured: boolean;
  forced: boolean;
  owner: string;
  key: string[] | null;
}

const tablesSql = `
  select c.relname as name, c.relispartition as is_partition, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
    pg_get_userbyid(c.relowner) as owner,
    (select array_agg(a.attname::text order by array_position(i.indkey::int[], a.attnum::int))
      from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'
  order by 1`;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  owner = openTestPool(database.connection);
  app = openTestPool(await appConnection(database.connection), 1);
  await owner.query("select keep_log_partitions(now(), now(), now() - interval '1 year')");
});

afterAll(async () => {
  await app.end();
  await owner.end();
  await drop();
});

const tables = async () => (await owner.query<Table>(tablesSql)).rows;

/** Violations of a table, in words. */
function breaches(table: Table): string[] {
  return [
    ...(table.secured && table.forced ? [] : [`${table.name}: row-level security is not forced`]),
    ...(table.key?.[0] === 'tenant_id' ? [] : [`${table.name}: the primary key does not start with the tenant`]),
    ...(table.owner === 'portico_app' ? [`${table.name}: belongs to the application`] : []),
  ];
}

describe('every table', () => {
  it('is behind the wall', async () => {
    const all = await tables();
    expect(all.length).toBeGreaterThan(25);
    expect(all.flatMap(breaches)).toEqual([]);
  });

  it('a table that trespasses would be caught', async () => {
    await owner.query('create table trespasser (id uuid primary key, tenant_id text)');
    try {
      const planted = (await tables()).filter((table) => table.name === 'trespasser').flatMap(breaches);
      expect(planted).toHaveLength(2);
    } finally {
      await owner.query('drop table trespasser');
    }
  });

  it('shows nothing to the application when no tenant is set, and nothing of another tenant', async () => {
    await owner.query(
      "insert into tenants (tenant_id, name, region, locale) values ('wall-a', 'A', 'na', 'en'), ('wall-b', 'B', 'na', 'en')",
    );
    for (const table of (await tables()).filter((candidate) => !candidate.is_partition)) {
      const { rows } = await app.query(`select count(*)::int as n from ${table.name}`);
      expect([table.name, rows[0].n]).toEqual([table.name, 0]);
    }
    await app.query("begin; select set_config('app.tenant_id', 'wall-a', true)");
    const seen = await app.query('select tenant_id from tenants');
    await app.query('rollback');
    expect(seen.rows).toEqual([{ tenant_id: 'wall-a' }]);
  });

  it('takes no row for another tenant', async () => {
    await app.query("begin; select set_config('app.tenant_id', 'wall-a', true)");
    const refused = app.query(
      "insert into groups (tenant_id, uuid, group_id, name) values ('wall-b', gen_random_uuid(), 'x', 'x')",
    );
    await expect(refused).rejects.toThrow(/row-level security/);
    await app.query('rollback');
  });
});

describe('indexes and foreign keys', () => {
  it('unique indexes start with the tenant', async () => {
    const { rows } = await owner.query(`
      select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = 'public'::regnamespace and i.indisunique and a.attname <> 'tenant_id' and c.relname <> 'schema_migrations'`);
    expect(rows).toEqual([]);
  });

  it('foreign keys start with the tenant on both sides', async () => {
    const { rows } = await owner.query(`
      select k.conname from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and (a.attname <> 'tenant_id' or b.attname <> 'tenant_id')`);
    expect(rows).toEqual([]);
  });
});

describe('the application role', () => {
  it('owns nothing and cannot bypass the wall', async () => {
    const role = await owner.query(
      "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'portico_app'",
    );
    expect(role.rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }]);
    const owned = await owner.query("select relname from pg_class where pg_get_userbyid(relowner) = 'portico_app'");
    expect(owned.rows).toEqual([]);
    const member = await owner.query("select pg_has_role('portico_app', 'portico_across', 'member') as is_member");
    expect(member.rows).toEqual([{ is_member: false }]);
  });

  it('cannot rewrite or erase a log', async () => {
    for (const log of ['login_log', 'system_operation_log', 'browser_operation_log']) {
      await expect(app.query(`delete from ${log}`)).rejects.toThrow(/permission denied/);
      await expect(app.query(`update ${log} set tenant_id = tenant_id`)).rejects.toThrow(/permission denied/);
    }
  });

  it('security definer functions have a fixed search path and are not for everybody', async () => {
    const { rows } = await owner.query(`
      select p.proname as name, coalesce(array_to_string(p.proconfig, ','), '') as config, has_function_privilege('public', p.oid, 'execute') as open
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`);
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      expect([row.name, row.open]).toEqual([row.name, false]);
      expect(row.config, row.name).toContain('search_path=pg_catalog, public, pg_temp');
    }
  });
});
