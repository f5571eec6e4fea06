import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '#server/platform/embedded/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { makeScratchDirectory } from './scratch-directory.ts';

/**
 * The roles of the compose files, created by the very SQL that the database image runs, in a PostgreSQL of their own.
 */

let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let app: pg.Client;
let owner: pg.Client;

async function connect(user: string, database = 'portico'): Promise<pg.Client> {
  const client = new pg.Client({ ...postgres.connection, user, database });
  await client.connect();
  return client;
}

/** Does what psql does with the file: passwords from the environment, statements one by one. */
async function rolesSql(): Promise<string[]> {
  const file = await readFile(new URL('../../scripts/compose/roles.sql', import.meta.url), 'utf8');
  const filled = file
    .replace(/^(?:--|\\getenv).*$/gm, '')
    .replace(/:'\w+'/g, () => `'${randomBytes(12).toString('hex')}'`);
  return filled.split(';').filter((statement) => statement.trim() !== '');
}

beforeAll(async () => {
  scratch = await makeScratchDirectory('portico-compose-');
  const settings = { fsync: 'off', max_connections: '20' };
  postgres = await startPostgres({ dataDir: join(scratch.path, 'postgres'), settings });
  const first = await connect('postgres', 'postgres');
  // The embedded PostgreSQL has already created the database, which the image has not.
  await first.query('drop database portico');
  for (const statement of await rolesSql()) await first.query(statement);
  await first.end();
  await migrate({ ...postgres.connection, user: 'portico' });
  owner = await connect('portico');
  await owner
    .query("insert into tenants (tenant_id, name, region, locale) values ('wall', 'Wall', 'na', 'en')")
    .catch(() => {});
  app = await connect('portico_app');
});

afterAll(async () => {
  await app?.end();
  await owner?.end();
  await postgres?.stop();
  await scratch?.remove();
});

const isSuperuser = async (client: pg.Client) =>
  (await client.query('select rolsuper from pg_roles where rolname = current_user')).rows[0].rolsuper;

describe('the application of the compose files', () => {
  it.each([
    'set role none',
    'reset role',
    'set session authorization default',
    "select set_config('role', 'none', false)",
  ])('stays behind the wall after "%s"', async (way) => {
    await app.query(way);
    const { rows } = await app.query('select current_user as now, session_user as session');
    expect(rows).toEqual([{ now: 'portico_app', session: 'portico_app' }]);
    expect(await isSuperuser(app)).toBe(false);
    expect((await app.query('select count(*)::int as seen from users')).rows).toEqual([{ seen: 0 }]);
  });

  it.each(['postgres', 'portico', 'portico_across'])('cannot become %s', async (role) => {
    await expect(app.query(`set role ${role}`)).rejects.toThrow(/permission denied/);
    await expect(app.query(`set session authorization ${role}`)).rejects.toThrow(/permission denied/);
  });

  it('owns nothing, is a member of nothing and cannot create', async () => {
    const { rows } = await owner.query(`
      select (select count(*)::int from pg_class where pg_get_userbyid(relowner) = 'portico_app') as owned,
        (select count(*)::int from pg_auth_members where member = 'portico_app'::regrole) as memberships`);
    expect(rows).toEqual([{ owned: 0, memberships: 0 }]);
    await expect(app.query('create table mine (id int)')).rejects.toThrow(/permission denied/);
    await expect(app.query('create database mine')).rejects.toThrow(/permission denied/);
    await expect(app.query('create role mine')).rejects.toThrow(/permission denied/);
  });
});

it('the owner of the tables is no superuser either', async () => {
  expect(await isSuperuser(owner)).toBe(false);
});

describe('what the compose files start', async () => {
  const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
  const [production, local] = await Promise.all([read('compose.yaml'), read('compose.local.yaml')]);

  it.each([
    ['compose.yaml', production],
    ['compose.local.yaml', local],
  ])('%s: every service without capabilities, privileges or a writable file system', (_, file) => {
    const services =
      file
        .split(/^services:$/m)[1]
        ?.split(/^\S/m)[0]
        ?.split(/^ {2}(?=\w+:$)/m)
        .slice(1) ?? [];
    expect(services.length).toBeGreaterThanOrEqual(2);
    for (const service of services) {
      expect(service).toMatch(/^ {4}<<: \*confined$/m);
    }
    expect(file).toMatch(/^x-confined: &confined\n(?: {2}.*\n)*? {2}read_only: true\n/m);
    expect(file).toMatch(/^ {2}cap_drop: \[ALL\]$/m);
    expect(file).toMatch(/^ {2}security_opt: \["no-new-privileges:true"\]$/m);
    expect(file).toMatch(/DATABASE_APP_URL: postgres:\/\/portico_app:/);
    expect(file).toMatch(/roles\.sql:\/docker-entrypoint-initdb\.d\/roles\.sql:ro/);
  });

  it('the production file takes none of the overrides, and the local one publishes on this machine only', () => {
    expect(production).not.toMatch(/ALLOW_/);
    expect(production).toMatch(/PUBLIC_URL: \$\{PUBLIC_URL:\?/);
    expect(production).toMatch(/SMTP_URL: \$\{SMTP_URL:\?/);
    const ports = local.match(/^ {6}- ".*:\d+"$/gm) ?? [];
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) expect(port).toMatch(/"127\.0\.0\.1:/);
  });
});
