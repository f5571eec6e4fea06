import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { confirm, type Importing, preview, untilImport } from '#test/imports.ts';
import { takeTurns } from '../changes/rules.ts';

/** An address that several are given at once is one user's afterwards. */

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;

beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  tenant = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  importing = { app, tenantId: tenant.tenantId, token };
  await app.startWorker();
});
afterAll(() => app.close());

const ROUNDS = 10;
const AT_ONCE = 6;

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}/users${path}`, { token: importing.token, body });
const makeUsers = (many: number) => Promise.all(Array.from({ length: many }, () => makeUser(app, tenant)));

/** Gives how many of those at once were given the address, round by round. */
async function winners(
  domain: string,
  attempt: (address: string, n: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const won: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const address = `wanted-${round}@${domain}`;
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => attempt(n % 2 ? address : address.toUpperCase(), n)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    won.push(statuses.filter((status) => status === 200).length);
  }
  return won;
}

const once = Array.from({ length: ROUNDS }, () => 1);

/** Addresses that more than one user has, to sign in with or waiting. */
async function sharedAddresses(): Promise<string[]> {
  const { rows } = await app.owner.query(
    `select lower(a) as address from users cross join lateral (values (login_mail_address), (next_login_mail_address)) given (a)
     where tenant_id = $1 and a is not null group by 1 having count(distinct uuid) > 1`,
    [tenant.tenantId],
  );
  return rows.map(({ address }) => address);
}

it('when users are changed', async () => {
  const users = await makeUsers(AT_ONCE);
  const changed = (loginMailAddress: string, n: number) =>
    call('PUT', `/${users[n]?.userId}`, { loginMailAddress, description: `Round of ${loginMailAddress}` });
  expect(await winners('changed.example', changed)).toEqual(once);
  expect(await sharedAddresses()).toEqual([]);
});

it('when users are made, and others changed', async () => {
  const users = await makeUsers(AT_ONCE);
  let made = 0;
  const mixed = (loginMailAddress: string, n: number) =>
    n % 2
      ? call('PUT', `/${users[n]?.userId}`, { loginMailAddress })
      : call('POST', '', { userId: `made-${++made}`, loginMailAddress, status: n ? 'active' : 'registering' });
  expect(await winners('mixed.example', mixed)).toEqual(once);
  expect(await sharedAddresses()).toEqual([]);
});

it('when a file gives addresses, and others are given the same meanwhile', async () => {
  const rows = 2000;
  const people = await makeUsers(8);
  const addressOf = (row: number) => `row-${row}@file.example`;
  const lines = Array.from({ length: rows }, (_, row) => `create,file-${row},${addressOf(row)}`);
  const { importId } = await preview(importing, ['operation,userId,loginMailAddress', ...lines].join('\n'));
  expect((await confirm(importing, importId)).status).toBe(200);
  let isOver = false;
  const statuses = new Set<number>();
  // Changes of others, and users of the same ids as the file's: nobody waits for the other in a circle.
  const meddle = async (changed: string, n: number) => {
    for (let row = n; row < rows && !isOver; row += 37) {
      const [userId, loginMailAddress] = [`file-${row}`, addressOf(row)];
      const meddled =
        n % 2 ? call('PUT', `/${changed}`, { loginMailAddress }) : call('POST', '', { userId, loginMailAddress });
      statuses.add((await meddled).status);
    }
  };
  const meddling = people.map(({ userId }, n) => meddle(userId, n));
  const ended = await untilImport(importing, importId, ['completed', 'error', 'canceled']);
  isOver = true;
  await Promise.all(meddling);
  expect(ended.status).toBe('completed');
  expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(await sharedAddresses()).toEqual([]);
});

it('a file of many addresses takes few locks', async () => {
  const locks = await app.tools.db.inTenant(tenant.tenantId, async (tx) => {
    await takeTurns(
      tx,
      sql`(select 'create' as kind, null::jsonb as changes,
        jsonb_build_object('loginMailAddress', n || '@x.example') as given from generate_series(1, 100000) n)`,
    );
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx);
    return rows[0]?.n;
  });
  expect(locks).toBe(64);
});

it('who is restored takes a turn at the address, as who is made does', async () => {
  const locks = await app.tools.db.inTenant(tenant.tenantId, async (tx) => {
    await takeTurns(
      tx,
      sql`(select 'restore' as kind, null::jsonb as changes, '{"loginMailAddress": "back@x.example"}'::jsonb as given)`,
    );
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx);
    return rows[0]?.n;
  });
  expect(locks).toBe(1);
});
