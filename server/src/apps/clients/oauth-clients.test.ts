import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRedirectUri } from '#contract/apps/client-addresses.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';
import { authorize, CALLBACK, post, tokensFor, withinASecond } from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
let base: string;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  base = `/api/auth/tenants/${tenant.tenantId}/oauthClients`;
});
afterAll(() => app.close());

const given = { name: 'Wiki', redirectUris: [CALLBACK], scopes: ['openid', 'profile', 'portal:user:admin'] };
const call = (method: string, path: string, body?: unknown, token = admin.token) =>
  app.call(method, path, { token, body });

async function make(body: object = given) {
  const made = await call('POST', base, body);
  expect(made.status).toBe(200);
  return made.body as { clientId: string; clientSecret: string } & Record<string, unknown>;
}

test('a client is made, read, changed, gets a new secret and goes', async () => {
  const { clientId, clientSecret, ...rest } = await make();
  expect(clientId.startsWith(`${tenant.tenantId}.`)).toBe(true);
  expect((await call('GET', `${base}/${clientId}`)).body).toEqual({ clientId, ...rest });
  expect((await call('GET', base)).body.results).toContainEqual({ clientId, ...rest });
  const client = { clientId, secret: clientSecret };
  const tokens = await tokensFor(app, client, admin.cookie, 'openid profile');
  const fresh = await call('POST', `${base}/${clientId}/secret`, { overlapHours: 0 });
  expect(
    await withinASecond(
      () => post(app, '/introspect', client, { token: 'x' }),
      ({ status }) => status === 401,
    ),
  ).toBe(true);
  const renewed = { clientId, secret: fresh.body.clientSecret as string };
  expect((await post(app, '/introspect', renewed, { token: tokens.access_token })).body.active).toBe(true);
  const changed = await call('PUT', `${base}/${clientId}`, { ...given, name: 'Wiki 2', disabled: true });
  expect(changed.body).toMatchObject({ name: 'Wiki 2', disabled: true });
  expect(
    await withinASecond(
      () => authorize(app, clientId, admin.cookie),
      ({ code }) => code === null,
    ),
  ).toBe(true);
  expect((await call('DELETE', `${base}/${clientId}`)).status).toBe(204);
  expect((await call('GET', `${base}/${clientId}`)).status).toBe(404);
  const { rows } = await app.owner.query(
    "select operation, changes from system_operation_log where target_type = 'oauthClient' and target_id = $1 order by at",
    [clientId],
  );
  expect(rows.map(({ operation }) => operation)).toEqual(['create', 'update', 'update', 'delete']);
  expect(JSON.stringify(rows)).not.toContain(renewed.secret);
});

test('the secret before works as long as was chosen, and ends at once where it is ended', async () => {
  const { clientId, clientSecret } = await make();
  const isGood = async (secret: string) =>
    (await post(app, '/introspect', { clientId, secret }, { token: 'x' })).status === 200;
  const isGoodAtTheTokenEndpoint = async (secret: string) =>
    (await post(app, '/token', { clientId, secret }, { grant_type: 'refresh_token', refresh_token: 'x' })).body
      .error === 'invalid_grant';
  const soon = (secret: string, good: boolean) =>
    withinASecond(
      async () => (await isGood(secret)) && (await isGoodAtTheTokenEndpoint(secret)),
      (is) => is === good,
    );
  const rotated = await call('POST', `${base}/${clientId}/secret`, {});
  const second = rotated.body.clientSecret as string;
  const hours = (Date.parse(rotated.body.previousSecretUntil) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThan(24.1);
  expect((await call('GET', `${base}/${clientId}`)).body.previousSecretUntil).toBe(rotated.body.previousSecretUntil);
  expect(await soon(second, true)).toBe(true);
  expect(await isGood(clientSecret)).toBe(true);
  expect(await isGoodAtTheTokenEndpoint(clientSecret)).toBe(true);
  // Of three, the first is good no more.
  const third = (await call('POST', `${base}/${clientId}/secret`, { overlapHours: 1 })).body.clientSecret as string;
  expect(await soon(clientSecret, false)).toBe(true);
  expect([await isGood(second), await isGood(third), await isGood('neither')]).toEqual([true, true, false]);
  // Its time is over, whatever still stands in the row.
  await app.owner.query(
    "update oauth_clients set previous_secret_until = now() - interval '1 second', name = 'x' where client_id = $1",
    [clientId],
  );
  expect(await soon(second, false)).toBe(true);
  await app.owner.query(
    "update oauth_clients set previous_secret_until = now() + interval '1 hour', name = 'y' where client_id = $1",
    [clientId],
  );
  expect(await soon(second, true)).toBe(true);
  const ended = await call('DELETE', `${base}/${clientId}/secret/previous`);
  expect(ended.body.previousSecretUntil).toBeNull();
  expect(await soon(second, false)).toBe(true);
  expect(await isGood(third)).toBe(true);
  expect((await call('DELETE', `${base}/${clientId}/secret/previous`)).status).toBe(404);
  for (const overlapHours of [-1, 721, 1.5, '24'])
    expect((await call('POST', `${base}/${clientId}/secret`, { overlapHours })).status).toBe(400);
});

test('taking scopes away ends what was given', async () => {
  const { clientId, clientSecret } = await make();
  const client = { clientId, secret: clientSecret };
  const tokens = await tokensFor(app, client, admin.cookie, 'openid portal:user:admin');
  await call('PUT', `${base}/${clientId}`, { ...given, scopes: ['openid', 'profile'] });
  const refreshed = await post(app, '/token', client, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
  });
  expect(refreshed.body.error).toBe('invalid_grant');
  expect(
    await withinASecond(
      () => call('GET', '/api/auth/me', undefined, tokens.access_token),
      ({ status }) => status === 401,
    ),
  ).toBe(true);
});

test('the addresses an app needs are those of the discovery document', async () => {
  const { body } = await call('GET', base.replace('oauthClients', 'oauthEndpoints'));
  const found = (await (await fetch(body.discovery)).json()) as Record<string, string>;
  expect(body).toMatchObject({
    issuer: found.issuer,
    authorization: found.authorization_endpoint,
    token: found.token_endpoint,
    userinfo: found.userinfo_endpoint,
    jwks: found.jwks_uri,
    deviceAuthorization: found.device_authorization_endpoint,
    endSession: found.end_session_endpoint,
  });
});

test('users are counted once, however often they signed in to the app', async () => {
  const { clientId, clientSecret } = await make({ ...given, scopes: ['openid', 'portal:powerUser:admin'] });
  const counted = async () => (await call('GET', `${base}/${clientId}/connectedUsers`)).body;
  expect(await counted()).toEqual({ users: 0, more: false });
  const client = { clientId, secret: clientSecret };
  const user = await signIn(app, await makeUser(app, tenant));
  for (const { cookie } of [admin, user, user]) await tokensFor(app, client, cookie, 'openid');
  expect(await counted()).toEqual({ users: 2, more: false });
  const stranger = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
  expect((await call('GET', `${base}/${clientId}/connectedUsers`, undefined, stranger.token)).status).toBe(404);
  // The app itself, for an administrator, may neither see nor manage apps.
  const tokens = await tokensFor(app, client, admin.cookie, 'openid portal:powerUser:admin');
  for (const path of [base, `${base}/${clientId}/connectedUsers`, base.replace('oauthClients', 'oauthEndpoints')])
    expect((await call('GET', path, undefined, tokens.access_token)).status).toBe(403);
});

test('for administrators of the tenant only; others see nothing', async () => {
  const { clientId } = await make();
  const user = await signIn(app, await makeUser(app, tenant));
  const stranger = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
  for (const path of [base, `${base}/${clientId}`]) {
    expect((await call('GET', path, undefined, user.token)).status).toBe(403);
    expect((await call('GET', path, undefined, stranger.token)).status).toBe(404);
  }
  expect((await call('PUT', `${base}/${clientId}`, given, stranger.token)).status).toBe(404);
  expect((await call('DELETE', `${base}/${clientId}`, undefined, stranger.token)).status).toBe(404);
  const elsewhere = base.replace(tenant.tenantId, (await makeTenant(app)).tenantId);
  expect((await call('POST', elsewhere, given)).status).toBe(404);
});

const refused: [string, object][] = [
  ['no redirect address', { redirectUris: [] }],
  ['an unknown scope', { scopes: ['openid', 'portal:operator'] }],
  ['an unknown field', { clientSecret: 'mine' }],
  ['a refresh token from nothing', { grantTypes: ['refresh_token'], redirectUris: [] }],
  ['the password grant', { grantTypes: ['password'] }],
  ['a call-back inside by http', { backchannelLogoutUri: 'http://169.254.169.254/latest' }],
  ['script', { redirectUris: ['javascript:alert(1)'] }],
];
test.each(refused)('refuses %s', async (_, wrong) => {
  expect((await call('POST', base, { ...given, ...wrong })).status).toBe(400);
});

const addresses: [string, 'web' | 'native', boolean][] = [
  ['https://a.example/cb', 'web', true],
  ['https://a.example/cb?x=1', 'web', true],
  ['http://localhost:8080/cb', 'web', true],
  ['http://127.0.0.1/cb', 'native', true],
  ['http://[::1]:9/cb', 'native', true],
  ['com.example.app:/cb', 'native', true],
  ['http://a.example/cb', 'web', false],
  ['http://127.0.0.1.evil.example/cb', 'web', false],
  ['http://127.0.0.1@evil.example/cb', 'web', false],
  ['https://a.example/#x', 'web', false],
  ['https://*.example/cb', 'web', false],
  ['https://a.example\\@evil.example/', 'web', false],
  ['com.example.app:/cb', 'web', false],
  ['app:/cb', 'native', false],
  ['data:text/html,x', 'native', false],
  ['https://a.example/ü', 'web', false],
  ['/cb', 'web', false],
];
test.each(addresses)('%s for %s: %s', (uri, type, allowed) => {
  expect(isRedirectUri(uri, type)).toBe(allowed);
});

test('a tenant has at most 1000', async () => {
  const full = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, full, { roles: ['PowerUser'] }));
  const path = `/api/auth/tenants/${full.tenantId}/oauthClients`;
  const first = await call('POST', path, given, token);
  await app.owner.query(
    `insert into oauth_clients (tenant_id, client_id, name, metadata, created_at, updated_at)
     select tenant_id, tenant_id || '.' || n, name, metadata, created_at, updated_at
     from oauth_clients cross join generate_series(1, 999) n where client_id = $1`,
    [first.body.clientId],
  );
  const refused = await call('POST', path, given, token);
  expect([refused.status, refused.body]).toMatchObject([409, [{ message_id: 'exceeded_apps' }]]);
  expect(refused.body[0].message).toContain('1,000');
  await call('DELETE', `${path}/${first.body.clientId}`, undefined, token);
  expect((await call('POST', path, given, token)).status).toBe(200);
});
