import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import {
  authorize,
  CALLBACK,
  claimsOf,
  codeForm,
  makeClient,
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
  client = await makeClient(app, tenant);
});
afterAll(() => app.close());

test('a signed-in browser gets a code at once, with issuer and state, and no cookie besides', async () => {
  const answer = await authorize(app, client.clientId, signed.cookie);
  expect(answer.status).toBe(303);
  expect(answer.location.href.startsWith(CALLBACK)).toBe(true);
  expect(answer.location.searchParams.get('iss')).toBe(app.url);
  expect(answer.location.searchParams.get('state')).toBe('a state');
  expect(answer.setCookies).toEqual([]);
});

test('a stranger is sent to the sign-in page and comes back to the same request', async () => {
  const answer = await authorize(app, client.clientId, null);
  expect(answer.location.pathname).toBe('/login.html');
  const back = new URL(answer.location.searchParams.get('url') ?? '', app.url);
  expect(back.pathname).toBe(`${PROVIDER_PATH}/authorize`);
  expect(back.origin).toBe(app.url);
  const later = await fetch(back, { redirect: 'manual', headers: { cookie: (await signIn(app, user)).cookie } });
  expect(later.headers.get('location')).toContain(`${CALLBACK}?code=`);
  expect(answer.setCookies).toEqual([]);
});

describe('what asks for more than a session', () => {
  test('prompt=none without a session is login_required', async () => {
    const answer = await authorize(app, client.clientId, null, { prompt: 'none' });
    expect(answer.location.searchParams.get('error')).toBe('login_required');
    expect(answer.location.searchParams.get('iss')).toBe(app.url);
  });

  test('prompt=login asks again, once', async () => {
    const asked = await authorize(app, client.clientId, signed.cookie, { prompt: 'login' });
    expect(asked.location.pathname).toBe('/login.html');
    expect(asked.location.searchParams.get('prompt')).toBe('login');
    const back = new URL(asked.location.searchParams.get('url') ?? '', app.url);
    const stale = await fetch(back, { redirect: 'manual', headers: { cookie: signed.cookie } });
    const fresh = await fetch(back, { redirect: 'manual', headers: { cookie: (await signIn(app, user)).cookie } });
    expect(stale.headers.get('location')).toContain('/login.html');
    expect(fresh.headers.get('location')).toContain(`${CALLBACK}?code=`);
  });

  test('max_age asks again when the proof is too old', async () => {
    await app.owner.query("update sessions set proved_at = proved_at - interval '1 hour' where user_uuid = $1", [
      user.uuid,
    ]);
    const asked = await authorize(app, client.clientId, signed.cookie, { max_age: '60' });
    expect(asked.location.pathname).toBe('/login.html');
    const enough = await authorize(app, client.clientId, signed.cookie, { max_age: '7200' });
    expect(enough.code).toBeTruthy();
  });

  test('a user who must set up a second factor is led there, not to the service', async () => {
    const strict = await makeTenant(app, {
      securityPolicy: { loginPolicy: { mfa: { siteEnforceMfa: { enabled: true, roles: ['User'] } } } },
    });
    const service = await makeClient(app, strict);
    const session = await signIn(app, await makeUser(app, strict));
    expect((await authorize(app, service.clientId, session.cookie)).location.pathname).toBe(
      '/mfa-authenticator-setting.html',
    );
    expect(
      (await authorize(app, service.clientId, session.cookie, { prompt: 'none' })).location.searchParams.get('error'),
    ).toBe('interaction_required');
  });
});

test('a client signs in users of its own tenant only', async () => {
  const other = await signIn(app, await makeUser(app, await makeTenant(app)));
  const answer = await authorize(app, client.clientId, other.cookie, { login_hint: 'taro' });
  expect(answer.code).toBeNull();
  // Offers to sign in with an account of the client's tenant.
  expect(answer.location.pathname).toBe('/login.html');
  expect(answer.location.searchParams.get('tenantId')).toBe(tenant.tenantId);
  expect(answer.location.searchParams.get('prompt')).toBe('login');
  const back = new URL(answer.location.searchParams.get('url') ?? '', app.url);
  const later = await fetch(back, { redirect: 'manual', headers: { cookie: (await signIn(app, user)).cookie } });
  expect(later.headers.get('location')).toContain(`${CALLBACK}?code=`);
  const silent = await authorize(app, client.clientId, other.cookie, { prompt: 'none' });
  expect(silent.location.searchParams.get('error')).toBe('login_required');
});

const toClient: [string, Record<string, string | undefined>, string][] = [
  ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['PKCE plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['implicit', { response_type: 'token' }, 'unsupported_response_type'],
  ['no response type', { response_type: undefined }, 'unsupported_response_type'],
  ['hybrid', { response_type: 'code id_token', nonce: 'n' }, 'unsupported_response_type'],
  ['fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['an unknown audience', { resource: 'https://elsewhere.example/' }, 'invalid_target'],
];
test.each(toClient)('refuses %s and tells the client', async (_, more, error) => {
  const answer = await authorize(app, client.clientId, signed.cookie, more);
  const told = new URLSearchParams(answer.location.search || answer.location.hash.slice(1));
  expect(told.get('error')).toBe(error);
  if (error === 'unsupported_response_type') expect([answer.location.hash, told.get('state')]).toEqual(['', 'a state']);
  expect(told.get('code')).toBeNull();
});

const toPerson: [string, Record<string, string | undefined>, string?][] = [
  ['another path', { redirect_uri: `${CALLBACK}/more` }],
  ['another query', { redirect_uri: `${CALLBACK}?x=1` }],
  ['another host', { redirect_uri: 'https://service.example.evil.test/callback' }],
  ['no address', { redirect_uri: undefined }],
  ['an unknown client', { client_id: 'nobody.at-all-known' }, 'app_unknown'],
  ['no client', { client_id: undefined }, 'app_request'],
];
test.each(toPerson)(
  'shows the error page for %s, with the cause and the request id, without what was sent',
  async (_, more, error = 'app_redirect_uri') => {
    const answer = await authorize(app, client.clientId, signed.cookie, more);
    expect(answer.status).toBe(303);
    expect(answer.location.pathname).toBe('/error.html');
    const { 'request-id': id, ...told } = Object.fromEntries(answer.location.searchParams);
    expect(told).toEqual({ error });
    expect(id).toMatch(/^[\w.-]{8,64}$/);
  },
);

test('an endpoint that is asked in another way names those it takes', async () => {
  for (const [path, allow] of [
    ['/token', 'POST, OPTIONS'],
    ['/introspect', 'POST'],
    ['/revoke', 'POST, OPTIONS'],
    ['/device/authorization', 'POST, OPTIONS'],
  ] as const) {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const answer = await fetch(`${app.url}${PROVIDER_PATH}${path}`, { method });
      expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, 405, allow]);
    }
  }
  expect((await fetch(`${app.url}${PROVIDER_PATH}/jwks`, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${app.url}${PROVIDER_PATH}/authorize`, { method: 'PUT' })).headers.get('allow')).toBe(
    'GET, POST',
  );
});

test.each(['/introspect', '/revoke'])('%s without proof of a client is 401 invalid_client', async (path) => {
  const answer = await fetch(`${app.url}${PROVIDER_PATH}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ token: 'x' }),
  });
  expect([answer.status, await answer.json()]).toEqual([401, { error: 'invalid_client' }]);
  expect(answer.headers.get('www-authenticate')).toContain('Basic');
});

test('a form sent by POST goes on as GET', async () => {
  const answer = await fetch(`${app.url}${PROVIDER_PATH}/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ client_id: client.clientId, state: 'x y' }),
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(`${PROVIDER_PATH}/authorize?client_id=${client.clientId}&state=x+y`);
});

test('the administrative scope is for those whose role has it', async () => {
  const scope = 'openid portal:user:admin portal:powerUser:admin';
  const ordinary = await tokensFor(app, client, signed.cookie, scope);
  expect(String(claimsOf(ordinary.access_token).scope)).toBe('portal:user:admin');
  const admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  const power = await tokensFor(app, client, admin.cookie, scope);
  expect(String(claimsOf(power.access_token).scope)).toContain('portal:powerUser:admin');
});

test('discovery names the endpoints below the configured address, whatever Host says', async () => {
  const attempts: Record<string, string>[] = [
    {},
    { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
  ];
  for (const headers of attempts) {
    const answer = await app.call('GET', '/.well-known/openid-configuration', { headers });
    expect(answer.body).toMatchObject({
      issuer: app.url,
      authorization_endpoint: `${app.url}${PROVIDER_PATH}/authorize`,
      token_endpoint: `${app.url}${PROVIDER_PATH}/token`,
      introspection_endpoint: `${app.url}${PROVIDER_PATH}/introspect`,
      device_authorization_endpoint: `${app.url}${PROVIDER_PATH}/device/authorization`,
      pushed_authorization_request_endpoint: `${app.url}${PROVIDER_PATH}/par`,
      end_session_endpoint: `${app.url}${PROVIDER_PATH}/session/end`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['ES256', 'RS256'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
    expect(answer.body.introspection_endpoint_auth_methods_supported).toEqual([
      'client_secret_basic',
      'client_secret_post',
      'private_key_jwt',
    ]);
    expect(answer.body.ui_locales_supported).toContain('ja');
  }
});

test('what anybody may read can be asked for its headers alone', async () => {
  for (const path of [`${PROVIDER_PATH}/jwks`, '/.well-known/openid-configuration']) {
    const [all, head] = [await fetch(app.url + path), await fetch(app.url + path, { method: 'HEAD' })];
    expect([path, head.status, await head.text()]).toEqual([path, 200, '']);
    for (const name of ['content-type', 'content-length', 'cache-control'])
      expect([path, name, head.headers.get(name)]).toEqual([path, name, all.headers.get(name)]);
  }
});

test('no other road leads into the library', async () => {
  for (const path of ['/INTROSPECT', '/Token', '/token/', '/device', '/reg', '/request', '/session/end/confirm']) {
    expect((await post(app, path, client, { token: 'x' })).status, path).toBe(404);
  }
});

test('browsers of other origins are let in for public clients of that origin only', async () => {
  const form = { grant_type: 'refresh_token', refresh_token: 'x' };
  const spa = await makeClient(app, tenant, { tokenEndpointAuthMethod: 'none' });
  const ours = await post(app, '/token', spa, form, { origin: 'https://service.example' });
  expect(ours.headers.get('access-control-allow-origin')).toBe('https://service.example');
  const theirs = await post(app, '/token', spa, form, { origin: 'https://evil.example' });
  expect(theirs.headers.get('access-control-allow-origin')).toBeNull();
  const confidential = await post(app, '/token', client, form, { origin: 'https://service.example' });
  expect(confidential.headers.get('access-control-allow-origin')).toBeNull();
});

test('the sign-in page names the app, by a registered client and address alone, in the language asked for', async () => {
  const named = await makeClient(app, tenant, { name: 'Print <Flow>' });
  const page = async (clientId: string, more: Record<string, string> = {}) => {
    const { location } = await authorize(app, clientId, null, { ui_locales: 'ja en', login_hint: 'taro', ...more });
    expect(location.pathname).toBe('/login.html');
    expect(location.searchParams.get('ui_locales')).toBe('ja en');
    return (await fetch(location)).text();
  };
  const html = await page(named.clientId);
  expect(html).toContain('<html lang="ja"');
  expect(html).toContain('<p class="g-lead">Print &lt;Flow&gt; に進むにはサインインしてください。</p>');
  expect(html).toContain('"app":"Print \\u003cFlow>"');
  const url = (query: object) =>
    `/login.html?${new URLSearchParams({ url: `${PROVIDER_PATH}/authorize?${new URLSearchParams({ ...query })}` })}`;
  for (const query of [
    { client_id: named.clientId },
    { client_id: named.clientId, redirect_uri: 'https://evil.example/' },
    { client_id: 'nobody.at-all-known', redirect_uri: CALLBACK },
  ]) {
    const plain = await (await fetch(app.url + url(query))).text();
    expect(plain).not.toMatch(/Print|<p class="g-lead"|"app":|__APP__/);
  }
});

describe('PKCE', () => {
  const without = { code_challenge: undefined, code_challenge_method: undefined };
  const errorOf = ({ location }: { location: URL }) => location.searchParams.get('error');

  test('is not needed of a client that is excused and sends a nonce, and its ID token has that', async () => {
    const excused = await makeClient(app, tenant, { pkce: 'nonce' });
    const asked = await authorize(app, excused.clientId, signed.cookie, { ...without, nonce: 'n-0S6_WzA2Mj' });
    const { code_verifier: verifier, ...form } = codeForm(app, excused.clientId, asked);
    const tokens = await post(app, '/token', excused, form);
    expect(claimsOf(tokens.body.id_token).nonce).toBe('n-0S6_WzA2Mj');
    // A verifier without a challenge is what an attacker left who took the challenge away.
    const again = await authorize(app, excused.clientId, signed.cookie, { ...without, nonce: 'another' });
    const downgraded = { ...codeForm(app, excused.clientId, again), code_verifier: String(verifier) };
    expect((await post(app, '/token', excused, downgraded)).body.error).toBe('invalid_grant');
  });

  test.each([
    ['without a nonce', 'nonce', {}],
    ['with an empty nonce', 'nonce', { nonce: '' }],
    ['without an ID token that has the nonce', 'nonce', { nonce: 'x', scope: 'portal:user:admin' }],
    ['of a client that is not excused', 'required', { nonce: 'x' }],
  ] as const)('is needed %s', async (_, pkce, more) => {
    const { clientId } = await makeClient(app, tenant, { pkce });
    expect(errorOf(await authorize(app, clientId, signed.cookie, { ...without, ...more }))).toBe('invalid_request');
  });

  test('cannot be left to a public client', async () => {
    const open = { tokenEndpointAuthMethod: 'none', pkce: 'nonce' } as const;
    await expect(makeClient(app, tenant, open)).rejects.toThrow(/pkce/);
  });
});
