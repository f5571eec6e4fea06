import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { otpOf, setUpTotp, TOTP_REQUEST } from '#test/authenticator.ts';
import { makeTenant, makeUser, PASSWORD, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());

const withPolicy = (loginPolicy: unknown) => makeTenant(app, { securityPolicy: { loginPolicy } });
/** Saves a policy as an administrator: it applies from the next sign-in on. */
const save = (tenant: TestTenant, loginPolicy: unknown) =>
  app.owner.query('update tenants set security_policy = $2 where tenant_id = $1', [
    tenant.tenantId,
    JSON.stringify({ loginPolicy }),
  ]);
const login = (body: object) => app.call('POST', '/api/auth/login/user', { body: { password: PASSWORD, ...body } });
const byId = ({ tenantId, userId }: TestUser) => login({ type: 'userId', tenantId, credentials: userId });
const byMail = ({ tenantId, mail }: TestUser) => login({ type: 'loginMailAddress', tenantId, credentials: mail });
const byMailAlone = (mail: string) => login({ type: 'loginMailAddressAutoSelect', credentials: mail });
const offered = async ({ tenantId }: TestTenant) =>
  (await app.call('POST', '/api/auth/loginType/site', { body: { tenantId } })).body.loginTypes;

describe('the ways of signing in at the site', () => {
  it.each([
    ['loginMailAddress', ['loginMailAddress'], 200, 401],
    ['userId', ['userId'], 401, 200],
    ['all', ['loginMailAddress', 'userId'], 200, 200],
  ])('%s: the page offers %j, and no other way leads in', async (siteLoginType, ways, mail, id) => {
    const tenant = await makeTenant(app);
    const user = await makeUser(app, tenant);
    expect(await offered(tenant)).toEqual(['loginMailAddress', 'userId']);
    await save(tenant, { siteLoginType });
    expect(await offered(tenant)).toEqual(ways);
    expect([(await byMail(user)).status, (await byId(user)).status]).toEqual([mail, id]);
    expect((await byMailAlone(user.mail)).status).toBe(mail);
  });
});

describe('accounts to choose from', () => {
  const mailOfTwo = 'both@people.example';

  it('a tenant that offers none is opened by its own id, never among others nor by a switch', async () => {
    const [open, closed] = [await makeTenant(app), await withPolicy({ userSelect: false })];
    const third = await makeTenant(app);
    const mine = await makeUser(app, open, { mail: mailOfTwo });
    const apart = await makeUser(app, closed, { mail: mailOfTwo });
    expect((await byMailAlone(mailOfTwo)).body).toMatchObject({ status: 'completed', tenantId: open.tenantId });
    await makeUser(app, third, { mail: mailOfTwo });
    const choice = await byMailAlone(mailOfTwo);
    expect(choice.body.accounts.map(({ tenantId }: TestTenant) => tenantId).sort()).toEqual(
      [open.tenantId, third.tenantId].sort(),
    );
    expect((await byMail(apart)).body).toMatchObject({ status: 'completed', tenantId: closed.tenantId });
    const body = { loginId: choice.body.loginId, tenantId: closed.tenantId };
    expect((await app.call('POST', '/api/auth/login/user/account', { body })).status).toBe(401);
    const { token } = await signIn(app, mine);
    const switchable = await app.call('GET', '/api/auth/myAccounts', { token });
    expect(switchable.body.results.map(({ tenantId }: TestTenant) => tenantId)).toEqual([open.tenantId]);
  });

  it('stopping it takes back what was offered a moment before', async () => {
    const [first, second] = [await makeTenant(app), await makeTenant(app)];
    const mail = 'again@people.example';
    await makeUser(app, first, { mail });
    await makeUser(app, second, { mail });
    const { loginId, accounts } = (await byMailAlone(mail)).body;
    expect(accounts).toHaveLength(2);
    await save(second, { userSelect: false });
    const body = { loginId, tenantId: second.tenantId };
    const answer = await app.call('POST', '/api/auth/login/user/account', { body });
    expect([answer.status, answer.body[0].message_id]).toEqual([401, 'mismatch']);
    expect((await byMailAlone(mail)).body).toMatchObject({ status: 'completed', tenantId: first.tenantId });
  });

  it('the person’s default still opens by the address alone', async () => {
    const [first, second] = [await makeTenant(app), await withPolicy({ userSelect: false })];
    const mail = 'default@people.example';
    await makeUser(app, first, { mail });
    await makeUser(app, second, { mail, defaultLogin: true });
    expect((await byMailAlone(mail)).body).toMatchObject({ status: 'completed', tenantId: second.tenantId });
  });

  it('where none of several is offered, nobody is let in by the address alone', async () => {
    const mail = 'nowhere@people.example';
    const users = [
      await makeUser(app, await withPolicy({ userSelect: false }), { mail }),
      await makeUser(app, await withPolicy({ userSelect: false }), { mail }),
    ];
    expect((await byMailAlone(mail)).body[0].message_id).toBe('mismatch');
    for (const user of users) expect((await byMail(user)).body.status).toBe('completed');
  });
});

describe('the second factor', () => {
  const enforced = (more: object) => ({ mfa: { siteEnforceMfa: { enabled: true, ...more } } });
  const setupRequired = async (user: TestUser) => (await byId(user)).body.mfaSetupRequired;

  it('is enforced by role from the next sign-in on', async () => {
    const tenant = await makeTenant(app);
    const user = await makeUser(app, tenant);
    const administrator = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
    expect([await setupRequired(user), await setupRequired(administrator)]).toEqual([false, false]);
    await save(tenant, enforced({ roles: ['PowerUser'] }));
    expect([await setupRequired(user), await setupRequired(administrator)]).toEqual([false, true]);
    await save(tenant, enforced({ roles: ['User'] }));
    expect([await setupRequired(user), await setupRequired(administrator)]).toEqual([true, false]);
    const { token } = await signIn(app, user);
    expect((await app.call('GET', '/api/auth/me/sessions', { token })).body[0].message_id).toBe(
      'mfa_not_authenticated',
    );
    expect((await app.call('GET', '/api/auth/me', { token })).body.mfaStatus).toEqual({
      enabled: true,
      enforced: true,
      setupRequired: true,
    });
  });

  it('is enforced for local accounts only, where the tenant says so', async () => {
    const tenant = await withPolicy(enforced({ roles: ['User'], accounts: 'local' }));
    const [local, fromElsewhere] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    await app.owner.query("update users set source = 'scim' where uuid = $1", [fromElsewhere.uuid]);
    expect([await setupRequired(local), await setupRequired(fromElsewhere)]).toEqual([true, false]);
    const { token } = await signIn(app, fromElsewhere);
    expect((await app.call('GET', '/api/auth/me/sessions', { token })).status).toBe(200);
    await save(tenant, enforced({ roles: ['User'] }));
    expect(await setupRequired(fromElsewhere)).toBe(true);
  });

  it('turned off is neither asked for nor set up; turned on again, the old one counts', async () => {
    const tenant = await makeTenant(app);
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const { secret } = await setUpTotp(app, token);
    expect((await byId(user)).body.status).toBe('mfaRequired');
    await save(tenant, { mfa: { enabled: false } });
    expect((await byId(user)).body).toMatchObject({ status: 'completed', mfaSetupRequired: false });
    const off = await signIn(app, user);
    const pin = await app.call('POST', '/api/auth/me/userCode/request', { token: off.token, body: {} });
    expect(pin.status).toBe(200);
    const neighbour = await signIn(app, await makeUser(app, tenant));
    const refused = await app.call('POST', '/api/auth/me/mfa/totp', { token: neighbour.token, body: TOTP_REQUEST });
    expect(refused.body[0].message_id).toBe('mfa_not_available');
    await save(tenant, { mfa: { enabled: true } });
    const again = await byId(user);
    expect(again.body.status).toBe('mfaRequired');
    const body = { loginId: again.body.loginId, otp: otpOf(app, secret, 1) };
    expect((await app.call('POST', '/api/auth/login/user/mfa', { body })).body.status).toBe('completed');
  });
});

describe('PINs and cards', () => {
  it('a new rule holds for new PINs; whoever has one keeps it', async () => {
    const tenant = await makeTenant(app);
    const user = await makeUser(app, tenant);
    const pin = async (userCode?: string) =>
      app.call('POST', '/api/auth/me/userCode/request', {
        token: (await signIn(app, user)).token,
        body: userCode === undefined ? {} : { userCode },
      });
    expect((await pin('271828')).status).toBe(200);
    await save(tenant, { userCode: { minLength: 8, maxLength: 10 } });
    const { token } = await signIn(app, user);
    expect((await app.call('GET', '/api/auth/me/userCode', { token })).body).toMatchObject({
      assigned: true,
      minLength: 8,
      maxLength: 10,
    });
    expect((await pin('314159')).body[0]).toMatchObject({ message_id: 'invalid_params_user_code', field: 'userCode' });
    expect((await pin('31415926535')).status).toBe(400);
    expect((await pin('31415926')).status).toBe(200);
    expect((await pin()).body.userCode).toMatch(/^[0-9]{8}$/);
    const { rows } = await app.owner.query('select user_code_length from users where uuid = $1', [user.uuid]);
    expect(rows).toEqual([{ user_code_length: 8 }]);
  });

  it('whether people enter PINs and cards themselves follows the policy', async () => {
    const tenant = await makeTenant(app);
    const user = await makeUser(app, tenant);
    const card = async (number: string) => {
      const { token } = await signIn(app, user);
      return (await app.call('POST', '/api/auth/me/cards', { token, body: { deviceType: 'PorticoMfp', number } }))
        .status;
    };
    const pin = async (body: object) => {
      const { token } = await signIn(app, user);
      return (await app.call('POST', '/api/auth/me/userCode/request', { token, body })).status;
    };
    expect([await card('12345678'), await pin({ userCode: '14142135' })]).toEqual([200, 200]);
    await save(tenant, { userCode: { allowUserEntry: false }, onpremiseId: { allowCardEntry: false } });
    expect([await card('87654321'), await pin({ userCode: '17320508' }), await pin({})]).toEqual([403, 403, 200]);
  });
});
