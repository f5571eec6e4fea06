import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import type { TestTenant } from '#test/factories.ts';
import { carryOut, type Importing, preview, startImporting } from '#test/imports.ts';

/** More than a search without a counter would count. */
const MANY = 13_000;

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting({ own: true }));
  await app.owner.query(
    `insert into users (tenant_id, uuid, user_id, status)
     select $1, gen_random_uuid(), 'many-' || n, 'active' from generate_series(1, $2) n`,
    [tenant.tenantId, MANY],
  );
  await app.owner.query('analyze users');
});
afterAll(() => app.close());

const call = async (method: string, path: string, body?: object) => {
  const answer = await app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, {
    token: importing.token,
    ...(body && { body }),
  });
  expect([answer.status < 300, answer.status < 300 ? '' : answer.body]).toEqual([true, '']);
  return answer.body;
};

/** What the tiles of the administrator's page ask, and the users that they are about. */
const tiles: [condition: object, where: string][] = [
  [{ status: ['active'] }, "status = 'active'"],
  [{ status: ['registering'] }, "status = 'registering'"],
  [{ status: ['locked'] }, "status = 'locked'"],
  [{ status: ['inactive'] }, "status = 'inactive'"],
  [{ status: ['active', 'inactive'] }, "status in ('active', 'inactive')"],
  [
    { status: ['active'], mfa: false },
    "status = 'active' and uuid not in (select user_uuid from totps where enabled and tenant_id = $1)",
  ],
  [{ role: 'PowerUser' }, "'PowerUser' = any (roles)"],
];

async function expectExact(after: string) {
  for (const [condition, where] of tiles) {
    const { rows } = await app.owner.query(`select count(*)::int as n from users where tenant_id = $1 and ${where}`, [
      tenant.tenantId,
    ]);
    const body = { condition, count: 1, sort: 'userId', order: 'ascending' };
    const { totalResults, totalIsEstimate } = await call('POST', '/operations/search/users', body);
    const figure = { totalResults, totalIsEstimate };
    expect([after, condition, figure]).toEqual([
      after,
      condition,
      { totalResults: rows[0].n, totalIsEstimate: undefined },
    ]);
  }
}

const userIds = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `many-${from + n}`);
const bulk = (action: string, ids: string[]) => call('POST', '/operations/users', { action, userIds: ids });

it('is exact after all that makes, changes and removes users', async () => {
  await expectExact('the beginning');
  await call('POST', '/users', { userId: 'one', status: 'active' });
  await call('POST', '/users', { userId: 'two' });
  await expectExact('creating');
  await bulk('deactivate', userIds(1, 90));
  await expectExact('deactivating');
  await Promise.all([10, 20, 30, 40].map((from) => bulk('activate', userIds(from, from + 10))));
  await expectExact('four at once');
  await call('DELETE', '/users/one');
  await bulk('delete', userIds(80, 120));
  await expectExact('deleting');
  const lines = ['operation,userId,status', 'create,in.1,active', 'create,in.2,', 'update,many-200,inactive'];
  const { importId } = await preview(importing, lines.join('\r\n'));
  expect((await carryOut(importing, importId)).status).toBe('completed');
  await expectExact('importing');
  await app.owner.query(
    `insert into totps (tenant_id, user_uuid, uuid, enabled, sealed_secret, created_at)
     select $1, uuid, gen_random_uuid(), true, '', now() from users
     where tenant_id = $1 and user_id like 'many-3%'`,
    [tenant.tenantId],
  );
  await expectExact('second factors');
});

it('its last pages are read from the end', async () => {
  const condition = { status: ['active'] };
  const { rows } = await app.owner.query<{ user_id: string }>(
    `select user_id from users where tenant_id = $1 and status = 'active' order by user_id_key collate "C", uuid`,
    [tenant.tenantId],
  );
  const last = Math.ceil(rows.length / 100);
  for (const page of [last - 1, last, last + 1]) {
    const { results } = await call('POST', '/operations/search/users', { condition, count: 100, page, sort: 'userId' });
    expect([page, results.map(({ userId }: { userId: string }) => userId)]).toEqual([
      page,
      rows.slice((page - 1) * 100, page * 100).map(({ user_id }) => user_id),
    ]);
  }
});
