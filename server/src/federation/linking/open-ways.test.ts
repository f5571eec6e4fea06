import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import {
  makeTenant,
  makeUser,
  PASSWORD,
  portalTokens,
  signIn,
  type TestTenant,
  type TestUser,
} from '#test/factories.ts';
import { addProvider, depart, exchange, roundTrip, signInWith } from '#test/federation.ts';
import { type OpenidProvider, startOpenidProvider } from '#test/openid-provider.ts';
import { askForReset, exchangeCodeIn, mailsOfKind } from '#test/mailed-links.ts';
import * as saml from '#test/saml/connection.ts';
import { inviteUser } from '../../joining/registration/registration.ts';

let app: TestApp;
let provider: OpenidProvider;
let tenant: TestTenant;
let admin: { token: string };
beforeAll(async () => {
  app = await sharedTestApp('with partners');
  provider = await startOpenidProvider();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(async () => {
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
});

const path = () => `/api/auth/tenants/${tenant.tenantId}`;
const body = (loginPolicy: object) => ({ securityPolicy: { loginPolicy } });
async function save(loginPolicy: object) {
  const { securityPolicyVersion } = (await app.call('GET', path(), { token: admin.token })).body;
  const given = { ...body(loginPolicy), securityPolicyVersion };
  return app.call('PUT', path(), { token: admin.token, body: given });
}
const preview = async (loginPolicy: object) => {
  const asked = { token: admin.token, body: body(loginPolicy) };
  const answer = await app.call('POST', `${path()}/securityPolicy/operations/preview`, asked);
  return Object.fromEntries(answer.body.effects.map(({ effect, users }: Record<string, unknown>) => [effect, users]));
};
const idOf = (answer: { body: { message_id: string }[] }) => answer.body[0]?.message_id;
const login = ({ tenantId, userId }: TestUser) =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', tenantId, credentials: userId, password: PASSWORD },
  });
const offered = async () => {
  const answer = await app.call('POST', '/api/auth/loginType/site', { body: { tenantId: tenant.tenantId } });
  return answer.body.providers.map(({ id }: { id: string }) => id);
};
const link = (user: TestUser, sub: string, opId = 'acme') =>
  app.owner.query(
    `insert into openid_provider_accounts (tenant_id, uuid, user_uuid, op_id, subject_sub_id)
      select tenant_id, gen_random_uuid(), $1, uuid::text, $2 from openid_connections where tenant_id = $3 and op_id = $4`,
    [user.uuid, sub, tenant.tenantId, opId],
  );
const reasonOf = async ({ uuid }: TestUser) =>
  (await app.owner.query('select reason from login_log where user_uuid = $1 order by at desc, id desc limit 1', [uuid]))
    .rows[0]?.reason;
const traceOf = async (place: string) =>
  (await app.call('GET', `${path()}/${place}/traces`, { token: admin.token })).body.results[0]?.cause;

describe('passwords', () => {
  it('sign in administrators alone where the policy says so, whichever way a user is named', async () => {
    const user = await makeUser(app, tenant);
    const administrator = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
    expect((await save({ siteLoginRoles: { password: ['PowerUser'] } })).status).toBe(200);
    const byMail = { type: 'loginMailAddressAutoSelect', credentials: user.mail, password: PASSWORD };
    const refused = [await login(user), await app.call('POST', '/api/auth/login/user', { body: byMail })];
    expect(refused.map((answer) => [answer.status, idOf(answer)])).toEqual(refused.map(() => [401, 'mismatch']));
    expect(await reasonOf(user)).toBe('not_login_user_role');
    expect((await login(administrator)).status).toBe(200);
  });

  it('that are closed open no further session: by a ticket, or at the next step', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const asked = { token, body: { tenantId: tenant.tenantId } };
    const { ticket } = (await app.call('POST', '/api/auth/myAccounts/issueTicketByAccessToken', asked)).body;
    expect((await save({ siteLoginRoles: { password: ['PowerUser'] } })).status).toBe(200);
    const opened = await app.call('POST', '/api/auth/login/ticket', { body: { ticket } });
    expect([opened.status, idOf(opened)]).toEqual([401, 'mismatch']);
    expect(await reasonOf(user)).toBe('not_login_user_role');
  });

  it('closed by the name one must give are counted, as those by roles', async () => {
    const user = await makeUser(app, tenant);
    await addProvider(app, tenant, admin, provider);
    await app.owner.query('update users set login_mail_address = null where uuid = $1', [user.uuid]);
    await link(user, 'sub-of-one');
    expect(await preview({ siteLoginType: 'loginMailAddress' })).toMatchObject({ passwordClosed: 1 });
  });

  it('are not offered either: by registration, a reset or an administrator', async () => {
    const reading = async (user: TestUser) =>
      (await app.call('GET', `${path()}/users/${user.userId}/signIn`, { token: admin.token })).body;
    const user = await makeUser(app, tenant);
    const invited = await makeUser(app, tenant, { status: 'registering', withoutPassword: true });
    const invitation = { tenantId: tenant.tenantId, userUuid: invited.uuid, now: app.tools.clock() };
    await app.tools.db.inTenant(tenant.tenantId, (tx) => inviteUser(app.tools, tx, invitation));
    const exchangeCode = exchangeCodeIn((await mailsOfKind(app, invited.mail, 'invitation')).at(-1));
    const opened = await app.call('POST', '/api/account/temporaryCode/exchange', { body: { exchangeCode } });
    const { temporaryCode } = opened.body;
    const resetCode = await askForReset(app, user);
    await save({ siteLoginRoles: { password: ['PowerUser'] } });
    const brief = await app.call('POST', '/api/account/me/brief', { body: { temporaryCode } });
    expect(brief.body.passwordOpen).toBe(false);
    const given = { temporaryCode, userInfo: { password: 'copper meadow 93 window' } };
    const registered = await app.call('PUT', '/api/account/me', { body: given });
    expect([registered.status, idOf(registered)]).toEqual([404, 'domain_not_exists']);
    const exchanged = { body: { exchangeCode: resetCode } };
    expect(idOf(await app.call('POST', '/api/account/temporaryCode/exchange', exchanged))).toBe('revoked_or_expired');
    const oneTime = `${path()}/users/${user.userId}/oneTimePassword`;
    expect(idOf(await app.call('POST', oneTime, { token: admin.token }))).toBe('conflict');
    expect(await reading(user)).toMatchObject({ maySignIn: false, passwordOpen: false, byProvider: false });
    await addProvider(app, tenant, admin, provider);
    await link(user, 'user-1');
    expect(await reading(user)).toMatchObject({ maySignIn: true, byProvider: true, obstacles: [], loginTypes: [] });
    // Open again, the invitation still works.
    await save({ siteLoginRoles: { password: ['User', 'PowerUser'] } });
    expect((await app.call('PUT', '/api/account/me', { body: given })).status).toBe(204);
  });

  it('are never closed to administrators', async () => {
    const refused = await save({ siteLoginRoles: { password: ['User'] } });
    expect([idOf(refused), refused.body[0].field]).toEqual([
      'contradicting_policy',
      'securityPolicy.loginPolicy.siteLoginRoles.password',
    ]);
  });
});

describe('OpenID providers', () => {
  const taro = { sub: 'taro-1', preferred_username: 'taro' };

  it.each<[string, object, string[]]>([
    ['all are closed', { oidc: { enabled: false } }, []],
    ['one of them is not listed', { oidc: { openidProviders: ['other'] } }, ['other']],
    ['one of them is listed alone', { oidc: { openidProviders: ['acme'] } }, ['acme']],
    ['SAML is closed', { saml: false }, ['acme', 'other']],
  ])('are offered and begun as the policy says: %s', async (_, policy, open) => {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    await addProvider(app, tenant, admin, provider, { opId: 'other', displayName: 'Other' });
    await save(policy);
    expect(await offered()).toEqual(open);
    const begun = [await depart(app, tenant.tenantId), await depart(app, tenant.tenantId, 'other')];
    const expected = ['acme', 'other'].map((id) => (open.includes(id) ? undefined : 'domain_not_exists'));
    expect(begun.map(({ answer }) => idOf(answer))).toEqual(expected);
    const own = await signIn(app, await makeUser(app, tenant));
    const connect = { token: own.token, body: { opId: 'acme' } };
    expect(idOf(await app.call('POST', '/api/auth/oidc/rp/connect', connect))).toBe(expected[0]);
    const shown = (await app.call('GET', '/api/auth/me/identityProviders', { token: own.token })).body.results;
    expect(shown.map(({ id }: { id: string }) => id)).toEqual(open);
    // An administrator tests it all the same.
    const test = await app.call('POST', '/api/auth/oidc/rp/verify', { token: admin.token, body: { opId: 'acme' } });
    expect(test.status).toBe(200);
  });

  it('sign in the roles they are open to, and add nobody where that is not every user', async () => {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    const user = await makeUser(app, tenant);
    const administrator = await makeUser(app, tenant, { roles: ['PowerUser'] });
    await link(user, 'user');
    await link(administrator, 'administrator');
    await save({ siteLoginRoles: { oidc: ['PowerUser'] } });
    const refused = await signInWith(app, tenant.tenantId, provider, { sub: 'user' });
    expect([refused.cookie, idOf(refused), await reasonOf(user)]).toEqual([
      null,
      'domain_not_exists',
      'not_login_user_role',
    ]);
    expect((await signInWith(app, tenant.tenantId, provider, { sub: 'administrator' })).body.uuid).toBe(
      administrator.uuid,
    );
    const { told } = await roundTrip(app, tenant.tenantId, provider, taro);
    expect([told.get('federationError'), await traceOf('oidcs/acme')]).toEqual(['domain_not_exists', 'way_closed']);
    await save({ siteLoginRoles: { oidc: ['User'] } });
    expect((await signInWith(app, tenant.tenantId, provider, { sub: 'user' })).body.uuid).toBe(user.uuid);
    expect(idOf(await signInWith(app, tenant.tenantId, provider, { sub: 'administrator' }))).toBe('domain_not_exists');
  });

  it('open no further session once they are closed or switched off: their proof is judged again at the next step', async () => {
    await addProvider(app, tenant, admin, provider);
    const user = await makeUser(app, tenant);
    await link(user, 'user');
    const signedIn = await signInWith(app, tenant.tenantId, provider, { sub: 'user' });
    const { token } = await portalTokens(app, signedIn.cookie ?? '');
    const byTicket = async () => {
      const asked = { token, body: { tenantId: tenant.tenantId } };
      const { ticket } = (await app.call('POST', '/api/auth/myAccounts/issueTicketByAccessToken', asked)).body;
      return (await app.call('POST', '/api/auth/login/ticket', { body: { ticket } })).status;
    };
    expect(await byTicket()).toBe(200);
    await save({ siteLoginRoles: { oidc: ['PowerUser'] } });
    expect(await byTicket()).toBe(401);
    await save({ siteLoginRoles: { oidc: ['User'], password: ['PowerUser'] } });
    expect(await byTicket()).toBe(200);
    await app.owner.query('update openid_connections set enabled = false where tenant_id = $1', [tenant.tenantId]);
    expect(await byTicket()).toBe(401);
  });

  it('sign nobody in once they are closed between the answer and the code', async () => {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    const { told, cookie } = await roundTrip(app, tenant.tenantId, provider, taro);
    await save({ oidc: { openidProviders: ['other'] } });
    const answer = await exchange(app, told.get('exchangeCode') ?? '', cookie);
    expect([answer.cookie, idOf(answer)]).toEqual([null, 'domain_not_exists']);
  });
});

describe('SAML', () => {
  it('is offered, begun and signs in as the policy says', async () => {
    const connected = await saml.connect(app, { tenantId: tenant.tenantId, token: admin.token });
    const ask = () =>
      app.call('POST', '/api/auth/saml/sp/request', { body: { tenantId: tenant.tenantId, samlId: 'Entra' } });
    await save({ oidc: { enabled: false } });
    expect(await offered()).toEqual(['Entra']);
    expect((await saml.signInBySaml(app, connected, { nameId: 'a' })).status).toBe(200);
    await save({ siteLoginRoles: { saml: ['PowerUser'] } });
    expect(idOf(await saml.signInBySaml(app, connected, { nameId: 'a' }))).toBe('domain_not_exists');
    await expect(saml.signInBySaml(app, connected, { nameId: 'b' })).rejects.toThrow('saml_not_exist');
    expect(await traceOf('samls/Entra')).toBe('way_closed');
    await save({ saml: false });
    expect([await offered(), idOf(await ask())]).toEqual([[], 'tenantId_or_samlId_not_exists']);
  });
});

describe('before it is saved', () => {
  it('counts who has no way left, who keeps one alone, and who gets another', async () => {
    await addProvider(app, tenant, admin, provider);
    await addProvider(app, tenant, admin, provider, { opId: 'off', displayName: 'Off', enabled: false });
    const both = await makeUser(app, tenant);
    await link(both, 'both');
    await link(await makeUser(app, tenant, { withoutPassword: true }), 'linked');
    await link(await makeUser(app, tenant), 'off', 'off');
    await makeUser(app, tenant);
    await makeUser(app, tenant, { withoutPassword: true });
    // Two with a password alone, besides the administrator, who keeps theirs.
    const sso = { siteLoginRoles: { password: ['PowerUser'] } };
    expect(await preview(sso)).toMatchObject({ noWayIn: 2, passwordClosed: 1, providersClosed: 0, waysOpened: 0 });
    const none = { oidc: { enabled: false } };
    expect(await preview(none)).toMatchObject({ noWayIn: 1, passwordClosed: 0, providersClosed: 1 });
    expect(await preview({ oidc: { openidProviders: ['off'] } })).toMatchObject({ noWayIn: 1, providersClosed: 1 });
    expect(await preview({ siteLoginRoles: { oidc: ['PowerUser'] } })).toMatchObject({ noWayIn: 1 });
    expect(await preview({ saml: false })).toMatchObject({ noWayIn: 0, providersClosed: 0 });
    await save(sso);
    expect(await preview({ siteLoginRoles: { password: ['User', 'PowerUser'] } })).toMatchObject({ waysOpened: 3 });
    expect((await login(both)).status).toBe(401);
    expect((await signInWith(app, tenant.tenantId, provider, { sub: 'both' })).status).toBe(200);
  });
});
