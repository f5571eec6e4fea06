import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from './app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from './factories.ts';
import { authorize, CALLBACK, codeForm, makeClient, post, PROVIDER_PATH, type TestClient, tokensFor } from './oauth.ts';

/** The attacks that RFC 9700 warns of (standards 1 and 8). */
let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
let user: TestUser;
let signed: SignedIn;
let client: TestClient;
let sibling: TestClient;
let foreign: TestClient;
const SCOPE = 'openid offline_access portal:user:admin portal:powerUser:admin';

beforeAll(async () => {
  app = await sharedTestApp();
  [tenant, other] = [await makeTenant(app), await makeTenant(app)];
  const grantTypes: ('authorization_code' | 'refresh_token')[] = ['authorization_code', 'refresh_token'];
  [client, sibling, foreign] = [
    await makeClient(app, tenant, { grantTypes }),
    await makeClient(app, tenant, { grantTypes }),
    await makeClient(app, other, { grantTypes }),
  ];
  user = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  signed = await signIn(app, user);
});
afterAll(() => app.close());

const me = async (token: string) => (await app.call('GET', '/api/auth/me', { token })).status;
const userinfo = async (token: string) =>
  (await fetch(`${app.url}${PROVIDER_PATH}/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status;
const newCode = (more: Record<string, string | undefined> = {}) =>
  authorize(app, client.clientId, signed.cookie, { scope: 'openid', ...more });

describe('an authorization request', () => {
  it.each([
    'https://service.example/callback/',
    'https://service.example/callback?x=1',
    'https://service.example/callback#x',
    'https://service.example/callback/../evil',
    'https://service.example.evil.example/callback',
    'https://service.example@evil.example/callback',
    'https://SERVICE.example/callback',
    'http://service.example/callback',
    'https://service.example:443/callback',
    'https://service.example/Callback',
    'https://service.example/callback%2f',
    '//service.example/callback',
    'javascript:alert(1)',
    '',
    undefined,
  ])('with %s as the address to return to leads to no foreign place and gives no code', async (redirect_uri) => {
    const { location, code } = await newCode({ redirect_uri });
    expect(code).toBeNull();
    expect(location.origin).toBe(app.url);
    expect(location.pathname).toBe('/error.html');
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with plain PKCE', { code_challenge_method: 'plain' }],
    ['with a challenge and no method', { code_challenge_method: undefined }],
    ['for a token at once', { response_type: 'token' }],
    ['for an ID token at once', { response_type: 'id_token', nonce: 'n' }],
    ['for both', { response_type: 'code id_token', nonce: 'n' }],
    ['for an answer in the fragment', { response_mode: 'fragment' }],
    ['for an answer as a form', { response_mode: 'form_post' }],
    ['with a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
    ['with a request address', { request_uri: 'https://evil.example/request' }],
  ])('%s gives nothing', async (_, more) => {
    const { location, code } = await newCode(more);
    expect(code).toBeNull();
    expect(location.hash).not.toMatch(/token|code/);
    expect(location.search).not.toContain('access_token');
  });

  it('answers with its issuer and state, so that mix-ups show', async () => {
    const { location } = await newCode();
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ iss: app.url, state: 'a state' });
    const refused = await authorize(app, client.clientId, null, { prompt: 'none' });
    expect(Object.fromEntries(refused.location.searchParams)).toMatchObject({ error: 'login_required', iss: app.url });
  });

  it('with prompt=none never shows a page, and tells nothing of a user of another tenant', async () => {
    for (const cookie of [null, signed.cookie]) {
      const { location } = await authorize(app, foreign.clientId, cookie, { prompt: 'none' });
      expect(location.origin).toBe(new URL(CALLBACK).origin);
      expect(location.searchParams.get('error')).toBe('login_required');
    }
    const { code } = await authorize(app, foreign.clientId, signed.cookie);
    expect(code).toBeNull();
  });
});

describe('a code', () => {
  it('is worth nothing to another client, with another verifier or another address', async () => {
    const tries: [TestClient, (form: Record<string, string>) => Record<string, string>][] = [
      [sibling, (form) => form],
      [foreign, (form) => form],
      [client, (form) => ({ ...form, code_verifier: 'a'.repeat(43) })],
      [client, ({ code_verifier: _, ...form }) => form],
      [client, (form) => ({ ...form, redirect_uri: 'https://evil.example/callback' })],
      [client, ({ redirect_uri: _, ...form }) => form],
    ];
    for (const [who, change] of tries) {
      const answer = await post(app, '/token', who, change(codeForm(app, client.clientId, await newCode())));
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/^invalid_(grant|request)$/)]);
    }
  });

  it('of one sign-in cannot be slipped into another: its verifier is of the browser that asked', async () => {
    const [thief, victim] = [await newCode(), await newCode()];
    const form = { ...codeForm(app, client.clientId, victim), code: String(thief.code) };
    expect((await post(app, '/token', client, form)).body.error).toBe('invalid_grant');
  });

  it('lives sixty seconds', async () => {
    const { rows } = await app.owner.query(
      "select min((payload->>'exp')::int - (payload->>'iat')::int) as least, max((payload->>'exp')::int - (payload->>'iat')::int) as most from oauth_artifacts where model = 'AuthorizationCode'",
    );
    expect(rows[0]).toEqual({ least: 60, most: 60 });
  });
});

describe('a token', () => {
  it('of one kind is worth nothing as another', async () => {
    const plain = await tokensFor(app, client, signed.cookie, 'openid offline_access', { prompt: 'consent' });
    const api = await tokensFor(app, client, signed.cookie, SCOPE, { prompt: 'consent' });
    expect(await me(api.access_token)).toBe(200);
    for (const token of [plain.access_token, plain.refresh_token, plain.id_token, api.refresh_token, api.id_token]) {
      expect(await me(token)).toBe(401);
    }
    expect(await userinfo(plain.access_token)).toBe(200);
    for (const token of [plain.refresh_token, plain.id_token, api.access_token, api.id_token]) {
      expect(await userinfo(token)).toBeGreaterThanOrEqual(400);
    }
    for (const refresh_token of [plain.access_token, plain.id_token, api.access_token]) {
      expect((await post(app, '/token', client, { grant_type: 'refresh_token', refresh_token })).status).toBe(400);
    }
  });

  it('of one client or tenant is worth nothing at another', async () => {
    const held = await tokensFor(app, client, signed.cookie, SCOPE, { prompt: 'consent' });
    for (const who of [sibling, foreign]) {
      const refreshed = await post(app, '/token', who, {
        grant_type: 'refresh_token',
        refresh_token: held.refresh_token,
      });
      expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant']);
      expect((await post(app, '/introspect', who, { token: held.refresh_token })).body).toEqual({ active: false });
      expect((await post(app, '/revoke', who, { token: held.refresh_token })).status).toBe(200);
      expect((await post(app, '/revoke', who, { token: held.access_token })).status).toBe(200);
    }
    expect((await post(app, '/introspect', foreign, { token: held.access_token })).body).toEqual({ active: false });
    expect(await me(held.access_token)).toBe(200);
    for (const path of ['/users', `/users/${user.userId}`, '/userExport']) {
      const foreignPath = `/api/auth/tenants/${other.tenantId}${path}`;
      expect((await app.call('GET', foreignPath, { token: held.access_token })).status).toBe(404);
    }
  });

  it('says no more than its signature: changed, unsigned or of another algorithm it is worth nothing', async () => {
    const { access_token } = await tokensFor(app, client, signed.cookie, SCOPE, { prompt: 'consent' });
    const [head = '', body = '', signature = ''] = access_token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const forged = [
      `${head}.${encode({ ...claims, tenantId: other.tenantId })}.${signature}`,
      `${encode({ ...header, alg: 'none' })}.${body}.`,
      `${encode({ ...header, alg: 'HS256' })}.${body}.${signature}`,
      `${encode({ ...header, kid: '../../etc/passwd' })}.${body}.${signature}`,
      `${encode({ ...header, jwk: {}, jku: 'https://evil.example' })}.${body}.${signature}`,
      `${head}.${body}.`,
      `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
      ...['=', '==', '-.', '!'].map((more) => access_token + more),
    ];
    for (const token of forged) {
      expect(await me(token)).toBe(401);
      expect((await post(app, '/introspect', client, { token })).body).toEqual({ active: false });
    }
  });

  it('is no longer than its scopes: a narrower refresh stays narrow, a wider one is refused', async () => {
    const held = await tokensFor(app, client, signed.cookie, 'openid offline_access portal:user:admin', {
      prompt: 'consent',
    });
    const wider = await post(app, '/token', client, {
      grant_type: 'refresh_token',
      refresh_token: held.refresh_token,
      scope: SCOPE,
    });
    expect(wider.status).toBe(400);
    const path = `/api/auth/tenants/${tenant.tenantId}/users`;
    expect((await app.call('GET', path, { token: held.access_token })).status).toBe(403);
  });
});
