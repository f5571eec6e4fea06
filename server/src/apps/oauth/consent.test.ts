import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import {
  makeTenant,
  makeUser,
  portalTokens,
  type SignedIn,
  signIn,
  type TestTenant,
  type TestUser,
} from '#test/factories.ts';
import {
  answerConsent,
  authorize,
  CALLBACK,
  claimsOf,
  makeClient,
  pendingRequest,
  PROVIDER_PATH,
  post,
  type TestClient,
  tokensFor,
} from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
let signed: SignedIn;
let client: TestClient;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  user = await makeUser(app, tenant);
  signed = await signIn(app, user);
  const homepageUri = 'https://print.example/about';
  client = await makeClient(app, tenant, { name: 'Print Flow', firstParty: false, homepageUri });
});
afterAll(() => app.close());

const ask = (scope: string, more: Record<string, string> = {}, of = client, cookie = signed.cookie) =>
  authorize(app, of.clientId, cookie, { scope, ...more });
const queryOf = (location: URL) => pendingRequest(location).split('?').slice(1).join('?');
const page = (query: string, token = signed.token) =>
  app.call('POST', `${PROVIDER_PATH}/consent/request`, { token, body: { query } });
const complete = (query: string, token: string) =>
  app.call('POST', `${PROVIDER_PATH}/consent/complete`, { token, body: { query, accept: true } });
const thirdParty = () => makeClient(app, tenant, { firstParty: false });

describe('an application of a third party', () => {
  test('is asked again for when it gets claims of another kind, and not for more of the same', async () => {
    const app_ = await thirdParty();
    const { cookie } = await signIn(app, await makeUser(app, tenant));
    const first = await ask('openid', {}, app_, cookie);
    expect((await answerConsent(app, cookie, first.location)).searchParams.get('code')).not.toBeNull();
    const setClaims = async (...sources: string[]) => {
      const claims = sources.map((source) => ({ name: `my_${source}`, source, places: ['userinfo'] }));
      await app.owner.query(
        "update oauth_clients set metadata = metadata || jsonb_build_object('portico_claims', $2::jsonb) where client_id = $1",
        [app_.clientId, JSON.stringify(claims)],
      );
      await new Promise((done) => setTimeout(done, 600));
    };
    await setClaims('groupIds');
    const again = await ask('openid', {}, app_, cookie);
    expect(again.location.pathname).toBe('/consent.html');
    expect((await ask('openid', { prompt: 'none' }, app_, cookie)).location.searchParams.get('error')).toBe(
      'consent_required',
    );
    await answerConsent(app, cookie, again.location);
    await setClaims('groupIds', 'groupNames');
    expect((await ask('openid', {}, app_, cookie)).code).not.toBeNull();
    await setClaims('groupIds', 'department');
    expect((await ask('openid', {}, app_, cookie)).location.pathname).toBe('/consent.html');
  });

  test('gets no claims of a kind that was not asked about, with the tokens it has either', async () => {
    const app_ = await makeClient(app, tenant, {
      firstParty: false,
      claims: [{ name: 'who', source: 'userId', places: ['idToken', 'userinfo', 'accessToken'] }],
    });
    const person = await makeUser(app, tenant);
    const { cookie } = await signIn(app, person);
    const tokens = await tokensFor(app, app_, cookie, 'openid');
    expect(claimsOf(tokens.id_token)).toMatchObject({ who: person.userId });
    const more = { name: 'my_roles', source: 'roles', places: ['idToken', 'userinfo', 'accessToken'] };
    await app.owner.query(
      `update oauth_clients set metadata = jsonb_insert(metadata, '{portico_claims,0}', $2::jsonb) where client_id = $1`,
      [app_.clientId, JSON.stringify(more)],
    );
    await new Promise((done) => setTimeout(done, 600));
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    const next = (await post(app, '/token', app_, form)).body;
    const said = async () => {
      const headers = { authorization: `Bearer ${next.access_token}` };
      const userinfo = await (await fetch(`${app.url}${PROVIDER_PATH}/userinfo`, { headers })).json();
      return [userinfo, (await post(app, '/introspect', app_, { token: next.access_token })).body];
    };
    for (const one of [claimsOf(next.id_token), ...(await said())]) {
      expect(one).toHaveProperty('who', person.userId);
      expect(one).not.toHaveProperty('my_roles');
    }
    const again = await ask('openid', {}, app_, cookie);
    // A page that was opened before the claim was added allows what it showed, and is asked again.
    const { token } = await portalTokens(app, cookie);
    const body = { query: queryOf(again.location), accept: true, shares: ['userId'] };
    expect((await app.call('POST', `${PROVIDER_PATH}/consent/complete`, { token, body })).status).toBe(204);
    expect((await ask('openid', {}, app_, cookie)).location.pathname).toBe('/consent.html');
    await answerConsent(app, cookie, again.location);
    await new Promise((done) => setTimeout(done, 600));
    for (const one of await said()) expect(one).toHaveProperty('my_roles', ['User']);
  });

  test('asks once, for what it asks, and says who it is', async () => {
    const asked = await ask('openid profile', { state: 'x y', ui_locales: 'ja' });
    expect(asked.code).toBeNull();
    expect(asked.location.searchParams.get('tenantId')).toBe(tenant.tenantId);
    expect(asked.location.searchParams.get('ui_locales')).toBe('ja');
    const shown = await page(queryOf(asked.location));
    expect(shown.body).toEqual({
      clientId: client.clientId,
      clientName: 'Print Flow',
      api: null,
      homepage: 'print.example',
      returnsTo: 'service.example',
      scopes: ['openid', 'profile'],
      shares: [],
      assigned: true,
    });
    const back = await answerConsent(app, signed.cookie, asked.location);
    expect(back.href.startsWith(`${CALLBACK}?code=`)).toBe(true);
    expect(back.searchParams.get('state')).toBe('x y');
    // From now on it is stored: for these scopes or fewer, and for this account only.
    expect((await ask('openid profile')).code).toBeTruthy();
    expect((await ask('openid', { prompt: 'none' })).code).toBeTruthy();
    const neighbour = await signIn(app, await makeUser(app, tenant));
    expect((await ask('openid', {}, client, neighbour.cookie)).location.pathname).toBe('/consent.html');
  });

  test('says what the claims of the app tell of its users', async () => {
    const claims = [
      { name: 'team', source: 'extensionAttribute7', places: ['userinfo' as const] },
      { name: 'groups', source: 'groupNames', places: ['idToken' as const] },
      { name: 'group_ids', source: 'groupIds', places: ['accessToken' as const] },
    ];
    const service = await makeClient(app, tenant, { firstParty: false, claims });
    const asked = await ask('openid', {}, service);
    expect((await page(queryOf(asked.location))).body.shares).toEqual(['groups', 'custom']);
  });

  test('asks again for a scope that is new, then for neither', async () => {
    const service = await thirdParty();
    await tokensFor(app, service, signed.cookie, 'openid email');
    const wider = await ask('openid portal:user:admin', {}, service);
    expect((await page(queryOf(wider.location))).body.scopes).toEqual(['openid', 'portal:user:admin']);
    await answerConsent(app, signed.cookie, wider.location);
    expect((await ask('openid email portal:user:admin', {}, service)).code).toBeTruthy();
  });

  test('asks for no more than the person’s role gives, and again once it gives more', async () => {
    const service = await thirdParty();
    const person = await makeUser(app, tenant);
    const scope = 'openid portal:powerUser:admin';
    const first = await signIn(app, person);
    const asked = await ask(scope, {}, service, first.cookie);
    expect((await page(queryOf(asked.location), first.token)).body.scopes).toEqual(['openid']);
    await answerConsent(app, first.cookie, asked.location);
    await app.owner.query("update users set roles = '{User,PowerUser}' where uuid = $1", [person.uuid]);
    const second = await signIn(app, person);
    expect((await ask(scope, {}, service, second.cookie)).location.pathname).toBe('/consent.html');
  });

  test('is told no, with state and issuer, and nothing is remembered', async () => {
    const service = await thirdParty();
    const asked = await ask('openid', { state: 'mine' }, service);
    const back = await answerConsent(app, signed.cookie, asked.location, false);
    expect(back.href.startsWith(CALLBACK)).toBe(true);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'mine',
      iss: app.url,
    });
    expect((await ask('openid', {}, service)).location.pathname).toBe('/consent.html');
  });

  test('that asks silently hears consent_required', async () => {
    const service = await thirdParty();
    const { location } = await ask('openid', { prompt: 'none' }, service);
    expect(location.origin + location.pathname).toBe(CALLBACK);
    expect(location.searchParams.get('error')).toBe('consent_required');
  });

  test('gets offline access only where the page said so', async () => {
    const service = await thirdParty();
    const plain = await ask('openid offline_access', {}, service);
    expect((await page(queryOf(plain.location))).body.scopes).toEqual(['openid']);
    const asked = await ask('openid offline_access', { prompt: 'consent' }, service);
    expect((await page(queryOf(asked.location))).body.scopes).toEqual(['openid', 'offline_access']);
  });
});

describe('prompt=consent', () => {
  test.each([true, false])('asks each time (first party: %s)', async (firstParty) => {
    const service = await makeClient(app, tenant, { firstParty });
    for (let time = 0; time < 2; time += 1) {
      const asked = await ask('openid', { prompt: 'consent' }, service);
      expect(asked.location.pathname).toBe('/consent.html');
      expect((await answerConsent(app, signed.cookie, asked.location)).searchParams.get('code')).toBeTruthy();
    }
    expect((await ask('openid', {}, service)).code).toBeTruthy();
  });

  test('an answer of before does not do, and a forged moment of the question gains nothing without consent', async () => {
    const service = await thirdParty();
    const asked = await ask('openid', { prompt: 'consent' }, service);
    expect((await ask('openid', { prompt: 'consent', consent_after: '0' }, service)).code).toBeNull();
    await answerConsent(app, signed.cookie, asked.location);
    expect((await ask('openid', { prompt: 'consent' }, service)).code).toBeNull();
    // Returning to the request without an answer is no answer either.
    const again = await ask('openid', { prompt: 'consent' }, service);
    const unanswered = await fetch(`${app.url}${pendingRequest(again.location)}`, {
      redirect: 'manual',
      headers: { cookie: signed.cookie },
    });
    expect(unanswered.headers.get('location')).toMatch(/^\/consent\.html\?/);
  });

  test('together with prompt=login asks for both, one after the other', async () => {
    const service = await thirdParty();
    const first = await ask('openid', { prompt: 'login consent' }, service);
    expect(first.location.pathname).toBe('/login.html');
    const fresh = await signIn(app, user);
    const back = new URL(first.location.searchParams.get('url') ?? '', app.url);
    const second = await fetch(back, { redirect: 'manual', headers: { cookie: fresh.cookie } });
    const location = new URL(second.headers.get('location') ?? '', app.url);
    expect((await answerConsent(app, fresh.cookie, location)).searchParams.get('code')).toBeTruthy();
  });
});

describe('the provider’s own applications', () => {
  test('do not ask, and the portal never does', async () => {
    expect((await ask('openid profile email', {}, await makeClient(app, tenant))).code).toBeTruthy();
    const portal = { clientId: 'portal', secret: null };
    expect((await ask('openid portal:user:admin', { prompt: 'consent' }, portal)).code).toBeTruthy();
  });

  test('are marked by the provider alone; new addresses of an administrator take the mark away', async () => {
    const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
    const path = `/api/auth/tenants/${tenant.tenantId}/oauthClients`;
    const input = { name: 'Own', redirectUris: [CALLBACK], scopes: ['openid'] };
    const marked = await app.call('POST', path, { token, body: { ...input, firstParty: true } });
    expect([marked.status, marked.body[0].field]).toEqual([400, 'firstParty']);
    const made = await app.call('POST', path, { token, body: input });
    expect(made.body.firstParty).toBe(false);
    const { clientId } = await makeClient(app, tenant);
    const put = (redirectUris: string[]) =>
      app.call('PUT', `${path}/${clientId}`, { token, body: { ...input, redirectUris } });
    expect((await put([CALLBACK])).body.firstParty).toBe(true);
    expect((await put([CALLBACK, 'https://elsewhere.example/callback'])).body.firstParty).toBe(false);
  });
});

describe('the answer', () => {
  test('is the portal’s to give, for clients of the person’s tenant and registered addresses', async () => {
    const service = await thirdParty();
    const query = queryOf((await ask('openid', {}, service)).location);
    const held = await tokensFor(app, await makeClient(app, tenant), signed.cookie, 'portal:user:admin');
    expect((await page(query, held.access_token)).status).toBe(403);
    expect((await complete(query, held.access_token)).status).toBe(403);
    const stranger = await signIn(app, await makeUser(app, await makeTenant(app)));
    const elsewhere = query.replace(encodeURIComponent(CALLBACK), encodeURIComponent('https://evil.example/'));
    const doubled = `${query}&client_id=${client.clientId}`;
    for (const [text, token] of [
      [query, stranger.token],
      [elsewhere, signed.token],
      [doubled, signed.token],
      ['client_id=nobody.at-all-known', signed.token],
    ] as const) {
      expect((await page(text, token)).status).toBe(404);
      expect((await complete(text, token)).status).toBe(404);
    }
    expect((await ask('openid', {}, service)).code).toBeNull();
  });

  test('is in the operation log, yes and no', async () => {
    const service = await thirdParty();
    const asked = await ask('openid email', {}, service);
    await answerConsent(app, signed.cookie, asked.location, false);
    await answerConsent(app, signed.cookie, asked.location);
    const { rows } = await app.owner.query(
      `select changes from system_operation_log where target_type = 'oauthConsent' and target_id = $1 order by at`,
      [service.clientId],
    );
    const answers = rows.map(({ changes }) => [changes.accepted.after, changes.scopes.after]);
    expect(answers).toEqual([
      [false, 'openid email'],
      [true, 'openid email'],
    ]);
  });

  test('twenty at once are one consent', async () => {
    const service = await thirdParty();
    const query = queryOf((await ask('openid', {}, service)).location);
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(query, signed.token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const { rows } = await app.owner.query('select scopes from oauth_consents where client_id = $1', [
      service.clientId,
    ]);
    expect(rows).toEqual([{ scopes: ['openid'] }]);
  });
});

test('letting a device in is consent for what its page said', async () => {
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  const device = await makeClient(app, tenant, {
    firstParty: false,
    tokenEndpointAuthMethod: 'none',
    grantTypes: [grant, 'authorization_code'],
  });
  const scope = 'openid portal:user:admin portal:powerUser:admin';
  const { body } = await post(app, '/device/authorization', device, { scope });
  const answer = (what: string, more: object = {}) =>
    app.call('POST', `${PROVIDER_PATH}/device/${what}`, {
      token: signed.token,
      body: { userCode: body.user_code, ...more },
    });
  expect((await answer('verification')).body.scopes).toEqual(['openid', 'portal:user:admin']);
  expect((await answer('complete', { accept: true })).status).toBe(204);
  const tokens = await post(app, '/token', device, { grant_type: grant, device_code: body.device_code });
  expect(claimsOf(tokens.body.access_token).scope).toBe('portal:user:admin');
  expect((await ask('openid portal:user:admin', {}, device)).code).toBeTruthy();
});
