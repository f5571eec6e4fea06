import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import {
  makeTenant,
  makeUser,
  PASSWORD,
  portalTokens,
  type SignedIn,
  signIn,
  type TestTenant,
  type TestUser,
} from '#test/factories.ts';

/** What an administrator reads of a user's sign-in agrees with what the sign-in does. */

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app, { securityPolicy: { accountLockPolicy: { failures: 3, lockMinutes: 10 } } });
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
});
afterAll(() => app.close());

const pathOf = ({ tenantId, userId }: Pick<TestUser, 'tenantId' | 'userId'>) =>
  `/api/auth/tenants/${tenantId}/users/${encodeURIComponent(userId)}`;
const standingOf = async (user: TestUser, token = admin.token) =>
  (await app.call('GET', `${pathOf(user)}/signIn`, { token })).body;
const login = (user: TestUser, password = PASSWORD, cookie = '') =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password },
    ...(cookie && { headers: { cookie } }),
  });
const set = (user: TestUser, values: string) =>
  app.owner.query(`update users set ${values} where uuid = $1`, [user.uuid]);
const act = (user: TestUser, name: string) => app.call('POST', `${pathOf(user)}/${name}`, { token: admin.token });

describe('a user', () => {
  it.each<[string, (user: TestUser) => Promise<unknown>, string | null]>([
    ['whom nothing keeps out', async () => {}, null],
    ['who is inactive', (user) => act(user, 'deactivate'), 'active'],
    ['who has not registered', (user) => set(user, "status = 'registering'"), 'registered'],
    [
      'who is locked for a while',
      (user) => set(user, "status = 'locked', locked_until = now() + '1 day'"),
      'not_locked',
    ],
    ['who is locked for good', (user) => set(user, "status = 'locked'"), 'not_locked'],
    ['whose lock has ended', (user) => set(user, "status = 'locked', locked_until = now() - interval '1 day'"), null],
    ['with a hundred failures', (user) => set(user, 'failed_streak = 100'), 'not_stopped'],
    [
      'whose password is gone',
      (user) => app.owner.query('delete from user_passwords where user_uuid = $1', [user.uuid]),
      'proof_matches',
    ],
    [
      'with a one-time password out of date',
      (user) =>
        app.owner.query("update user_passwords set one_time_until = now() - interval '1 day' where user_uuid = $1", [
          user.uuid,
        ]),
      'one_time_in_time',
    ],
  ])('%s', async (_, change, check) => {
    const user = await makeUser(app, tenant);
    await change(user);
    const { maySignIn, obstacles } = await standingOf(user);
    expect([maySignIn, obstacles[0]?.check ?? null]).toEqual([check === null, check]);
    expect((await login(user)).status).toBe(check === null ? 200 : 401);
  });

  it('locked by wrong passwords is unlocked by the act that it names', async () => {
    const user = await makeUser(app, tenant);
    const { known } = await login(user);
    for (const wrong of ['a', 'b', 'c']) await login(user, wrong);
    for (const wrong of ['a', 'b', 'c']) await login(user, wrong, String(known));
    const { obstacles } = await standingOf(user);
    expect(obstacles).toMatchObject([
      { check: 'not_locked', at: 'everywhere', failures: 3, remedy: 'unlock' },
      { check: 'door_open', at: 'newBrowsers', failures: 3, remedy: 'unlock' },
    ]);
    expect(Date.parse(obstacles[0].until)).toBeGreaterThan(Date.now());
    await act(user, obstacles[0].remedy);
    expect(await standingOf(user)).toMatchObject({ maySignIn: true, obstacles: [] });
    expect((await login(user)).status).toBe(200);
  });

  it('without an address is kept out where only addresses are asked for', async () => {
    const strict = await makeTenant(app, { securityPolicy: { loginPolicy: { siteLoginType: 'loginMailAddress' } } });
    const user = await makeUser(app, strict);
    const other = await makeUser(app, strict, { roles: ['PowerUser'] });
    const answer = await app.call('POST', '/api/auth/login/user', {
      body: { type: 'loginMailAddress', tenantId: strict.tenantId, credentials: other.mail, password: PASSWORD },
    });
    const { token } = await portalTokens(app, String(answer.cookie));
    expect(await standingOf(user, token)).toMatchObject({ maySignIn: true, loginTypes: ['loginMailAddress'] });
    await set(user, 'login_mail_address = null');
    expect(await standingOf(user, token)).toEqual({
      maySignIn: false,
      ...{ loginTypes: [], byProvider: false, passwordOpen: true },
      obstacles: [{ check: 'way_offered', at: 'everywhere', until: null, failures: null, remedy: 'changePolicy' }],
      demands: [],
    });
  });
});

it('is not told to users, nor of other tenants', async () => {
  const user = await makeUser(app, tenant);
  const { token } = await signIn(app, user);
  expect((await app.call('GET', `${pathOf(user)}/signIn`, { token })).status).toBe(403);
  const stranger = await makeUser(app, await makeTenant(app));
  expect((await app.call('GET', `${pathOf(stranger)}/signIn`, { token: admin.token })).status).toBe(404);
  expect(
    (await app.call('GET', `${pathOf({ ...user, userId: 'nobody' })}/signIn`, { token: admin.token })).status,
  ).toBe(404);
  expect((await app.call('GET', `${pathOf(user)}/signIn`)).status).toBe(401);
});
