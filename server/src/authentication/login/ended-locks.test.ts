import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  await app.startWorker();
  tenant = await makeTenant(app, { securityPolicy: { accountLockPolicy: { failures: 2, lockMinutes: 5 } } });
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
});
afterAll(() => app.close());

const login = ({ tenantId, userId }: TestUser, password: string) =>
  app.call('POST', '/api/auth/login/user', { body: { type: 'userId', tenantId, credentials: userId, password } });
const lock = async (user: TestUser) => {
  await login(user, 'wrong');
  await login(user, 'wrong');
};
const users = () => `/api/auth/tenants/${tenant.tenantId}/users`;
const read = async (user: TestUser, token: string) =>
  (await app.call('GET', `${users()}/${user.userId}`, { token })).body;

/** What the job does every minute. */
async function untilEnded(count: number): Promise<void> {
  await app.tools.jobs.wake('endedLocks');
  const left = () =>
    app.owner
      .query("select count(*)::int as n from users where status = 'locked'")
      .then(({ rows }) => rows[0].n as number);
  await expect.poll(left, patiently).toBe(count);
}

it('a lock whose time is over is none, to lists, filters and the count of administrators', async () => {
  const second = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const [stopped, later] = [await makeUser(app, tenant, { status: 'locked' }), await makeUser(app, tenant)];
  await lock(second);
  let { token } = await signIn(app, admin);
  expect(await read(second, token)).toMatchObject({ status: 'locked', lockedUntil: expect.any(String) });
  expect((await app.call('PUT', `${users()}/${admin.userId}`, { token, body: { roles: ['User'] } })).status).toBe(409);
  app.advance(6 * 60_000);
  await lock(later);
  await untilEnded(2);
  ({ token } = await signIn(app, admin));
  expect(await read(second, token)).toMatchObject({ status: 'active', lockedUntil: null });
  const { body } = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/search/users`, {
    token,
    body: { condition: { status: ['locked'] } },
  });
  const found = body.results.map(({ userId }: { userId: string }) => userId);
  expect(found.sort()).toEqual([stopped.userId, later.userId].sort());
  // Failures go on counting until somebody gets in.
  const { rows } = await app.owner.query('select failed_streak from users where uuid = $1', [second.uuid]);
  expect(rows).toEqual([{ failed_streak: 2 }]);
  expect((await app.call('PUT', `${users()}/${admin.userId}`, { token, body: { roles: ['User'] } })).status).toBe(200);
});

it('of more than a bite, in several tenants, all end', async () => {
  const other = await makeTenant(app);
  for (const { tenantId } of [tenant, other]) {
    await app.owner.query(
      `insert into users (tenant_id, uuid, user_id, status, locked_until)
       select $1, gen_random_uuid(), 'many-' || n, 'locked', $2::timestamptz - interval '1 s' from generate_series(1, 800) n`,
      [tenantId, app.tools.clock()],
    );
  }
  await untilEnded(2);
});
