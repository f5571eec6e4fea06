import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { addProvider, arrive, browserOf, exchange } from '#test/federation.ts';
import { inviteUser } from '../../people/ports.ts';
import { exchangeCodeIn, mailsOfKind } from '#test/mailed-links.ts';
import { type OpenidProvider, startOpenidProvider } from '#test/openid-provider.ts';
import * as saml from '#test/saml/connection.ts';

let app: TestApp;
let provider: OpenidProvider;
let tenant: TestTenant;
let admin: SignedIn;
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

type Answer = Awaited<ReturnType<TestApp['call']>>;
const idOf = ({ body }: Answer) => body[0]?.message_id;
const post = (path: string, body: object, cookie = '') => app.call('POST', path, { body, cookie });

/** Opens a mailed link. */
async function open(exchangeCode: string): Promise<string> {
  const answer = await post('/api/account/temporaryCode/exchange', { exchangeCode });
  expect(answer.status).toBe(200);
  return answer.body.temporaryCode;
}

/** Somebody who is invited, with the code that the link was traded for. */
async function invited(of = tenant): Promise<{ user: TestUser; temporaryCode: string }> {
  const user = await makeUser(app, of, { status: 'registering', withoutPassword: true });
  const invitation = { tenantId: of.tenantId, userUuid: user.uuid, now: app.tools.clock() };
  await app.tools.db.inTenant(of.tenantId, (tx) => inviteUser(app.tools, tx, invitation));
  return { user, temporaryCode: await open(exchangeCodeIn((await mailsOfKind(app, user.mail, 'invitation')).at(-1))) };
}

const connectSaml = (given: Parameters<typeof saml.connect>[2] = {}) =>
  saml.connect(app, { tenantId: tenant.tenantId, token: admin.token }, { jitProvisioning: false, ...given });
const askSaml = (temporaryCode: string, samlId = 'Entra', userInfo?: object) =>
  post('/api/auth/requestRegisterSamlUser', { samlId, temporaryCode, ...(userInfo && { userInfo }) });
/** Begins in a new browser, as the provider reads it. */
async function begin(temporaryCode: string, userInfo?: object): Promise<saml.Asked> {
  const answer = await askSaml(temporaryCode, 'Entra', userInfo);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return saml.readRequest(answer.body.url, saml.cookieOf(answer));
}
/** The provider's answer, up to the way back. */
async function answerBy(connected: saml.Connected, asked: saml.Asked, nameId: string): Promise<string> {
  const xml = saml.answerTo(connected, asked, { nameId });
  const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: asked.relayState };
  const posted = await saml.post(app, connected.acsUrl, form);
  const back = await app.call('GET', posted.headers.get('location') ?? '', { cookie: asked.cookie });
  return back.headers.get('location') ?? '';
}
/** Takes the way back; answers the page that is next, and what it is told. */
async function comeBack(way: string, cookie: string) {
  const answer = await app.call('GET', way, { cookie });
  const { pathname, hash } = new URL(answer.headers.get('location') ?? '', app.url);
  return { page: pathname, ...Object.fromEntries(new URLSearchParams(hash.slice(1))) } as saml.Came;
}
async function complete(connected: saml.Connected, temporaryCode: string, nameId: string, userInfo?: object) {
  const asked = await begin(temporaryCode, userInfo);
  return { asked, ...(await comeBack(await answerBy(connected, asked, nameId), asked.cookie)) };
}
const userOf = async ({ uuid }: { uuid: string }) =>
  (await app.owner.query('select * from users where uuid = $1', [uuid])).rows[0];
const linksOf = async ({ uuid }: { uuid: string }) =>
  (await app.owner.query('select subject_sub_id from openid_provider_accounts where user_uuid = $1', [uuid])).rows.map(
    (row) => row.subject_sub_id,
  );
const causes = async () =>
  (await app.call('GET', `${saml.samlsPath(tenant.tenantId)}/Entra/traces`, { token: admin.token })).body.results.map(
    ({ purpose, cause }: { purpose: string; cause: string | null }) => [purpose, cause],
  );

describe('an invitation that is completed by SAML', () => {
  it('activates the user without a password, linked, and signs them in, now and later', async () => {
    const connected = await connectSaml();
    const { user, temporaryCode } = await invited();
    const names = { familyName: 'Yamada', givenName: '花子', locale: 'ja', timezone: 'Asia/Tokyo' };
    const { asked, page, exchangeCode = '' } = await complete(connected, temporaryCode, 'id-1', names);
    expect(page).toBe('/portal/login.html');
    const signedIn = await exchange(app, exchangeCode, asked.cookie);
    expect(signedIn.body).toMatchObject({ status: 'completed', userId: user.userId, mfaSetupRequired: false });
    expect(await userOf(user)).toMatchObject({
      ...{ status: 'active', login_mail_address: user.mail, proven_mail_address: user.mail },
      ...{ family_name: 'Yamada', given_name: '花子', locale: 'ja', timezone: 'Asia/Tokyo' },
    });
    expect((await app.owner.query('select from user_passwords where user_uuid = $1', [user.uuid])).rowCount).toBe(0);
    expect(await linksOf(user)).toEqual(['id-1']);
    await mailsOfKind(app, user.mail, 'registered');
    await mailsOfKind(app, user.mail, 'externalAccountLinked');
    expect((await saml.signInBySaml(app, connected, { nameId: 'id-1' })).body.uuid).toBe(user.uuid);
    expect((await causes())[1]).toEqual(['register', null]);
    const { rows } = await app.owner.query(
      "select type, changes from system_operation_log where target_id = $1 and type like 'user.%' order by at, id",
      [user.uuid],
    );
    expect(rows.map(({ type }) => type)).toEqual(['user.registered', 'user.externalAccountLinked']);
    expect(rows[0].changes).not.toHaveProperty('password');
  });

  it('works once: neither the code nor the state does it again', async () => {
    const connected = await connectSaml();
    const { user, temporaryCode } = await invited();
    const [first, second] = [await begin(temporaryCode), await begin(temporaryCode)];
    const [way, late] = [await answerBy(connected, first, 'one'), await answerBy(connected, second, 'two')];
    expect((await comeBack(way, first.cookie)).exchangeCode).toBeDefined();
    expect(await comeBack(way, first.cookie)).toMatchObject({
      page: '/portal/login.html',
      federationError: 'login_expired',
    });
    expect(await comeBack(late, second.cookie)).toMatchObject({
      page: '/portal/register.html',
      federationError: 'revoked_or_expired',
    });
    expect(await linksOf(user)).toEqual(['one']);
    expect((await causes())[0]).toEqual(['register', 'registration_gone']);
    expect(idOf(await askSaml(temporaryCode))).toBe('revoked_or_expired');
  });

  it('of twenty at once, with different accounts, links one', async () => {
    const connected = await connectSaml();
    const { user, temporaryCode } = await invited();
    const begun = await Promise.all(Array.from({ length: 20 }, () => begin(temporaryCode)));
    const ways = await Promise.all(begun.map((asked, at) => answerBy(connected, asked, `many-${at}`)));
    const came = await Promise.all(ways.map((way, at) => comeBack(way, begun[at]?.cookie ?? '')));
    expect(came.filter(({ exchangeCode }) => exchangeCode)).toHaveLength(1);
    expect(await linksOf(user)).toHaveLength(1);
  });

  it('ends in the browser that began it alone', async () => {
    const connected = await connectSaml();
    const { user, temporaryCode } = await invited();
    const [asked, stranger] = [await begin(temporaryCode), await begin(temporaryCode)];
    const way = await answerBy(connected, asked, 'id-1');
    for (const cookie of [stranger.cookie, ''])
      expect(await comeBack(way, cookie)).toMatchObject({ federationError: 'login_expired' });
    expect((await userOf(user)).status).toBe('registering');
    // Nobody has used it up for its owner.
    expect((await comeBack(way, asked.cookie)).exchangeCode).toBeDefined();
  });

  it.each(['nonsense', 'none.x', '-.secret'])('is not begun with %s', async (temporaryCode) => {
    await connectSaml();
    expect(['revoked_or_expired', 'invalid_params']).toContain(idOf(await askSaml(temporaryCode)));
  });

  it('is not begun with a code that has expired, nor completed once it has', async () => {
    const connected = await connectSaml();
    const { user, temporaryCode } = await invited();
    const asked = await begin(temporaryCode);
    const expiring = "update one_time_codes set expires_at = now() - interval '1 s' where user_uuid = $1";
    await app.owner.query(expiring, [user.uuid]);
    expect(idOf(await askSaml(temporaryCode))).toBe('revoked_or_expired');
    const came = await comeBack(await answerBy(connected, asked, 'id-1'), asked.cookie);
    expect(came).toMatchObject({ page: '/portal/register.html', federationError: 'revoked_or_expired' });
    expect(await linksOf(user)).toEqual([]);
  });

  it('knows the connections of its own tenant alone, and none that is off', async () => {
    await connectSaml({ enabled: false });
    const { temporaryCode } = await invited();
    const elsewhere = await makeTenant(app);
    await saml.connect(
      app,
      { ...elsewhere, ...(await signIn(app, await makeUser(app, elsewhere, { roles: ['PowerUser'] }))) },
      { samlId: 'theirs' },
    );
    for (const samlId of ['Entra', 'theirs', 'none'])
      expect(idOf(await askSaml(temporaryCode, samlId))).toBe('tenantId_or_samlId_not_exists');
  });

  it('is not completed by a connection that was switched off in between', async () => {
    const connected = await connectSaml();
    const { user, temporaryCode } = await invited();
    const [before, after] = [await begin(temporaryCode), await begin(temporaryCode)];
    const way = await answerBy(connected, after, 'id-1');
    await app.owner.query('update saml_connections set enabled = false where tenant_id = $1', [tenant.tenantId]);
    const early = new URL(await answerBy(connected, before, 'id-2'), app.url);
    expect([early.pathname, early.hash]).toEqual(['/portal/register.html', '#federationError=saml_not_exist']);
    expect(await comeBack(way, after.cookie)).toMatchObject({
      page: '/portal/register.html',
      federationError: 'domain_not_exists',
    });
    expect((await causes()).slice(0, 2)).toEqual([
      ['register', 'connection_disabled'],
      ['register', 'connection_disabled'],
    ]);
    expect([(await userOf(user)).status, await linksOf(user)]).toEqual(['registering', []]);
  });

  it('refuses an account that is somebody’s, and keeps the code', async () => {
    const connected = await connectSaml();
    const [first, second] = [await invited(), await invited()];
    await complete(connected, first.temporaryCode, 'shared');
    const came = await complete(connected, second.temporaryCode, 'shared');
    expect(came).toMatchObject({ page: '/portal/register.html', federationError: 'other_idp_account_federated' });
    expect([(await userOf(second.user)).status, await linksOf(first.user)]).toEqual(['registering', ['shared']]);
    expect((await causes())[0]).toEqual(['register', 'linked_to_another']);
    expect((await complete(connected, second.temporaryCode, 'own')).exchangeCode).toBeDefined();
  });

  it('refuses an address that somebody has taken in the meantime', async () => {
    const connected = await connectSaml();
    const { user, temporaryCode } = await invited();
    await app.owner.query('update users set login_mail_address = null, next_login_mail_address = $2 where uuid = $1', [
      user.uuid,
      user.mail,
    ]);
    await makeUser(app, tenant, { mail: user.mail });
    expect((await complete(connected, temporaryCode, 'id-1')).federationError).toBe(
      'duplicated_params_loginMailAddress',
    );
    expect((await userOf(user)).status).toBe('registering');
  });

  it('leaves MFA to the provider, even where the policy demands it: there is no password beside it (spec 4)', async () => {
    const connected = await connectSaml();
    const mfa = { siteEnforceMfa: { enabled: true, roles: ['User', 'PowerUser'] } };
    const policy = JSON.stringify({ loginPolicy: { mfa } });
    await app.owner.query('update tenants set security_policy = $2 where tenant_id = $1', [tenant.tenantId, policy]);
    const { temporaryCode } = await invited();
    const { asked, exchangeCode = '' } = await complete(connected, temporaryCode, 'id-1');
    expect((await exchange(app, exchangeCode, asked.cookie)).body).toMatchObject({
      ...{ status: 'completed', mfaSetupRequired: false },
    });
  });

  it('ends with the user, and in a tenant that is suspended', async () => {
    const connected = await connectSaml();
    const { user, temporaryCode } = await invited();
    const asked = await begin(temporaryCode);
    const way = await answerBy(connected, asked, 'id-1');
    await app.owner.query("update users set status = 'inactive' where uuid = $1", [user.uuid]);
    expect((await comeBack(way, asked.cookie)).federationError).toBe('revoked_or_expired');
    await app.owner.query("update users set status = 'registering' where uuid = $1", [user.uuid]);
    await app.owner.query("update tenants set status = 'suspended' where tenant_id = $1", [tenant.tenantId]);
    expect(idOf(await askSaml(temporaryCode))).toBe('revoked_or_expired');
  });

  it('is not said to pages of others to begin', async () => {
    await connectSaml();
    const { temporaryCode } = await invited();
    const headers = { origin: 'https://evil.example' };
    const body = { samlId: 'Entra', temporaryCode };
    expect((await app.call('POST', '/api/auth/requestRegisterSamlUser', { body, headers })).status).toBe(403);
  });
});

describe('a self-registration that is completed by an OpenID provider', () => {
  async function proven(mail: string, given: object = {}) {
    const body = { expiresIn: 86_400, usersLimit: 1, ...given };
    const made = await app.call('POST', '/api/portal/userRegisterUrl', { token: admin.token, body });
    const code = new URL(made.body.url).searchParams.get('code') ?? '';
    const open = async (mailAddress: string) => {
      expect((await post('/api/auth/requestRegisterUser', { code, mailAddress })).status).toBe(204);
      const exchangeCode = exchangeCodeIn((await mailsOfKind(app, mailAddress, 'selfRegistration')).at(-1));
      return (await post('/api/auth/registerUser/open', { exchangeCode })).body.temporaryCode as string;
    };
    return { temporaryCode: await open(mail), open };
  }
  const ask = (temporaryCode: string, userInfo: object = { familyName: 'Sato' }) =>
    post('/api/auth/requestRegisterOpenidUser', { opId: 'acme', temporaryCode, userInfo });
  async function round(temporaryCode: string, sub: string, userInfo?: object) {
    const begun = await ask(temporaryCode, userInfo);
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    const cookie = browserOf(begun);
    const answered = await fetch(provider.approve(begun.body.url, { sub }), {
      redirect: 'manual',
      headers: { cookie },
    });
    return { cookie, ...(await arrive(new URL(answered.headers.get('location') ?? '', app.url), cookie)) };
  }

  it('makes the user with the proven address and a seat, linked, and signs them in', async () => {
    await addProvider(app, tenant, admin, provider);
    const { temporaryCode, open } = await proven('yui@club.example');
    const second = await open('mei@club.example');
    const { cookie, told } = await round(temporaryCode, 'yui-1', { familyName: 'Sato', givenName: 'Yui' });
    const { body } = await exchange(app, told.get('exchangeCode') ?? '', cookie);
    expect(body).toMatchObject({ status: 'completed', userId: 'yui' });
    expect(await userOf(body)).toMatchObject({ login_mail_address: 'yui@club.example', family_name: 'Sato' });
    expect(await linksOf(body)).toEqual(['yui-1']);
    // The seat is taken.
    expect(idOf(await ask(second))).toBe('exceeded_user_limit');
  });

  it('asks for a name, as with a password', async () => {
    await addProvider(app, tenant, admin, provider);
    await connectSaml();
    const { temporaryCode } = await proven('nameless@club.example');
    for (const userInfo of [{}, { familyName: '' }, { familyName: ' ' }, { givenName: 'Yui' }])
      for (const answer of [await ask(temporaryCode, userInfo), await askSaml(temporaryCode, 'Entra', userInfo)])
        expect([answer.status, idOf(answer), answer.body[0].field]).toEqual([400, 'invalid_params', 'familyName']);
    expect((await ask(temporaryCode)).status).toBe(200);
  });

  it('makes nobody, and takes no seat, where the account is somebody’s or the tenant is full', async () => {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    const { temporaryCode } = await proven('taken@club.example');
    const owner = await round((await proven('owner@club.example')).temporaryCode, 'owner');
    expect(owner.told.get('exchangeCode')).toBeTruthy();
    const refused = await round(temporaryCode, 'owner');
    expect([refused.page, refused.told.get('federationError')]).toEqual([
      '/portal/self-register.html',
      'other_idp_account_federated',
    ]);
    const count = 'select count(*)::int as users from users where tenant_id = $1';
    const { users } = (await app.owner.query(count, [tenant.tenantId])).rows[0];
    const begun = await ask(temporaryCode);
    await app.owner.query('update tenants set user_limit = $2 where tenant_id = $1', [tenant.tenantId, users]);
    const cookie = browserOf(begun);
    const back = provider.approve(begun.body.url, { sub: 'late' });
    const answered = await fetch(back, { redirect: 'manual', headers: { cookie } });
    const full = await arrive(new URL(answered.headers.get('location') ?? '', app.url), cookie);
    expect(full.told.get('federationError')).toBe('exceeded_user_limit');
    await app.owner.query('update tenants set user_limit = null where tenant_id = $1', [tenant.tenantId]);
    expect((await round(temporaryCode, 'late')).told.get('exchangeCode')).toBeTruthy();
  });

  it('is told where the provider refuses, on the page it was begun on', async () => {
    await addProvider(app, tenant, admin, provider);
    const { temporaryCode } = await proven('no@club.example');
    const begun = await ask(temporaryCode);
    const back = provider.approve(begun.body.url, { sub: 'no' });
    back.searchParams.set('error', 'access_denied');
    const { page, told } = await arrive(back, browserOf(begun));
    expect([page, told.get('federationError')]).toEqual(['/portal/self-register.html', 'op_access_denied']);
  });
});

it('a browser forgets what it began', async () => {
  await connectSaml();
  const { cookie } = await saml.ask(app, { tenantId: tenant.tenantId, samlId: 'Entra' });
  const answer = await app.call('GET', '/api/account/removeTicket', { cookie });
  expect([answer.status, saml.cookieOf(answer)]).toEqual([204, `${saml.FEDERATION}=`]);
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect((await app.call('GET', '/api/account/removeTicket', { cookie, headers })).status).toBe(403);
});
