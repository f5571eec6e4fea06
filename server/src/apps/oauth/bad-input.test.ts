import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { authorize, makeClient, post, PROVIDER_PATH, type TestClient } from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let client: TestClient;
let device: TestClient;
let cookie: string;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  client = await makeClient(app, tenant);
  const grant = 'urn:ietf:params:oauth:grant-type:device_code';
  device = await makeClient(app, tenant, { grantTypes: [grant], tokenEndpointAuthMethod: 'none' });
  cookie = (await signIn(app, await makeUser(app, tenant))).cookie;
});
afterAll(() => app.close());

const values = [
  '\0',
  'a\0b',
  '\ud800',
  '__proto__',
  '[]',
  '{}',
  '%',
  '%zz',
  '../..',
  "'; --",
  'x'.repeat(10_000),
  '𠮷野家',
  '-1',
  '1e999',
];
const fields = [
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'prompt',
  'max_age',
  'id_token_hint',
  'resource',
  'login_hint',
  'ui_locales',
  'claims',
  'request',
  'response_mode',
  'code_challenge',
  'login_after',
  'acr_values',
];

test('the authorization endpoint answers everything with a redirect', async () => {
  for (const field of fields) {
    for (const value of values.filter((candidate) => candidate.length < 5000)) {
      const answer = await authorize(app, client.clientId, cookie, { [field]: value });
      expect(answer.status, `${field}=${value}`).toBe(303);
      expect(answer.location.searchParams.get('error'), `${field}=${value}`).not.toBe('server_error');
    }
  }
});

test('the endpoints for programs answer everything with an OAuth error', async () => {
  const forms: [string, TestClient, string[], Record<string, string>][] = [
    [
      '/token',
      client,
      ['code', 'code_verifier', 'redirect_uri', 'scope', 'resource'],
      { grant_type: 'authorization_code' },
    ],
    ['/token', client, ['refresh_token', 'scope', 'resource'], { grant_type: 'refresh_token' }],
    ['/token', client, ['grant_type'], {}],
    ['/device/authorization', device, ['scope', 'nonce', 'state', 'resource', 'max_age'], {}],
    ['/introspect', client, ['token', 'token_type_hint'], {}],
    ['/revoke', client, ['token', 'token_type_hint'], {}],
  ];
  for (const [endpoint, who, names, base] of forms) {
    for (const name of names) {
      for (const value of values) {
        const answer = await post(app, endpoint, who, { ...base, [name]: value });
        expect(answer.status, `${endpoint} ${name}=${value.slice(0, 20)}`).toBeLessThan(500);
      }
    }
  }
});

test('doubtful shapes are refused, and errors are JSON whatever was asked for', async () => {
  const send = (path: string, body: string | Buffer, headers: Record<string, string>) =>
    fetch(`${app.url}${PROVIDER_PATH}${path}`, { method: 'POST', body, headers });
  const form = 'application/x-www-form-urlencoded';
  const basic = `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}`;
  for (const path of ['/token', '/introspect', '/revoke', '/device/authorization']) {
    for (const [body, type] of [
      ['token=a&token=b&grant_type=x&grant_type=y&scope=a&scope=b', form],
      ['{"token":"x"}', 'application/json'],
      ['x', 'text/plain'],
      [Buffer.from([0xff, 0xfe, 0x3d, 0xff]), form],
      ['', form],
      [`token=${'x'.repeat(200_000)}`, form],
    ] as const) {
      const answer = await send(path, body, { 'content-type': type, authorization: basic, accept: 'text/html' });
      expect(answer.status, `${path} ${type}`).toBeLessThan(500);
      if (body !== '')
        expect(answer.status, `${path} ${type} ${String(body).slice(0, 20)}`).toBeGreaterThanOrEqual(400);
      expect(answer.headers.get('content-type'), path).toContain('json');
    }
    for (const authorization of [
      'Basic',
      'Basic x',
      'Basic Og==',
      'Basic OjpA',
      'Bearer x',
      'Basic =',
      `Basic ${'A'.repeat(9000)}`,
    ]) {
      const answer = await send(path, 'token=x&grant_type=refresh_token&refresh_token=x', {
        'content-type': form,
        authorization,
      });
      expect([400, 401], `${path} ${authorization.slice(0, 20)}`).toContain(answer.status);
    }
  }
});

test('a client proves itself in one way, and to the letter', async () => {
  const { clientId: id, secret } = client;
  const inHex = (text: string) => `%${Buffer.from(text).toString('hex').match(/../g)?.join('%')}`;
  const ask = async (given: string, more: Record<string, string> = {}) => {
    const headers = { authorization: `Basic ${Buffer.from(given).toString('base64')}` };
    const body = new URLSearchParams({ token: 'x', ...more });
    return (await fetch(`${app.url}${PROVIDER_PATH}/introspect`, { method: 'POST', body, headers })).status;
  };
  const right = `${id}:${secret}`;
  const good: [string, Record<string, string>?][] = [
    [right],
    [`${inHex(id)}:${inHex(String(secret))}`],
    [right, { client_id: id }],
  ];
  for (const [given, more] of good) expect(await ask(given, more), given).toBe(200);
  const bad: typeof good = [
    [right, { client_secret: String(secret) }],
    [right, { client_secret: '' }],
    [right, { client_id: device.clientId }],
    [right, { client_id: '' }],
    ...[`${right}:`, `${right}%`, `${right}+`, `${id}::${secret}`, `${id}%3A${secret}`, `${id}${secret}`].map(
      (given): [string] => [given],
    ),
    ...[`${id}:`, `:${secret}`, `${id}%00:${secret}`].map((given): [string] => [given]),
  ];
  for (const [given, more] of bad) expect(await ask(given, more), `${given} ${JSON.stringify(more)}`).toBe(401);
  const inForm = (of: TestClient) =>
    fetch(`${app.url}${PROVIDER_PATH}/introspect`, {
      method: 'POST',
      body: new URLSearchParams({ token: 'x', client_id: of.clientId, client_secret: String(of.secret) }),
    });
  const byForm = await makeClient(app, tenant, { tokenEndpointAuthMethod: 'client_secret_post' });
  // The way that is registered, and no other.
  expect([(await inForm(byForm)).status, (await inForm(client)).status]).toEqual([200, 401]);
  expect(await ask(`${byForm.clientId}:${byForm.secret}`)).toBe(401);
});

test('userinfo and the sign-out take nothing doubtful', async () => {
  for (const authorization of ['Bearer', 'Bearer a b', 'Bearer x.y.z', 'DPoP x', `Bearer ${'x'.repeat(9000)}`]) {
    const answer = await app.call('GET', `${PROVIDER_PATH}/userinfo`, { headers: { authorization } });
    expect([400, 401]).toContain(answer.status);
  }
  for (const value of values.filter((candidate) => candidate.length < 5000)) {
    for (const field of ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state']) {
      const answer = await app.call('GET', `${PROVIDER_PATH}/session/end?${new URLSearchParams({ [field]: value })}`);
      expect(answer.status).toBe(303);
    }
  }
});
