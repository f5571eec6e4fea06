import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { setUpTotp } from '#test/authenticator.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let administrator: TestUser;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  administrator = await makeUser(app, tenant, { roles: ['PowerUser'] });
  signedIn = await signIn(app, administrator);
});

const path = () => `/api/auth/tenants/${tenant.tenantId}`;
const body = (loginPolicy: unknown) => ({ securityPolicy: { loginPolicy } });
const preview = (loginPolicy: unknown) =>
  app.call('POST', `${path()}/securityPolicy/operations/preview`, { token: signedIn.token, body: body(loginPolicy) });
const save = (loginPolicy: unknown, securityPolicyVersion = 0) =>
  app.call('PUT', path(), { token: signedIn.token, body: { ...body(loginPolicy), securityPolicyVersion } });
const login = ({ tenantId, userId, password }: TestUser) =>
  app.call('POST', '/api/auth/login/user', { body: { type: 'userId', tenantId, credentials: userId, password } });
const loginByMail = ({ tenantId, mail, password }: TestUser) =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'loginMailAddress', tenantId, credentials: mail, password },
  });
const withoutMail = (user: TestUser) =>
  app.owner.query('update users set login_mail_address = null where uuid = $1', [user.uuid]);
const enforce = (roles: string[], more: object = {}) => ({
  mfa: { siteEnforceMfa: { enabled: true, roles, ...more } },
});

describe('the number of those who must set up a second factor', () => {
  it('is that of those whose next sign-in asks them to, by role', async () => {
    const users = [await makeUser(app, tenant), await makeUser(app, tenant), await makeUser(app, tenant)];
    await makeUser(app, tenant, { withoutPassword: true });
    await makeUser(app, tenant, { status: 'inactive' });
    const [ready] = users as [TestUser];
    await setUpTotp(app, (await signIn(app, ready)).token);
    expect((await preview(enforce(['User']))).body.effects).toEqual([
      { effect: 'secondFactorDue', users: 2, you: false },
    ]);
    expect((await preview(enforce(['User', 'PowerUser']))).body.effects).toEqual([
      { effect: 'secondFactorDue', users: 3, you: true },
    ]);
    expect((await save(enforce(['User']))).status).toBe(200);
    const answers = await Promise.all([...users, administrator].map(login));
    expect(answers.map(({ body: { status, mfaSetupRequired } }) => mfaSetupRequired ?? status)).toEqual([
      'mfaRequired',
      true,
      true,
      false,
    ]);
    // From users to everybody touches the administrator alone.
    expect((await preview(enforce(['User', 'PowerUser']))).body.effects).toEqual([
      { effect: 'secondFactorDue', users: 1, you: true },
      { effect: 'secondFactorFree', users: 0, you: false },
    ]);
  });

  it('leaves out accounts kept elsewhere where only local ones are asked', async () => {
    const [local, synced] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    await app.owner.query("update users set source = 'directory' where uuid = $1", [synced.uuid]);
    const draft = enforce(['User'], { accounts: 'local' });
    expect((await preview(draft)).body.effects).toEqual([{ effect: 'secondFactorDue', users: 1, you: false }]);
    await save(draft);
    const answers = await Promise.all([local, synced].map(login));
    expect(answers.map(({ body }) => body.mfaSetupRequired)).toEqual([true, false]);
  });
});

it('those whose second factor is asked for no more are counted', async () => {
  const user = await makeUser(app, tenant);
  await setUpTotp(app, (await signIn(app, user)).token);
  const off = { mfa: { enabled: false } };
  expect((await preview(off)).body.effects).toEqual([{ effect: 'secondFactorNotAsked', users: 1, you: false }]);
  await save(off);
  expect((await login(user)).body.status).toBe('completed');
});

it('those who can sign in no more are counted, and those who sign in otherwise', async () => {
  const users = [await makeUser(app, tenant), await makeUser(app, tenant), await makeUser(app, tenant)];
  const [lost] = users as [TestUser];
  await withoutMail(lost);
  const byMail = { siteLoginType: 'loginMailAddress' };
  expect((await preview(byMail)).body.effects).toEqual([
    { effect: 'noWayIn', users: 1, you: false },
    { effect: 'passwordClosed', users: 0, you: false },
    { effect: 'providersClosed', users: 0, you: false },
    { effect: 'waysOpened', users: 0, you: false },
    { effect: 'newSiteWays', users: 3, you: true },
  ]);
  await save(byMail);
  expect((await Promise.all(users.map(login))).map(({ status }) => status)).toEqual([401, 401, 401]);
  expect((await Promise.all(users.map(loginByMail))).map(({ status }) => status)).toEqual([401, 200, 200]);
});

it('PINs that fall short of a new minimum are counted', async () => {
  const pins = ['314159', '27182818', undefined];
  for (const userCode of pins) {
    const { token } = await signIn(app, await makeUser(app, tenant));
    await app.call('POST', '/api/auth/me/userCode/request', { token, body: userCode ? { userCode } : {} });
  }
  const unknown = await makeUser(app, tenant);
  await app.owner.query("update users set user_code_hash = '\\x00' where uuid = $1", [unknown.uuid]);
  expect((await preview({ userCode: { minLength: 8 } })).body.effects).toEqual([
    { effect: 'shortPins', users: 3, you: false },
    { effect: 'newPinRules', users: 5, you: true },
  ]);
  expect((await preview({ userCode: { minLength: 5 } })).body.effects).toEqual([
    { effect: 'newPinRules', users: 5, you: true },
  ]);
  const off = { userCode: { enabled: false }, mfpLoginTypeOption: ['userId', 'card'] };
  expect((await preview(off)).body.effects).toEqual([
    { effect: 'pinsOff', users: 4, you: false },
    { effect: 'newDeviceRules', users: 5, you: true },
  ]);
});

it('those whose cards open nothing any more, and those to whom new rules for devices or choices apply, are counted', async () => {
  const user = await makeUser(app, tenant);
  const { token } = await signIn(app, user);
  await app.call('POST', '/api/auth/me/cards', { token, body: { deviceType: 'PorticoMfp', number: '12345678' } });
  await makeUser(app, tenant, { withoutPassword: true });
  const off = { onpremiseId: { enabled: false }, mfpLoginTypeOption: ['userId'] };
  expect((await preview(off)).body.effects).toEqual([
    { effect: 'cardsOff', users: 1, you: false },
    { effect: 'newDeviceRules', users: 3, you: true },
  ]);
  expect((await preview({ onpremiseId: { cardLoginMode: 'cardAndPassword' } })).body.effects).toEqual([
    { effect: 'newDeviceRules', users: 3, you: true },
  ]);
  expect((await preview({ userSelect: false })).body.effects).toEqual([
    { effect: 'newAccountChoice', users: 2, you: true },
  ]);
});

it('those who need no second factor any more are counted', async () => {
  await makeUser(app, tenant);
  await setUpTotp(app, signedIn.token);
  await save(enforce(['User', 'PowerUser']));
  expect((await preview({ mfa: { siteEnforceMfa: { enabled: false } } })).body.effects).toEqual([
    { effect: 'secondFactorFree', users: 2, you: true },
  ]);
  expect((await preview(enforce(['PowerUser']))).body.effects).toEqual([
    { effect: 'secondFactorDue', users: 0, you: false },
    { effect: 'secondFactorFree', users: 1, you: false },
  ]);
});

describe('a login policy that contradicts itself or the tenant is refused at its field', () => {
  it.each<[unknown, string]>([
    [{ mfpLoginTypeOption: [] }, 'mfpLoginTypeOption'],
    [{ mfpLoginTypeOption: ['card'] }, 'defaultMfpLoginType'],
    [{ userCode: { enabled: false } }, 'mfpLoginTypeOption'],
    [{ onpremiseId: { enabled: false } }, 'mfpLoginTypeOption'],
    [{ userCode: { minLength: 9, maxLength: 8 } }, 'userCode.maxLength'],
    [{ mfa: { totp: false } }, 'mfa.totp'],
    [{ mfa: { enabled: false, siteEnforceMfa: { enabled: true } } }, 'mfa.siteEnforceMfa.enabled'],
    [{ mfa: { siteEnforceMfa: { enabled: true, roles: [] } } }, 'mfa.siteEnforceMfa.roles'],
  ])('%j', async (policy, field) => {
    for (const answer of [await preview(policy), await save(policy)]) {
      expect([answer.status, answer.body[0]]).toMatchObject([
        400,
        { message_id: 'contradicting_policy', field: `securityPolicy.loginPolicy.${field}` },
      ]);
    }
  });

  it('by its number of users, but only where the PIN is what changes', async () => {
    expect((await save({ userCode: { minLength: 4 } })).status).toBe(200);
    await app.owner.query(
      "insert into users (tenant_id, uuid, user_id) select $1, gen_random_uuid(), 'many-' || n from generate_series(1, 1000) n",
      [tenant.tenantId],
    );
    expect((await app.call('GET', path(), { token: signedIn.token })).body.users).toBe(1001);
    expect((await save({ userSelect: false }, 1)).status).toBe(200);
    expect((await save({ userCode: { minLength: 5 } }, 2)).status).toBe(200);
    const answer = await save({ userCode: { minLength: 4 } }, 3);
    expect(answer.body[0]).toMatchObject({ field: 'securityPolicy.loginPolicy.userCode.minLength' });
  });

  it.each([[{ siteLoginType: 'saml' }], [{ saml: {} }], [{ mfa: { totp: 'on' } }], [{ userCode: { minLength: 3 } }]])(
    '%j is no policy',
    async (policy) => expect((await save(policy)).body[0].message_id).toBe('invalid_params'),
  );
});
