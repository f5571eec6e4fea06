import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, PASSWORD, type TestTenant, type TestUser } from '#test/factories.ts';
import { hashSecret } from '../platform/crypto/secret.ts';

let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await sharedTestApp('with a clock');
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const login = (body: Record<string, unknown>): Promise<Answer> => app.call('POST', '/api/auth/login/user', { body });
const byUserId = (user: TestUser, password = user.password) =>
  login({ type: 'userId', tenantId: user.tenantId, credentials: user.userId, password });
const byMail = (mail: string, password = PASSWORD) =>
  login({ type: 'loginMailAddressAutoSelect', credentials: mail, password });
const logOf = async (user: TestUser) =>
  (
    await app.owner.query(
      'select status, reason, login_type from login_log where user_uuid = $1 order by at desc, id desc',
      [user.uuid],
    )
  ).rows;

describe('signing in', () => {
  it('by user id, whatever the case of its letters', async () => {
    const user = await makeUser(app, tenant, { userId: 'Hanako.Sato' });
    const answer = await login({
      type: 'userId',
      tenantId: tenant.tenantId,
      credentials: 'HANAKO.sato',
      password: PASSWORD,
    });
    expect(answer.body).toEqual({
      status: 'completed',
      tenantId: tenant.tenantId,
      userId: 'Hanako.Sato',
      uuid: user.uuid,
      mfaSetupRequired: false,
    });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-portico-session=\d+\.[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await logOf(user)).toEqual([{ status: 'success', reason: null, login_type: 'userId' }]);
  });

  it('by mail address in a tenant and alone, with my info when asked', async () => {
    const user = await makeUser(app, tenant);
    const inTenant = await login({
      type: 'loginMailAddress',
      tenantId: tenant.tenantId,
      credentials: user.mail.toUpperCase(),
      password: PASSWORD,
    });
    expect(inTenant.body.status).toBe('completed');
    const alone = await login({
      type: 'loginMailAddress',
      credentials: user.mail,
      password: PASSWORD,
      withMyInfo: true,
    });
    expect(alone.body.me).toMatchObject({ userId: user.userId, tenantId: tenant.tenantId, passwordAssigned: true });
  });

  it('keeps the secret of the cookie only as a hash', async () => {
    const user = await makeUser(app, tenant);
    const { cookie } = await byUserId(user);
    const secret = cookie?.split('.').at(-1) ?? '';
    const { rows } = await app.owner.query('select secret_hash from sessions where user_uuid = $1', [user.uuid]);
    expect(rows[0].secret_hash).toEqual(hashSecret(secret));
  });
});

describe('refusing', () => {
  it('answers alike for unknown, wrong, inactive, locked, unregistered, agents and foreign tenants', async () => {
    const users = {
      wrong: await makeUser(app, tenant),
      inactive: await makeUser(app, tenant, { status: 'inactive' }),
      locked: await makeUser(app, tenant, { status: 'locked' }),
      registering: await makeUser(app, tenant, { status: 'registering' }),
      agent: await makeUser(app, tenant, { userId: 'agent:one' }),
    };
    const other = await makeTenant(app);
    const answers = [
      await byUserId(users.wrong, 'not the password'),
      await byUserId(users.inactive),
      await byUserId(users.locked),
      await byUserId(users.registering),
      await byUserId(users.agent),
      await byUserId({ ...users.wrong, userId: 'nobody' }),
      await byUserId({ ...users.wrong, tenantId: 'no-such-tenant' }),
      await byUserId({ ...users.wrong, tenantId: 'Not A Tenant!' }),
      await byUserId({ ...users.wrong, tenantId: other.tenantId }),
      await byMail('nobody@nowhere.example'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual([{ message_id: 'mismatch', message: expect.stringMatching(/.{20,}/) }]);
      expect(answer.cookie).toBeNull();
    }
    expect((await logOf(users.inactive))[0].reason).toBe('account_inactive');
    expect((await logOf(users.locked))[0].reason).toBe('account_locked');
  });

  it.each([
    ['unknown fields', { roles: ['PowerUser'] }],
    ['an array for a text', { credentials: ['admin'] }],
    ['an object for a text', { password: { $ne: '' } }],
    ['NUL', { credentials: 'a\0b' }],
    ['10,000 characters', { password: 'x'.repeat(10_000) }],
    ['a type that is none', { type: 'saml' }],
  ])('refuses %s', async (_, wrong) => {
    const answer = await login({
      type: 'userId',
      tenantId: tenant.tenantId,
      credentials: 'x',
      password: 'y',
      ...wrong,
    });
    expect(answer.status).toBe(400);
    expect(answer.body[0].message_id).toBe('invalid_params');
  });

  it('takes a password of 64 characters and more, whole and by code point', async () => {
    const long = `${'長い言葉🔑'.repeat(20)}é`;
    const user = await makeUser(app, tenant, { password: long });
    expect((await byUserId(user)).status).toBe(200);
    expect((await byUserId(user, long.normalize('NFD'))).status).toBe(200);
    expect((await byUserId(user, long.slice(0, -1))).status).toBe(401);
  });
});

describe('account lock policy', () => {
  it('locks after the failures of the policy, for its time, and only that account', async () => {
    const strict = await makeTenant(app, { securityPolicy: { accountLockPolicy: { failures: 3, lockMinutes: 5 } } });
    const [user, other] = [await makeUser(app, strict), await makeUser(app, strict)];
    const cookie = String((await byUserId(user)).known);
    const inTheirBrowser = (password: string) =>
      app.call('POST', '/api/auth/login/user', {
        body: { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password },
        cookie,
      });
    for (let n = 0; n < 3; n += 1) await inTheirBrowser('wrong one');
    expect((await byUserId(user)).status).toBe(401);
    expect((await byUserId(other)).status).toBe(200);
    const { rows } = await app.owner.query('select status from users where uuid = $1', [user.uuid]);
    expect(rows[0].status).toBe('locked');
    app.advance(6 * 60_000);
    expect((await byUserId(user)).status).toBe(200);
  });

  it('counts parallel failures one by one', async () => {
    const strict = await makeTenant(app, { securityPolicy: { accountLockPolicy: { failures: 50 } } });
    const user = await makeUser(app, strict);
    await Promise.all(Array.from({ length: 8 }, () => byUserId(user, 'wrong one')));
    const { rows } = await app.owner.query('select unknown_count, unknown_streak from sign_in_guards where uuid = $1', [
      user.uuid,
    ]);
    expect(rows[0]).toEqual({ unknown_count: 8, unknown_streak: 8 });
  });

  it('throttles an account from an address, not another account', async () => {
    const open = await makeTenant(app, { securityPolicy: { accountLockPolicy: { enabled: false } } });
    const [user, other] = [await makeUser(app, open), await makeUser(app, open)];
    await Promise.all(Array.from({ length: 30 }, () => byUserId(user, 'wrong one')));
    const answer = await byUserId(user);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await byUserId(other)).status).toBe(200);
  });
});

describe('one address in several tenants', () => {
  it('offers only the accounts whose password matched, once', async () => {
    const tenants = [await makeTenant(app), await makeTenant(app), await makeTenant(app)];
    const mail = 'many@places.example';
    const [first] = await Promise.all([
      makeUser(app, tenants[0]!, { mail }),
      makeUser(app, tenants[1]!, { mail }),
      makeUser(app, tenants[2]!, { mail, password: 'quite another 93 willow' }),
    ]);
    const offered = await byMail(mail);
    expect(offered.body.status).toBe('selectAccounts');
    expect(offered.body.accounts.map((account: { tenantId: string }) => account.tenantId).sort()).toEqual(
      [tenants[0]!.tenantId, tenants[1]!.tenantId].sort(),
    );
    const choose = (tenantId: string) =>
      app.call('POST', '/api/auth/login/user/account', { body: { loginId: offered.body.loginId, tenantId } });
    expect((await choose(tenants[2]!.tenantId)).status).toBe(401);
    const chosen = await Promise.all(Array.from({ length: 20 }, () => choose(first!.tenantId)));
    expect(chosen.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('goes straight to the default tenant', async () => {
    const tenants = [await makeTenant(app), await makeTenant(app)];
    const mail = 'default@places.example';
    await makeUser(app, tenants[0]!, { mail });
    await makeUser(app, tenants[1]!, { mail, defaultLogin: true });
    expect((await byMail(mail)).body).toMatchObject({ status: 'completed', tenantId: tenants[1]!.tenantId });
  });
});

describe('an expired password', () => {
  it('must be replaced before going on, by one that the policy takes', async () => {
    const aging = await makeTenant(app, {
      securityPolicy: { passwordPolicy: { expiresAfterDays: 30, history: 3, minNumeric: 1 } },
    });
    const user = await makeUser(app, aging);
    await app.owner.query("update user_passwords set changed_at = now() - interval '31 days' where user_uuid = $1", [
      user.uuid,
    ]);
    const answer = await byUserId(user);
    expect(answer.body).toMatchObject({ status: 'passwordExpired', passwordPolicy: { history: 3 } });
    expect(answer.cookie).toBeNull();
    const replace = (newPassword: string) =>
      app.call('POST', '/api/auth/login/user/password', { body: { loginId: answer.body.loginId, newPassword } });
    const ids = (refused: Answer) => refused.body.map((entry: { message_id: string }) => entry.message_id);
    expect(ids(await replace('no digits in here'))).toEqual(['password_policy_violated', 'minNumeric']);
    expect(ids(await replace('password1'))).toEqual(['common_password']);
    expect(ids(await replace(PASSWORD))).toEqual(['history']);
    const replaced = await replace('maple river 22 stones');
    expect(replaced.body.status).toBe('completed');
    expect((await replace('maple river 23 stones')).status).toBe(401);
    expect((await byUserId(user, 'maple river 22 stones')).body.status).toBe('completed');
    expect((await app.mails(user.mail)).map((mail) => mail.kind)).toEqual(['passwordChanged']);
  });
});

describe('signing out', () => {
  it('ends the session; a worthless cookie is no error', async () => {
    const user = await makeUser(app, tenant);
    const { cookie } = await byUserId(user);
    const out = await app.call('POST', '/api/auth/logout', { cookie: cookie ?? '' });
    expect(out.status).toBe(204);
    expect(out.cookie).toBe('__Host-portico-session=');
    const { rows } = await app.owner.query('select ended_reason from sessions where user_uuid = $1', [user.uuid]);
    expect(rows).toEqual([{ ended_reason: 'logout' }]);
    expect(
      (await app.call('POST', '/api/auth/logout', { cookie: '__Host-portico-session=1.no-such.thing' })).status,
    ).toBe(204);
  });
});

describe('loginType/site', () => {
  it('tells what the tenant offers, and of an unknown one what every tenant offers', async () => {
    const ask = async (tenantId?: string) =>
      (await app.call('POST', '/api/auth/loginType/site', { body: { tenantId } })).body.loginTypes;
    const idsOnly = await makeTenant(app, { securityPolicy: { loginPolicy: { siteLoginType: 'userId' } } });
    expect(await ask(idsOnly.tenantId)).toEqual(['userId']);
    for (const none of ['no-such-tenant', 'Not A Tenant!', undefined])
      expect(await ask(tenant.tenantId)).toEqual(await ask(none));
    const user = await makeUser(app, idsOnly);
    expect(
      (
        await login({
          type: 'loginMailAddress',
          tenantId: idsOnly.tenantId,
          credentials: user.mail,
          password: PASSWORD,
        })
      ).status,
    ).toBe(401);
  });

  it('is asked six hundred times in five minutes from one network', async () => {
    const ask = async () => (await app.call('POST', '/api/auth/loginType/site', { body: {} })).status;
    expect(await ask()).toBe(200);
    // As if that one had been the six hundredth.
    await app.owner.query('update throttles set count = 600');
    expect(await ask()).toBe(429);
    await app.owner.query('delete from throttles');
  });
});
