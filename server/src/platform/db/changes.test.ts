import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestApp, startTestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { CHANGES_APPLICATION } from './changes.ts';
import { createCaches, type FreshCache } from './fresh-cache.ts';

/** Which changes the database notifies, and how a cache with a stopped clock reacts. */
let app: TestApp;
let tenant: TestTenant;
let ear: pg.Client;
const told: string[] = [];
let reads = 0;
let users: FreshCache<number>;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  const { host, port, database, user } = app.owner.options;
  const connection = { host, port, database, user };
  ear = new pg.Client(connection);
  ear.on('error', () => {});
  ear.on('notification', ({ payload = '' }) => told.push(payload));
  await ear.connect();
  await ear.query('listen portico_changes');
  const caches = createCaches(() => 0);
  users = caches.open({ age: 500, most: 10, of: ['users', 'tenants', 'role_grants'] });
  stop = caches.follow(connection, { warn: () => {} });
  await listening();
});
afterAll(async () => {
  await stop();
  await ear.end();
  await app.close();
});

const listeners = async () =>
  (
    await app.owner.query(
      `select pid from pg_stat_activity where application_name = $1 and query ~ 'listen|select' and state = 'idle'
        and datname = current_database()`,
      [CHANGES_APPLICATION],
    )
  ).rowCount;
/** The app's own, and that of this test. */
const listening = () => vi.waitFor(async () => expect(await listeners()).toBe(2), patiently);
const value = () => users.get(tenant.tenantId, '', async () => ++reads);
const run = (sql: string, ...values: unknown[]) => app.owner.query(sql, values);
/** Notifications received since the last call. */
async function heard(): Promise<string[]> {
  const end = `end ${crypto.randomUUID()}`;
  await run('select pg_notify($1, $2)', 'portico_changes', end);
  await expect.poll(() => told.at(-1)).toBe(end);
  return told.splice(0).slice(0, -1).sort();
}

it('a change of status, role, grant or policy is told, and what was kept is read anew', async () => {
  const user = await makeUser(app, tenant);
  const group = crypto.randomUUID();
  await run(
    `insert into groups (tenant_id, uuid, group_id, name) values ($1, $2, 'told', 'Told')`,
    tenant.tenantId,
    group,
  );
  const grant = `insert into role_grants (tenant_id, user_uuid, role, scope, group_uuid)
    select tenant_id, uuid, 'Auditor', 'group', '${group}' from users where uuid = $1`;
  const policy = `update tenants set security_policy = '{"sessionPolicy": {"idleMinutes": 7}}' where tenant_id = $1`;
  for (const [sql, of] of [
    [`update users set status = 'inactive' where uuid = $1`, user.uuid],
    [`update users set roles = '{PowerUser}' where uuid = $1`, user.uuid],
    [`update users set signed_out_at = now() where uuid = $1`, user.uuid],
    [grant, user.uuid],
    [`delete from role_grants where user_uuid = $1 and scope = 'group'`, user.uuid],
    ['delete from users where uuid = $1', user.uuid],
    [policy, tenant.tenantId],
  ] as const) {
    const before = await value();
    expect(await value()).toBe(before);
    await run(sql, of);
    await expect.poll(value).toBeGreaterThan(before);
  }
});

it('a statement on many users is one notice a tenant', async () => {
  const other = await makeTenant(app);
  const make = `insert into users (tenant_id, uuid, user_id) select $1, gen_random_uuid(), 'many-' || n
    from generate_series(1, 5000) n`;
  await run(make, tenant.tenantId);
  await run(make, other.tenantId);
  await heard();
  await run(`update users set status = 'inactive' where user_id like 'many-%'`);
  const both = [`users ${other.tenantId}`, `users ${tenant.tenantId}`].sort();
  expect(await heard()).toEqual(both);
  // None of these columns is cached, so nothing is notified.
  await run(`update users set status = 'inactive', description = 'x' where user_id like 'many-%'`);
  expect(await heard()).toEqual([]);
  await run(`delete from users where user_id like 'many-%'`);
  expect(await heard()).toEqual(both);
});

it('signing in, working and users that are made tell nothing: notices make commits take turns', async () => {
  await heard();
  const user = await makeUser(app, tenant);
  await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  const { token } = await signIn(app, user);
  expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(200);
  expect(await heard()).toEqual([]);
});

it('features, keys and the script are told', async () => {
  await heard();
  const { tenantId } = tenant;
  await run(
    `insert into feature_toggles (tenant_id, name, active) values ($1, 'deviceAuthorization', false)`,
    tenantId,
  );
  await run(`update feature_toggles set active = true where tenant_id = $1`, tenantId);
  await run('delete from feature_toggles where tenant_id = $1', tenantId);
  expect(await heard()).toEqual(Array(3).fill(`feature_toggles ${tenantId}`));
  await run(`update signing_keys set state = 'retired', retired_at = now() where state = 'next'`);
  await run(
    `insert into custom_scripts (tenant_id, url, integrity) values ('-', 'https://a.example/a.js', 'sha384-x')`,
  );
  expect(await heard()).toEqual(['custom_scripts -', 'signing_keys -']);
});

it('when the listening connection is cut all is forgotten, and another one listens', async () => {
  const before = await value();
  // Others listen to databases of their own in the same cluster.
  const ours = 'from pg_stat_activity where datname = current_database() and application_name = $1';
  const pids = await run(`select pid ${ours}`, CHANGES_APPLICATION);
  await run(`select pg_terminate_backend(pid) ${ours}`, CHANGES_APPLICATION);
  await expect.poll(value).toBeGreaterThan(before);
  await expect
    .poll(async () => {
      const { rows } = await run(
        `select pid ${ours} and pid <> all ($2) and state = 'idle'`,
        CHANGES_APPLICATION,
        pids.rows.map(({ pid }) => pid),
      );
      return rows.length;
    })
    .toBe(2);
  const user = await makeUser(app, tenant);
  const kept = await value();
  await run(`update users set status = 'inactive' where uuid = $1`, user.uuid);
  await expect.poll(value).toBeGreaterThan(kept);
});
