import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, startTestApp } from '#test/app.ts';
import { setUpTotp } from '#test/authenticator.ts';
import { makeTenant, makeUser, portalTokens, signIn, type TestTenant } from '#test/factories.ts';
import { createOperatorToken } from './operator-tokens/operator-tokens.ts';
import { operatorRoutes } from './routes.ts';
import { operatorAct } from '#test/operator-act.ts';
import { CREDENTIALS_SCOPE, OPERATOR_SCOPE, type OperatorScope, operatorScopes } from '#contract/principals.ts';

let app: TestApp;
let token: string;

const act = () => operatorAct(app.tools.clock());
const reason = 'asked by phone, ticket 47';
const call = (method: string, path: string, body?: unknown, bearer = token) =>
  app.call(method, `/api/operator${path}`, { token: bearer, ...(body === undefined ? {} : { body }) });
const logged = async (space: string, action: string) =>
  (
    await app.owner.query(
      "select * from system_operation_log where tenant_id = $1 and action = $2 and status <> 'error'",
      [space, action],
    )
  ).rows;

beforeAll(async () => {
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
  token = (await createOperatorToken(app.tools, act(), { name: 'tests', days: 1, scopes: [...operatorScopes] })).token;
});
afterAll(() => app.close());

describe('the operator token', () => {
  it('is asked for on every operator route before anything else', async () => {
    expect(operatorRoutes.length).toBeGreaterThan(20);
    for (const { route } of operatorRoutes) {
      const path = route.path.replace(/\{\w+\}/g, 'x');
      const answer = await app.call(route.method, path, route.method === 'GET' ? {} : { body: {} });
      expect([route.path, answer.status, answer.body[0]?.message_id]).toEqual([route.path, 401, 'invalid_token']);
    }
  });

  it("is not a user's token, not a wrong one, not an expired one, not a revoked one", async () => {
    const tenant = await makeTenant(app);
    const admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
    const { token: users } = await signIn(app, admin);
    const revoked = await createOperatorToken(app.tools, act(), {
      name: 'revoked',
      days: 1,
      scopes: [...operatorScopes],
    });
    expect((await call('GET', '/tenants', undefined, revoked.token)).status).toBe(200);
    expect((await call('DELETE', '/tokens/revoked')).status).toBe(204);
    for (const wrong of [users, `portico_operator_${'A'.repeat(43)}`, token.slice(0, -1), revoked.token, 'x']) {
      expect((await call('GET', '/tenants', undefined, wrong)).status).toBe(401);
    }
    const brief = await createOperatorToken(app.tools, act(), { name: 'brief', days: 1, scopes: [...operatorScopes] });
    await app.owner.query(`update operator_tokens set expires_at = now() - interval '1 s' where name = 'brief'`);
    expect((await call('GET', '/tenants', undefined, brief.token)).status).toBe(401);
  });

  it('is stored as a hash only, under a name once', async () => {
    const { rows } = await app.owner.query('select operator_tokens::text as row from operator_tokens');
    expect(JSON.stringify(rows)).not.toContain(token.slice('portico_operator_'.length));
    await expect(
      createOperatorToken(app.tools, act(), { name: 'tests', days: 1, scopes: [...operatorScopes] }),
    ).rejects.toMatchObject({
      id: 'duplicated_params_name',
    });
  });

  it('is held back from an address that tried too many wrong ones, but the right one is not', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++) statuses.push((await call('GET', '/tenants', undefined, `wrong${n}`)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await call('GET', '/tenants')).status).toBe(200);
    await app.owner.query('delete from throttles');
  });

  it('is held back from a network, however many addresses of it try', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++) {
      const headers = { 'x-forwarded-for': `2001:db8:0:9::${n.toString(16)}` };
      statuses.push((await app.call('GET', '/api/operator/tenants', { token: `wrong${n}`, headers })).status);
    }
    expect(statuses.slice(-3)).toEqual([401, 429, 429]);
    await app.owner.query('delete from throttles');
  });
});

describe('tenants', () => {
  it('are made once, listed and shown', async () => {
    const made = await call('POST', '/tenants', {
      tenantId: 'first-co',
      name: '第一商事',
      country: 'JP',
      timezone: 'Japan',
    });
    expect(made).toMatchObject({
      status: 200,
      body: { tenantId: 'first-co', status: 'active', timezone: 'Asia/Tokyo' },
    });
    const again = await call('POST', '/tenants', { tenantId: 'first-co', name: 'x' });
    expect(again).toMatchObject({
      status: 409,
      body: [{ message_id: 'duplicated_params_tenantId', field: 'tenantId' }],
    });
    expect((await call('GET', '/tenants')).body.results.map((row: { tenantId: string }) => row.tenantId)).toContain(
      'first-co',
    );
    expect((await call('GET', '/tenants/first-co')).body.name).toBe('第一商事');
    expect(await logged('first-co', 'POST /api/operator/tenants')).toMatchObject([
      { operation: 'create', operator_user_id: 'operator:tests', target_id: 'first-co' },
    ]);
  });

  it.each(['-', 'ab', '-abc', 'abc-', 'Abc', 'a_b', 'a'.repeat(33)])('are not named %s', async (tenantId) => {
    expect((await call('POST', '/tenants', { tenantId, name: 'x' })).status).toBe(400);
    expect((await call('GET', `/tenants/${tenantId}`)).status).toBe(404);
  });

  it('are placed in the core regions only', async () => {
    const placed = (region: string) => call('POST', '/tenants', { tenantId: `placed-in-${region}`, name: 'x', region });
    for (const region of ['na', 'eu', 'jp']) expect((await placed(region)).body).toMatchObject({ region });
    for (const region of ['kr', 'la', 'as', 'devj', 'moon']) expect((await placed(region)).status).toBe(400);
  });

  it('refuse unknown fields and unknown tenants', async () => {
    expect((await call('POST', '/tenants', { tenantId: 'other', name: 'x', status: 'active' })).status).toBe(400);
    for (const path of ['/tenants/nobody/suspend', '/tenants/nobody/resume'])
      expect((await call('POST', path)).status).toBe(404);
    expect((await call('POST', '/tenants/nobody/users', { userId: 'x' })).status).toBe(404);
  });

  it('once suspended end sessions and tokens within a second, for good', async () => {
    const tenant = await makeTenant(app);
    const user = await makeUser(app, tenant);
    const signed = await signIn(app, user);
    expect((await app.call('GET', '/api/auth/me', { token: signed.token })).status).toBe(200);
    expect((await call('POST', `/tenants/${tenant.tenantId}/suspend`)).body.status).toBe('suspended');
    app.advance(900);
    expect((await app.call('GET', '/api/auth/me', { token: signed.token })).status).toBe(401);
    await expect(signIn(app, user)).rejects.toThrow();
    expect((await call('POST', `/tenants/${tenant.tenantId}/resume`)).body.status).toBe('active');
    app.advance(900);
    expect((await app.call('GET', '/api/auth/me', { token: signed.token })).status).toBe(401);
    const { rows } = await app.owner.query('select from oauth_artifacts where tenant_id = $1', [tenant.tenantId]);
    expect(rows).toEqual([]);
    expect((await signIn(app, user)).token).toBeTruthy();
  });

  const suspendAndResume = async ({ tenantId }: TestTenant) => {
    app.advance(1000);
    for (const act of ['suspend', 'resume'])
      expect((await call('POST', `/tenants/${tenantId}/${act}`)).status).toBe(200);
  };

  it('end a sign-in that was pending MFA, though it is resumed before the code arrives', async () => {
    const tenant = await makeTenant(app);
    const user = await makeUser(app, tenant);
    const signed = await signIn(app, user);
    const { recoveryCodes } = await setUpTotp(app, signed.token);
    await app.call('POST', '/api/auth/logout', { cookie: signed.cookie });
    const pending = async () => {
      const body = { type: 'userId', tenantId: tenant.tenantId, credentials: user.userId, password: user.password };
      return (await app.call('POST', '/api/auth/login/user', { body })).body.loginId;
    };
    const give = (loginId: string) =>
      app.call('POST', '/api/auth/login/user/mfa', { body: { loginId, recoveryCode: recoveryCodes[0] } });
    const before = await pending();
    await suspendAndResume(tenant);
    expect(await give(before)).toMatchObject({ status: 401, body: [{ message_id: 'login_expired' }] });
    expect((await give(await pending())).body.status).toBe('completed');
  });

  it('take no user back whose password was checked before, in a session of another organization', async () => {
    const mail = 'suspended@places.example';
    const [home, tenant] = [await makeTenant(app), await makeTenant(app)];
    const [user] = [await makeUser(app, tenant, { mail }), await makeUser(app, home, { mail, defaultLogin: true })];
    await signIn(app, user);
    const body = { type: 'loginMailAddress', credentials: mail, password: user.password };
    const { cookie } = await app.call('POST', '/api/auth/login/user', { body });
    const { token: atHome } = await portalTokens(app, String(cookie));
    const switchTo = () => {
      const path = '/api/auth/myAccounts/issueTicketByAccessToken';
      return app.call('POST', path, { token: atHome, body: { tenantId: tenant.tenantId } });
    };
    expect((await switchTo()).status).toBe(200);
    await suspendAndResume(tenant);
    expect((await switchTo()).body).toMatchObject([{ message_id: 'account_not_exist' }]);
  });
});

describe('users', () => {
  it('are made with a generated password that must be changed, or a given one', async () => {
    const { tenantId } = await makeTenant(app, {
      securityPolicy: { passwordPolicy: { minSpecial: 3, minLength: 30 } },
    });
    const made = await call('POST', `/tenants/${tenantId}/users`, {
      userId: 'Hanako',
      loginMailAddress: `h@${tenantId}.example`,
    });
    expect(made).toMatchObject({ status: 200, body: { user: { status: 'active', mustChangePassword: true } } });
    expect(made.body.password.length).toBeGreaterThanOrEqual(30);
    const taken = await call('POST', `/tenants/${tenantId}/users`, { userId: 'hANAKO' });
    expect(taken).toMatchObject({ status: 409, body: [{ message_id: 'duplicated_params_userId' }] });
    const weak = await call('POST', `/tenants/${tenantId}/users`, { userId: 'weak', password: 'short' });
    expect(weak).toMatchObject({ status: 400, body: [{ message_id: 'password_policy_violated' }, {}, {}] });
    const given = { userId: 'given', password: 'a very long one, with !!! in it', mustChangePassword: false };
    expect((await call('POST', `/tenants/${tenantId}/users`, given)).body).toMatchObject({ password: null });
    const user = { tenantId, uuid: '', userId: 'given', mail: '', password: given.password };
    expect((await signIn(app, user)).token).toBeTruthy();
    expect((await call('GET', `/tenants/${tenantId}`)).body.userCount).toBe(2);
  });

  it('get a new password: locks lifted, sessions ended, told by mail', async () => {
    const tenant = await makeTenant(app, { securityPolicy: { passwordPolicy: { history: 3 } } });
    const user = await makeUser(app, tenant);
    const signed = await signIn(app, user);
    await app.owner.query(`update users set status = 'locked', failed_streak = 100 where uuid = $1`, [user.uuid]);
    const path = `/tenants/${tenant.tenantId}/users/${user.userId}/resetPassword`;
    const answer = await call('POST', path, { reason });
    expect(answer.body.user).toMatchObject({ status: 'active', failedStreak: 0, mustChangePassword: true });
    expect((await app.call('GET', '/api/auth/me', { token: signed.token })).status).toBe(401);
    expect((await app.mails(user.mail)).map((mail) => mail.kind)).toContain('passwordChanged');
    expect((await call('POST', path, { password: answer.body.password, reason })).body[0].message_id).toMatch(
      'history',
    );
  });

  it('are unlocked and freed of a lost second factor', async () => {
    const tenant = await makeTenant(app);
    const user = await makeUser(app, tenant);
    await app.owner.query(
      `update users set status = 'locked', failed_count = 9, failed_streak = 100, locked_until = null where uuid = $1`,
      [user.uuid],
    );
    await app.owner.query(
      `insert into totps (tenant_id, uuid, user_uuid, sealed_secret, enabled) values ($1, gen_random_uuid(), $2, '', true)`,
      [tenant.tenantId, user.uuid],
    );
    const base = `/tenants/${tenant.tenantId}/users/${user.userId}`;
    expect((await call('GET', base)).body).toMatchObject({ status: 'locked', totpEnabled: true });
    expect((await call('POST', `${base}/unlock`, { reason })).body).toMatchObject({
      status: 'active',
      failedCount: 0,
      failedStreak: 0,
    });
    expect((await call('POST', `${base}/resetMfa`, { reason })).body).toMatchObject({
      totpEnabled: false,
      recoveryCodesLeft: 0,
    });
    expect((await app.mails(user.mail)).map((mail) => mail.kind)).toContain('mfaDisabled');
    expect(await logged(tenant.tenantId, 'POST /api/operator/tenants/{tenantId}/users/{userId}/resetMfa')).toHaveLength(
      1,
    );
    const other = await makeTenant(app);
    expect((await call('POST', `/tenants/${other.tenantId}/users/${user.userId}/unlock`, { reason })).status).toBe(404);
  });
});

describe('acts on credentials', () => {
  const tokenWith = async (...scopes: OperatorScope[]) => {
    const name = scopes.join('.').replaceAll(':', '-');
    return (await createOperatorToken(app.tools, act(), { name, days: 1, scopes })).token;
  };
  const mailed = async (address: string) =>
    (await app.mails(address)).filter(({ kind }) => kind.startsWith('operator'));

  it('need a scope of their own, which opens nothing else', async () => {
    const tenant = await makeTenant(app);
    const credentials = await tokenWith(CREDENTIALS_SCOPE);
    expect((await call('GET', `/tenants/${tenant.tenantId}`, undefined, credentials)).status).toBe(403);
  });

  it('are mailed to the administrators, and the log says who did it and why', async () => {
    const tenant = await makeTenant(app);
    const administrator = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
    const user = await makeUser(app, tenant);
    const users = `/tenants/${tenant.tenantId}/users`;
    for (const word of ['unlock', 'resetMfa', 'resetPassword'])
      expect((await call('POST', `${users}/${user.userId}/${word}`, { reason })).status).toBe(200);
    await call('POST', users, { userId: 'root', roles: ['PowerUser'], reason });
    const mails = await mailed(administrator.mail);
    expect(mails.map(({ kind }) => kind)).toEqual([
      ...['operatorUnlocked', 'operatorResetMfa', 'operatorSetPassword', 'operatorMadeAdministrator'],
    ]);
    for (const { text } of mails) expect(text).toContain(reason);
    expect(mails[2]?.text).toContain(`operator:tests changed the password of ${user.userId}`);
    expect(await mailed(user.mail)).toEqual([]);
    const path = 'POST /api/operator/tenants/{tenantId}/users/{userId}/resetPassword';
    expect(await logged(tenant.tenantId, path)).toMatchObject([{ operator_user_id: 'operator:tests', reason }]);
  });

  it('are still open to tokens that were made before there were scopes', async () => {
    const tenant = await makeTenant(app);
    const { userId } = await makeUser(app, tenant);
    const { token: old } = await createOperatorToken(app.tools, act(), {
      name: 'old',
      days: 1,
      scopes: [OPERATOR_SCOPE],
    });
    await app.owner.query(`update operator_tokens set scopes = default where name = 'old'`);
    const path = `/tenants/${tenant.tenantId}/users/${userId}/unlock`;
    expect((await call('POST', path, { reason }, old)).status).toBe(200);
  });
});

it('rotates the signing keys', async () => {
  const before = (await call('POST', '/keys/rotate', { reason })).body.results;
  const after = (await call('POST', '/keys/rotate', { reason })).body.results;
  const of = (keys: { kid: string; state: string }[], state: string) =>
    keys.filter((key) => key.state === state).map((key) => key.kid);
  expect(of(after, 'current').sort()).toEqual(of(before, 'next').sort());
  expect(of(after, 'retired')).toEqual(expect.arrayContaining(of(before, 'current')));
});

it("registers and removes a tenant's OAuth clients", async () => {
  const tenant = await makeTenant(app);
  const path = `/tenants/${tenant.tenantId}/oauthClients`;
  const administrator = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  const input = { name: 'App', redirectUris: ['https://app.example/callback'] };
  expect((await call('POST', path, input)).body[0]).toMatchObject({ field: 'reason' });
  const made = await call('POST', path, { ...input, reason });
  expect(made.body.clientSecret).toHaveLength(43);
  const at = `${path}/${made.body.clientId}`;
  expect((await call('PUT', `${at}/firstParty`, { firstParty: true })).body[0]).toMatchObject({ field: 'reason' });
  for (let time = 0; time < 2; time += 1)
    expect((await call('PUT', `${at}/firstParty`, { firstParty: true, reason })).body.firstParty).toBe(true);
  expect((await call('PUT', `${at}/serviceClass`, { serviceClass: null, reason })).status).toBe(200);
  // Each act is in the log with its reason, though the second one and the third changed nothing.
  for (const [word, times] of [
    ['firstParty', 2],
    ['serviceClass', 1],
  ] as const) {
    const rows = await logged(tenant.tenantId, `PUT /api/operator/tenants/{tenantId}/oauthClients/{clientId}/${word}`);
    expect(rows).toMatchObject(Array.from({ length: times }, () => ({ actor_id: 'tests', reason })));
  }
  const mails = (await app.mails(administrator.mail)).filter(({ kind }) => kind.startsWith('operator'));
  expect(mails.map(({ kind }) => kind)).toEqual(['operatorRegisteredClient', 'operatorChangedClient']);
  for (const { text } of mails) expect(text).toContain(reason);
  expect((await call('GET', path)).body.results).toHaveLength(1);
  expect((await call('POST', '/tenants/nobody/oauthClients', { ...input, reason })).status).toBe(404);
  const gone = `${path}/${made.body.clientId}?${new URLSearchParams({ reason })}`;
  expect((await call('DELETE', gone)).status).toBe(204);
  expect((await call('DELETE', gone)).status).toBe(404);
});
