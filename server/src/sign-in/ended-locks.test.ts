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

const login = ({ tenantId, userId }: TestUser, password: string, cookie = '') =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', tenantId, credentials: userId, password },
    ...(cookie && { cookie }),
  });
/** Locks the user by wrong passwords in a known browser, if it could sign in at all. */
const lock = async (user: TestUser) => {
  const { known } = await login(user, user.password);
  await login(user, 'wrong', known ?? '');
  await login(user, 'wrong', known ?? '');
};
const users = () => `/api/auth/tenants/${tenant.tenantId}/users`;
const read = async (user: TestUser, token: string) =>
  (await app.call('GET', `${users()}/${user.userId}`, { token })).body;

/** The previous one has lost that right. */
const administrator = async () => signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
const historyOf = async (user: TestUser, token: string) => {
  const path = `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/systemOperation`;
  const { body } = await app.call('POST', path, { token, body: { targetType: 'user', targetId: user.uuid } });
  return body.results;
};

/** Waits for the job that runs every minute. */
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
  // The failure count stays until a successful sign-in.
  const { rows } = await app.owner.query('select failed_streak from users where uuid = $1', [second.uuid]);
  expect(rows).toEqual([{ failed_streak: 2 }]);
  expect((await app.call('PUT', `${users()}/${admin.userId}`, { token, body: { roles: ['User'] } })).status).toBe(200);
});

it('of more than a batch, in several tenants, all end', async () => {
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

/** The same for one user. */
async function untilEndedOf(user: TestUser): Promise<void> {
  await app.tools.jobs.wake('endedLocks');
  const question = 'select status from users where uuid = $1';
  await expect
    .poll(async () => (await app.owner.query(question, [user.uuid])).rows[0].status, patiently)
    .toBe('active');
}

it('a lock and its end are told in the history of the user, once each, with where the last try came from', async () => {
  const user = await makeUser(app, tenant);
  await lock(user);
  await login(user, 'wrong');
  let { token } = await administrator();
  const until = (await read(user, token)).lockedUntil;
  const ofLock = {
    ...{ operation: 'update', action: 'system user lock', operatorUserId: 'system', operatorUuid: null },
    address: expect.stringMatching(/^[\d.:]+$/),
    requestId: expect.stringMatching(/./),
    changes: {
      status: { before: 'active', after: 'locked' },
      lockedUntil: { before: null, after: until },
      failures: { before: 1, after: 2 },
    },
  };
  expect(until).toEqual(expect.any(String));
  expect(await historyOf(user, token)).toMatchObject([ofLock]);
  app.advance(6 * 60_000);
  await untilEndedOf(user);
  ({ token } = await administrator());
  const changes = { status: { before: 'locked', after: 'active' }, lockedUntil: { before: until, after: null } };
  expect(await historyOf(user, token)).toMatchObject([
    { action: 'system user unlock', operatorUserId: 'system', operatorUuid: null, address: null, changes },
    ofLock,
  ]);
});

it('a lock that a sign-in ends before the job does is told too', async () => {
  const user = await makeUser(app, tenant);
  await lock(user);
  const over = new Date(app.tools.clock().getTime() - 1000);
  await app.owner.query('update users set locked_until = $2 where uuid = $1', [user.uuid, over]);
  expect((await login(user, user.password)).status).toBe(200);
  const { token } = await administrator();
  const told = (await historyOf(user, token)).map(({ action }: { action: string }) => action);
  expect(told).toEqual(['system user unlock', 'system user lock']);
});

it.each(['inactive', 'registering'] as const)(
  'who is %s stays so, however many wrong passwords come',
  async (status) => {
    const [user, witness] = [await makeUser(app, tenant, { status }), await makeUser(app, tenant)];
    await lock(user);
    await login(user, 'wrong');
    await lock(witness);
    app.advance(6 * 60_000);
    await untilEndedOf(witness);
    const { token } = await administrator();
    expect((await read(user, token)).status).toBe(status);
    expect(await historyOf(user, token)).toEqual([]);
  },
);
