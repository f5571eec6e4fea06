import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import {
  authorize,
  CALLBACK,
  claimsOf,
  codeForm,
  makeClient,
  post,
  PROVIDER_PATH,
  type TestClient,
} from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
let cookie: string;
let bound: TestClient;
let open: TestClient;
let key: Awaited<ReturnType<typeof generateKeyPair>>;
let jkt: string;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  user = await makeUser(app, tenant);
  ({ cookie } = await signIn(app, user));
  bound = await makeClient(app, tenant, { dpopBound: true });
  open = await makeClient(app, tenant, { tokenEndpointAuthMethod: 'none' });
  key = await generateKeyPair('ES256', { extractable: true });
  jkt = await calculateJwkThumbprint(await exportJWK(key.publicKey));
});
afterAll(() => app.close());

const now = () => Math.floor(Date.now() / 1000);
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
/** A proof of an attacker's making. */
async function proof(path: string, said: JWTPayload = {}, { typ = 'dpop+jwt', by = key, method = 'POST' } = {}) {
  const jwk = await exportJWK(by.publicKey);
  const usual = { htm: method, htu: `${app.url}${path}`, iat: now(), jti: crypto.randomUUID() };
  return new SignJWT({ ...usual, ...said }).setProtectedHeader({ alg: 'ES256', typ, jwk }).sign(by.privateKey);
}
const TOKEN = `${PROVIDER_PATH}/token`;
const newCode = async (client: TestClient, scope: string) =>
  codeForm(app, client.clientId, await authorize(app, client.clientId, cookie, { scope }));
async function boundTokens(client = bound, scope = 'openid') {
  const answer = await post(app, '/token', client, await newCode(client, scope), { dpop: await proof(TOKEN) });
  expect([answer.status, answer.body.token_type]).toEqual([200, 'DPoP']);
  return answer.body as { access_token: string; refresh_token: string };
}
const get = (path: string, headers: Record<string, string>) => fetch(`${app.url}${path}`, { headers });

test('a standard client is served with it from sign-in to sign-out', async () => {
  const secret = oidc.ClientSecretBasic(bound.secret ?? '');
  const config = await oidc.discovery(new URL(app.url), bound.clientId, {}, secret, {
    execute: [oidc.allowInsecureRequests],
  });
  expect(config.serverMetadata().dpop_signing_alg_values_supported).toEqual(['ES256', 'Ed25519', 'EdDSA']);
  const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'));
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const asked = oidc.buildAuthorizationUrl(config, {
    ...{ redirect_uri: CALLBACK, scope: 'openid email', code_challenge_method: 'S256' },
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
  });
  const returned = await fetch(asked, { redirect: 'manual', headers: { cookie } });
  const at = new URL(returned.headers.get('location') ?? '', app.url);
  const tokens = await oidc.authorizationCodeGrant(config, at, { pkceCodeVerifier }, undefined, { DPoP });
  expect(tokens.token_type).toBe('dpop');
  expect(await oidc.fetchUserInfo(config, tokens.access_token, user.uuid, { DPoP })).toMatchObject({
    email: user.mail,
  });
  const next = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP });
  const introspected = await oidc.tokenIntrospection(config, next.access_token);
  expect(introspected).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: expect.any(String) } });
});

describe('a token that is bound to a key', () => {
  test('is worth nothing as a bearer token, at any endpoint', async () => {
    const { access_token: opaque } = await boundTokens();
    const { access_token: jwt } = await boundTokens(bound, 'portal:user:admin');
    expect(claimsOf(jwt).cnf).toEqual({ jkt });
    const places = [
      [`${PROVIDER_PATH}/userinfo`, opaque],
      ['/api/auth/me', jwt],
      ['/api/account/myTenant', jwt],
      [`/api/auth/tenants/${tenant.tenantId}/oauthClients`, jwt],
    ] as const;
    for (const [path, token] of places) {
      for (const authorization of [`Bearer ${token}`, `DPoP ${token}`, `bearer ${token}`]) {
        const answer = await get(path, { authorization });
        expect([path, answer.status >= 400 && answer.status <= 401]).toEqual([path, true]);
      }
      const dpop = await proof(path, { ath: hashOf(token) }, { method: 'GET' });
      expect((await get(path, { authorization: `Bearer ${token}`, dpop })).ok).toBe(false);
    }
    expect((await post(app, '/introspect', bound, { token: jwt })).body).toMatchObject({
      token_type: 'DPoP',
      cnf: { jkt },
    });
  });

  test('opens Portico’s API with a proof, once', async () => {
    const { access_token: token } = await boundTokens(bound, 'portal:user:admin');
    const authorization = `DPoP ${token}`;
    const dpop = await proof('/api/auth/me', { ath: hashOf(token) }, { method: 'GET' });
    const all = await Promise.all(Array.from({ length: 10 }, () => get('/api/auth/me?x=1', { authorization, dpop })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 401)).toHaveLength(9);
    const refused = await get('/api/auth/me', { authorization, dpop });
    expect(refused.headers.get('www-authenticate')).toMatch(/^DPoP algs="ES256/);
  });

  test.each([
    ['of another method', { htm: 'POST' }, {}],
    ['of another address', { htu: 'http://evil.example/api/auth/me' }, {}],
    ['of another path', { htu: '/api/auth/me' }, {}],
    ['that is stale', { iat: now() - 3600 }, {}],
    ['of the future', { iat: now() + 3600 }, {}],
    ['without a time', { iat: undefined }, {}],
    ['without an ID', { jti: undefined }, {}],
    ['without the token', { ath: undefined }, {}],
    ['of another token', { ath: hashOf('another') }, {}],
    ['of another type', {}, { typ: 'jwt' }],
    ['by another key', {}, { by: 'another' }],
  ])('is not opened by a proof %s', async (_, said, { typ, by }: { typ?: string; by?: string }) => {
    const another = by ? await generateKeyPair('ES256', { extractable: true }) : key;
    for (const [path, scope] of [
      ['/api/auth/me', 'portal:user:admin'],
      [`${PROVIDER_PATH}/userinfo`, 'openid'],
    ] as const) {
      const { access_token: token } = await boundTokens(bound, scope);
      const usual = { ath: hashOf(token) };
      const own = 'htu' in said && said.htu?.startsWith('/') ? { htu: `${app.url}/api/auth/other` } : said;
      const made = { method: 'GET', by: another, ...(typ && { typ }) };
      const ask = async (more: object, how: object) => {
        const dpop = await proof(path, { ...usual, ...more }, { method: 'GET', ...how });
        return (await get(path, { authorization: `DPoP ${token}`, dpop })).status;
      };
      expect(await ask(own, made)).toBeGreaterThanOrEqual(400);
      expect(await ask({}, {})).toBe(200);
    }
  });

  test('is not made of one that is open', async () => {
    const form = await newCode(open, 'openid portal:user:admin');
    const { access_token: token } = (await post(app, '/token', open, form)).body;
    expect((await get('/api/auth/me', { authorization: `Bearer ${token}` })).status).toBe(200);
    const dpop = await proof('/api/auth/me', { ath: hashOf(token) }, { method: 'GET' });
    expect((await get('/api/auth/me', { authorization: `DPoP ${token}`, dpop })).status).toBe(401);
  });
});

describe('at the token endpoint', () => {
  test('an app whose tokens are always bound gets none without a proof, and its administrators read why', async () => {
    const answer = await post(app, '/token', bound, await newCode(bound, 'openid'));
    expect(answer.body.error).toBe('invalid_grant');
    const causes = async () =>
      (await app.owner.query('select cause from client_refusals where client_id = $1', [bound.clientId])).rows;
    await expect.poll(causes).toContainEqual({ cause: 'proof' });
  });

  test('a proof works once, on any process, and its ID is kept in the database', async () => {
    const dpop = await proof(TOKEN);
    expect((await post(app, '/token', bound, await newCode(bound, 'openid'), { dpop })).status).toBe(200);
    expect((await post(app, '/token', bound, await newCode(bound, 'openid'), { dpop })).body.error).toBe(
      'invalid_grant',
    );
    const kept =
      "select 1 from oauth_artifacts where model = 'ReplayDetection' and client_id = $1 and expires_at > now()";
    expect((await app.owner.query(kept, [bound.clientId])).rowCount).toBeGreaterThan(0);
  });

  test.each([
    ['of another method', { htm: 'GET' }],
    ['of another endpoint', { htu: `http://127.0.0.1${PROVIDER_PATH}/userinfo` }],
    ['with an unknown nonce', { nonce: 'x' }],
  ])('a proof %s is refused', async (_, said) => {
    const answer = await post(app, '/token', bound, await newCode(bound, 'openid'), { dpop: await proof(TOKEN, said) });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/^(invalid_dpop_proof|use_dpop_nonce)$/);
  });

  test('a clock that is wrong is told a nonce instead, which works', async () => {
    const form = await newCode(bound, 'openid');
    const first = await post(app, '/token', bound, form, { dpop: await proof(TOKEN, { iat: now() - 7200 }) });
    expect(first.body.error).toBe('use_dpop_nonce');
    const nonce = first.headers.get('dpop-nonce') ?? '';
    const dpop = await proof(TOKEN, { iat: now() - 7200, nonce });
    expect((await post(app, '/token', bound, form, { dpop })).status).toBe(200);
  });

  test('the refresh token of a public client is bound to its key', async () => {
    const { refresh_token } = await boundTokens(open);
    const form = { grant_type: 'refresh_token', refresh_token };
    expect((await post(app, '/token', open, form)).body.error).toBe('invalid_grant');
    const by = await generateKeyPair('ES256', { extractable: true });
    const stolen = await post(app, '/token', open, form, { dpop: await proof(TOKEN, {}, { by }) });
    expect(stolen.body.error).toBe('invalid_grant');
    expect((await post(app, '/token', open, form, { dpop: await proof(TOKEN) })).body.token_type).toBe('DPoP');
  });

  test('a code that was asked for with a key is exchanged by it alone', async () => {
    const form = codeForm(app, open.clientId, await authorize(app, open.clientId, cookie, { dpop_jkt: jkt }));
    expect((await post(app, '/token', open, form)).body.error).toBe('invalid_grant');
    const again = codeForm(app, open.clientId, await authorize(app, open.clientId, cookie, { dpop_jkt: jkt }));
    const by = await generateKeyPair('ES256', { extractable: true });
    const stolen = await post(app, '/token', open, again, { dpop: await proof(TOKEN, {}, { by }) });
    expect(stolen.body.error).toBe('invalid_grant');
  });
});
