import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdministered } from '#test/administrator.ts';
import type { TestApp } from '#test/app.ts';
import {
  makeTenant,
  makeUser,
  PASSWORD,
  type SignedIn,
  signIn,
  type TestTenant,
  type TestUser,
} from '#test/factories.ts';
import { withinASecond } from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let signedIn: SignedIn;
beforeAll(async () => {
  ({ app, tenant, signedIn } = await startAdministered());
});
afterAll(() => app.close());

const path = (user: TestUser, action = '') => `/api/auth/tenants/${user.tenantId}/users/${user.userId}${action}`;
const act = (user: TestUser, action: string, token = signedIn.token) =>
  app.call('POST', path(user, `/${action}`), { token });
const me = (token: string) => app.call('GET', '/api/auth/me', { token });
const login = (user: TestUser) =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: PASSWORD },
  });

describe('deactivating', () => {
  it('ends everything at once, on every process; activating lets in again', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const second = await app.another();
    expect((await second.call('GET', '/api/auth/me', { token })).status).toBe(200);
    const done = await act(user, 'deactivate');
    expect(done.body).toMatchObject({ status: 'inactive', openSessions: 0 });
    expect((await me(token)).status).toBe(401);
    expect((await login(user)).status).toBe(401);
    const there = () => second.call('GET', '/api/auth/me', { token });
    expect(await withinASecond(there, ({ status }) => status === 401)).toBe(true);
    expect((await act(user, 'deactivate')).status).toBe(200);
    expect((await act(user, 'activate')).body.status).toBe('active');
    expect((await act(user, 'activate')).status).toBe(200);
    const kinds = (await app.mails(user.mail)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['userActivated', 'userDeactivated']);
    expect((await login(user)).status).toBe(200);
    expect((await me(token)).status).toBe(401);
    await second.close();
  });
});

it('activating lifts a lock by wrong passwords too, for which nothing else would be offered', async () => {
  const user = await makeUser(app, tenant, { status: 'locked' });
  await app.owner.query('update users set failed_streak = 100, failed_count = 10 where uuid = $1', [user.uuid]);
  await act(user, 'deactivate');
  expect((await act(user, 'activate')).body.status).toBe('active');
  expect((await login(user)).status).toBe(200);
});

it.each(['activate', 'in bulk'])('activating (%s) lets in from unknown browsers and devices, too', async (way) => {
  const user = await makeUser(app, tenant, { status: 'inactive' });
  await app.owner.query(
    `insert into sign_in_guards (tenant_id, uuid, unknown_streak, unknown_until, device_streak, device_until)
     values ($1, $2, 100, 'infinity', 100, 'infinity')
     on conflict (tenant_id, uuid) do update set unknown_streak = 100, unknown_until = 'infinity', device_streak = 100,
       device_until = 'infinity'`,
    [tenant.tenantId, user.uuid],
  );
  const bulk = () =>
    app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/users`, {
      token: signedIn.token,
      body: { action: 'activate', userIds: [user.userId] },
    });
  expect((await (way === 'activate' ? act(user, way) : bulk())).status).toBe(200);
  const { rows } = await app.owner.query('select unknown_until, device_until from sign_in_guards where uuid = $1', [
    user.uuid,
  ]);
  expect(rows).toEqual([{ unknown_until: null, device_until: null }]);
  expect((await login(user)).status).toBe(200);
});

describe('deactivating somebody locked', () => {
  it('shows no end of a lock any more', async () => {
    const user = await makeUser(app, tenant, { status: 'locked' });
    const until = new Date(app.tools.clock().getTime() + 600_000);
    await app.owner.query('update users set locked_until = $2 where uuid = $1', [user.uuid, until]);
    const before = await app.call('GET', path(user), { token: signedIn.token });
    expect(before.body).toMatchObject({ status: 'locked', lockedUntil: until.toISOString() });
    expect((await act(user, 'deactivate')).body).toMatchObject({ status: 'inactive', lockedUntil: null });
  });
});

describe('unlocking, signing out, asking for a new password, removing the second factor', () => {
  it('unlock', async () => {
    const user = await makeUser(app, tenant, { status: 'locked' });
    await app.owner.query('update users set failed_streak = 100, failed_count = 10 where uuid = $1', [user.uuid]);
    expect((await login(user)).status).toBe(401);
    expect((await act(user, 'unlock')).body.status).toBe('active');
    expect((await act(user, 'unlock')).body.status).toBe('active');
    expect((await app.mails(user.mail)).map(({ kind }) => kind)).toEqual(['userUnlocked']);
    expect((await login(user)).status).toBe(200);
  });

  it('signOut', async () => {
    const user = await makeUser(app, tenant);
    const [one, two] = [await signIn(app, user), await signIn(app, user)];
    expect((await act(user, 'signOut')).body.openSessions).toBe(0);
    expect([(await me(one.token)).status, (await me(two.token)).status]).toEqual([401, 401]);
    expect((await login(user)).status).toBe(200);
  });

  it('requireNewPassword', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    expect((await act(user, 'requireNewPassword')).body.mustChangePassword).toBe(true);
    expect((await me(token)).status).toBe(401);
    expect((await login(user)).body.status).toBe('passwordExpired');
    const without = await makeUser(app, tenant, { withoutPassword: true });
    expect((await act(without, 'requireNewPassword')).body[0].message_id).toBe('no_password_assigned');
  });

  it('resetMfa', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const sql = `insert into totps (tenant_id, uuid, user_uuid, sealed_secret, enabled) values ($1, gen_random_uuid(), $2, '', true)`;
    await app.owner.query(sql, [user.tenantId, user.uuid]);
    expect((await login(user)).body.status).toBe('mfaRequired');
    expect((await act(user, 'resetMfa')).body).toMatchObject({ mfaEnabled: false, totp: [] });
    expect((await me(token)).status).toBe(401);
    expect((await login(user)).body.status).toBe('completed');
    expect((await app.mails(user.mail)).map(({ kind }) => kind)).toContain('mfaDisabled');
  });
});

describe('the last active administrator', () => {
  const alone = async (more: Parameters<typeof makeUser>[2][] = []) => {
    const own = await makeTenant(app);
    const first = await makeUser(app, own, { roles: ['PowerUser'] });
    const others = [];
    for (const given of more) others.push(await makeUser(app, own, given));
    return { first, others, token: (await signIn(app, first)).token };
  };
  const refused = (answer: { status: number; body: { message_id: string }[] }) => [
    answer.status,
    answer.body[0]?.message_id,
  ];

  it('cannot be deactivated, deleted or demoted, not even with only locked and inactive ones beside', async () => {
    const { first, token } = await alone([
      { roles: ['PowerUser'], status: 'locked' },
      { roles: ['PowerUser'], status: 'inactive' },
    ]);
    const last = [409, 'last_administrator'];
    expect(refused(await act(first, 'deactivate', token))).toEqual(last);
    expect(refused(await app.call('DELETE', path(first), { token }))).toEqual(last);
    expect(refused(await app.call('PUT', path(first), { token, body: { roles: ['User'] } }))).toEqual(last);
    expect((await app.call('PUT', path(first), { token, body: { roles: ['User', 'PowerUser'] } })).status).toBe(200);
    expect((await me(token)).body.status).toBe('active');
  });

  it('is a person: a management agent, which never signs in at the portal, is none', async () => {
    const { first, token } = await alone();
    const agent = { ...first, userId: 'agent:printing' };
    const body = { userId: agent.userId, roles: ['PowerUser'], status: 'active' };
    const users = `/api/auth/tenants/${first.tenantId}/users`;
    expect((await app.call('POST', users, { token, body })).status).toBe(200);
    const last = [409, 'last_administrator'];
    expect(refused(await act(first, 'deactivate', token))).toEqual(last);
    expect(refused(await app.call('DELETE', path(first), { token }))).toEqual(last);
    expect(refused(await app.call('PUT', path(first), { token, body: { roles: ['User'] } }))).toEqual(last);
    const setup = await app.call('GET', `/api/portal/tenants/${first.tenantId}/setupSteps`, { token });
    expect(setup.body.steps).toContainEqual({ id: 'secondAdministrator', done: false });
    // The agent itself may come and go.
    expect((await app.call('DELETE', path(agent), { token })).status).toBe(204);
  });

  it.each(['demote', 'deactivate', 'delete', 'bulk'])('of two, twenty at once (%s) leave one', async (way) => {
    const { first, others, token } = await alone([{ roles: ['PowerUser'] }]);
    const two = [first, others[0]!];
    const second = (await signIn(app, two[1]!)).token;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const user = two[at % 2]!;
        const by = at % 4 < 2 ? token : second;
        if (way === 'demote') return app.call('PUT', path(user), { token: by, body: { roles: ['User'] } });
        if (way === 'deactivate') return act(user, 'deactivate', by);
        if (way === 'delete') return app.call('DELETE', path(user), { token: by });
        const body = { action: 'deactivate', userIds: two.map(({ userId }) => userId) };
        return app.call('POST', `/api/auth/tenants/${user.tenantId}/operations/users`, { token: by, body });
      }),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const { rows } = await app.owner.query(
      "select count(*)::int as n from users where tenant_id = $1 and status = 'active' and 'PowerUser' = any (roles)",
      [first.tenantId],
    );
    expect(rows[0].n).toBe(1);
  });

  it('may be locked by wrong passwords all the same', async () => {
    const { first } = await alone();
    const query = "update users set status = 'locked' where user_id = $1";
    const client = await app.tools.db.pool.connect();
    await client.query('begin');
    await client.query("select set_config('app.tenant_id', $1, true)", [first.tenantId]);
    expect((await client.query(query, [first.userId])).rowCount).toBe(1);
    await client.query('rollback');
    client.release();
  });
});
