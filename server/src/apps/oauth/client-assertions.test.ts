import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inputOf } from '#contract/apps/oauth-clients.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { authorize, codeForm, makeClient, PROVIDER_PATH } from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: { token: string };
let key: CryptoKey;
let publicKey: JWK;
let clientId: string;
let audience: string;

const asKeys = (jwk: JWK) => [{ ...jwk, kid: 'a' }] as never;
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

beforeAll(async () => {
  app = await sharedTestApp('with partners');
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  audience = `api://${tenant.tenantId}/keys`;
  const api = { name: 'Keys', audience, scopes: [{ name: 'use', description: 'Use it' }] };
  const made = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/oauthApis`, {
    token: admin.token,
    body: api,
  });
  expect(made.status).toBe(200);
  const pair = await generateKeyPair('ES256', { extractable: true });
  key = pair.privateKey;
  publicKey = await exportJWK(pair.publicKey);
  clientId = (await makeSigned({ jwks: asKeys(publicKey) })).clientId;
});
afterAll(() => app.close());

const makeSigned = (more: object) =>
  makeClient(app, tenant, {
    scopes: ['openid'],
    tokenEndpointAuthMethod: 'private_key_jwt',
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
    apis: [{ audience, scopes: ['use'], ownScopes: ['use'] }],
    ...more,
  });

interface Claims {
  iss?: string;
  sub?: string;
  aud?: string | string[];
  exp?: number;
  jti?: string;
}
let count = 0;
const now = () => Math.floor(Date.now() / 1000);
function assertion(by: CryptoKey, given: Claims & { of?: string } = {}, kid: string | undefined = 'a', alg = 'ES256') {
  const { of = clientId, ...claims } = given;
  count += 1;
  const all = { iss: of, sub: of, aud: app.url, exp: now() + 60, jti: `id-${count}`, ...claims };
  return new SignJWT(JSON.parse(JSON.stringify(all))).setProtectedHeader({ alg, ...(kid && { kid }) }).sign(by);
}
async function send(endpoint: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(form);
  const answer = await fetch(`${app.url}${PROVIDER_PATH}${endpoint}`, { method: 'POST', body, headers });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : {} };
}
const signedBy = (client_assertion: string) => ({ client_assertion, client_assertion_type: ASSERTION });
/** As itself at the token endpoint, and at one of our own. */
const ask = {
  'the token endpoint': (signed: string) => send('/token', { grant_type: 'client_credentials', ...signedBy(signed) }),
  introspection: (signed: string) => send('/introspect', { token: 'x', ...signedBy(signed) }),
} as const;

test('a standard client proves itself by its key, gets a user’s tokens, introspects and revokes', async () => {
  const execute = [oidc.allowInsecureRequests];
  const config = await oidc.discovery(new URL(app.url), clientId, {}, oidc.PrivateKeyJwt({ key, kid: 'a' }), {
    execute,
  });
  const metadata = config.serverMetadata();
  expect(metadata.token_endpoint_auth_methods_supported).toContain('private_key_jwt');
  expect(metadata.token_endpoint_auth_signing_alg_values_supported).not.toContain('HS256');
  const { cookie } = await signIn(app, await makeUser(app, tenant));
  const { location, verifier } = await authorize(app, clientId, cookie, { scope: 'openid' });
  const tokens = await oidc.authorizationCodeGrant(config, location, {
    pkceCodeVerifier: verifier,
    expectedState: 'a state',
  });
  expect(await oidc.tokenIntrospection(config, tokens.access_token)).toMatchObject({
    active: true,
    client_id: clientId,
  });
  await oidc.tokenRevocation(config, tokens.access_token);
  await expect.poll(async () => (await oidc.tokenIntrospection(config, tokens.access_token)).active).toBe(false);
});

describe.each(Object.entries(ask))('at %s', (_, sendTo) => {
  test('an assertion is good once, of twenty at once too', async () => {
    const signed = await assertion(key);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendTo(signed)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status, body }) => status === 401 && body.error === 'invalid_client')).toHaveLength(19);
    expect((await sendTo(signed)).status).toBe(401);
  });

  test.each<[string, () => Promise<string>]>([
    ['of another key', async () => assertion((await generateKeyPair('ES256')).privateKey)],
    ['that has ended', () => assertion(key, { exp: now() - 60 })],
    ['that lives for a day', () => assertion(key, { exp: now() + 86_400 })],
    ['without an end', () => assertion(key, { exp: undefined as never })],
    ['without an ID', () => assertion(key, { jti: undefined as never })],
    ['for another server', () => assertion(key, { aud: 'https://other.example' })],
    ['for no server', () => assertion(key, { aud: undefined as never })],
    ['by another issuer', () => assertion(key, { iss: `${tenant.tenantId}.another-app` })],
    ['of an app that has a secret', async () => assertion(key, { of: (await makeClient(app, tenant)).clientId })],
    ['of an app that does not exist', () => assertion(key, { of: `${tenant.tenantId}.no-such-app` })],
    [
      'of another tenant’s app',
      async () => {
        const foreign = await makeClient(app, await makeTenant(app), {
          tokenEndpointAuthMethod: 'private_key_jwt',
          jwks: asKeys(await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey)),
        });
        return assertion(key, { of: foreign.clientId });
      },
    ],
    [
      'that is not signed',
      async () => {
        const [, body] = (await assertion(key)).split('.');
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
      },
    ],
    [
      'with the public key as a secret',
      async () =>
        new SignJWT({ iss: clientId, sub: clientId, aud: app.url, exp: now() + 60, jti: 'hs' })
          .setProtectedHeader({ alg: 'HS256', kid: 'a' })
          .sign(new TextEncoder().encode(JSON.stringify(publicKey))),
    ],
    ['that is none', async () => 'a.b.c'],
  ])('one %s is refused', async (_name, make) => {
    const answer = await sendTo(await make());
    expect([400, 401]).toContain(answer.status);
    expect(answer.body.access_token).toBeUndefined();
    expect(answer.body.active).toBeUndefined();
  });

  test('one with a secret beside it, and a secret in its place, are refused', async () => {
    const basic = { authorization: `Basic ${Buffer.from(`${clientId}:x`).toString('base64')}` };
    const form = { grant_type: 'client_credentials', token: 'x' };
    for (const endpoint of ['/token', '/introspect']) {
      const both = await send(endpoint, { ...form, ...signedBy(await assertion(key)) }, basic);
      expect([400, 401]).toContain(both.status);
      expect((await send(endpoint, form, basic)).status).toBe(401);
      expect((await send(endpoint, { ...form, client_id: clientId })).status).toBeGreaterThanOrEqual(400);
    }
  });
});

test('a code is not exchanged by another app’s key', async () => {
  const other = await makeSigned({ jwks: asKeys(publicKey) });
  const { cookie } = await signIn(app, await makeUser(app, tenant));
  const authorization = await authorize(app, clientId, cookie);
  const form = codeForm(app, clientId, authorization);
  const answer = await send('/token', { ...form, ...signedBy(await assertion(key, { of: other.clientId })) });
  expect(answer.body.error).toBe('invalid_grant');
});

describe('keys at an address', () => {
  let server: Server;
  let address: string;
  let asked = 0;
  let published: unknown = { keys: [] };
  let status = 200;
  beforeAll(async () => {
    server = createServer((_, response) => {
      asked += 1;
      response.statusCode = status;
      response.end(typeof published === 'string' ? published : JSON.stringify(published));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${(server.address() as { port: number }).port}/jwks`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  test('are read once a minute, by the one way out', async () => {
    published = { keys: [{ ...publicKey, kid: 'a' }] };
    const { clientId: of } = await makeSigned({ jwksUri: address });
    asked = 0;
    for (const sendTo of Object.values(ask)) expect((await sendTo(await assertion(key, { of }))).status).toBe(200);
    expect(asked).toBe(1);
  });

  test('are those of now: one that was taken out there is refused a minute later', async () => {
    published = { keys: [{ ...publicKey, kid: 'a' }] };
    const { clientId: of } = await makeSigned({ jwksUri: `${address}?taken-out` });
    const ask_ = async () => (await ask['the token endpoint'](await assertion(key, { of }))).status;
    expect(await ask_()).toBe(200);
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start + 61_000 });
    try {
      expect(await ask_()).toBe(200);
      published = { keys: [] };
      expect(await ask_()).toBe(200);
      vi.setSystemTime(start + 123_000);
      expect(await ask_()).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each<[string, () => void]>([
    [
      'no list',
      () => {
        published = {};
      },
    ],
    [
      'very many keys',
      () => {
        published = { keys: Array.from({ length: 51 }, () => publicKey) };
      },
    ],
    [
      'an error',
      () => {
        status = 500;
      },
    ],
    [
      'no JSON',
      () => {
        published = 'x';
      },
    ],
    [
      '10 MB',
      () => {
        published = 'x'.repeat(10_000_000);
      },
    ],
  ])('that answers %s refuses, and is not asked again by whoever tries', async (name, become) => {
    const { clientId: of } = await makeSigned({ jwksUri: `${address}?${encodeURIComponent(name)}` });
    become();
    asked = 0;
    for (let n = 0; n < 5; n += 1)
      for (const sendTo of Object.values(ask))
        expect((await sendTo(await assertion(key, { of }))).status).toBeGreaterThanOrEqual(400);
    expect(asked).toBe(1);
    status = 200;
    published = { keys: [] };
  });
});

describe('an administrator', () => {
  const call = (method: string, path: string, body: object) =>
    app.call(method, `/api/auth/tenants/${tenant.tenantId}/oauthClients${path}`, { token: admin.token, body });
  const given = () => ({
    ...{ name: 'Signed', redirectUris: ['https://a.example/'], tokenEndpointAuthMethod: 'private_key_jwt' },
    jwks: [{ kty: 'EC', crv: 'P-256', x: publicKey.x, y: publicKey.y }],
  });

  test('registers keys, which are no secret, and may go over to a secret', async () => {
    const made = await call('POST', '', given());
    expect(made.body).toMatchObject({ clientSecret: null, jwksUri: null, jwks: [{ kty: 'EC' }] });
    const path = `/${made.body.clientId}`;
    expect((await call('POST', `${path}/secret`, {})).status).toBe(409);
    const withSecret = { ...given(), tokenEndpointAuthMethod: 'client_secret_basic', jwks: [] };
    expect((await call('PUT', path, withSecret)).status).toBe(200);
    // Until it is given one, no secret is right.
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${made.body.clientId}:${secret}`).toString('base64')}`,
    });
    for (const guess of ['', 'x', Buffer.alloc(32).toString('base64url')])
      expect((await send('/introspect', { token: 'x' }, basic(guess))).status).toBe(401);
    const { clientSecret } = (await call('POST', `${path}/secret`, {})).body;
    await expect.poll(async () => (await send('/introspect', { token: 'x' }, basic(clientSecret))).status).toBe(200);
    // There and back: the secret of before is none.
    expect((await call('PUT', path, given())).status).toBe(200);
    expect((await call('PUT', path, withSecret)).status).toBe(200);
    await expect.poll(async () => (await send('/introspect', { token: 'x' }, basic(clientSecret))).status).toBe(401);
  });

  test('takes scopes from an app, and what it has proved itself with stays used', async () => {
    const { clientId: of } = await makeSigned({ jwks: asKeys(publicKey), scopes: ['openid', 'email'] });
    const signed = await assertion(key, { of });
    expect((await send('/introspect', { token: 'x', ...signedBy(signed) })).status).toBe(200);
    const path = `/api/auth/tenants/${tenant.tenantId}/oauthClients/${of}`;
    const { body: before } = await app.call('GET', path, { token: admin.token });
    expect((await call('PUT', `/${of}`, { ...inputOf(before), scopes: ['openid'] })).status).toBe(200);
    expect((await send('/introspect', { token: 'x', ...signedBy(signed) })).status).toBe(401);
  });

  test.each<[string, () => object]>([
    ['none', () => ({ jwks: [] })],
    ['both', () => ({ jwksUri: 'https://keys.example/' })],
    ['with a secret', () => ({ tokenEndpointAuthMethod: 'client_secret_basic' })],
    ['with a private part', () => ({ jwks: [{ ...given().jwks[0], d: 'x' }] })],
    ['that are symmetric', () => ({ jwks: [{ kty: 'oct', k: 'x' }] })],
    ['that are short', () => ({ jwks: [{ kty: 'RSA', n: 'x'.repeat(170), e: 'AQAB' }] })],
    ['at a private address', () => ({ jwks: [], jwksUri: 'https://10.0.0.1/keys' })],
    ['at the address of a machine’s own data', () => ({ jwks: [], jwksUri: 'http://169.254.169.254/' })],
  ])('registers no keys: %s', async (_, more) => {
    expect((await call('POST', '', { ...given(), ...more() })).status).toBe(400);
  });
});
