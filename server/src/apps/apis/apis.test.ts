import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OauthClientInput } from '#contract/apps/oauth-clients.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import {
  answerConsent,
  authorize,
  claimsOf,
  codeForm,
  makeClient,
  pendingRequest,
  post,
  PROVIDER_PATH,
  type TestClient,
  tokensFor,
  withinASecond,
} from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
let cookie: string;
let admin: { token: string };
let orders: string;
let base: string;

const call = (method: string, path: string, body?: unknown, token = admin.token) =>
  app.call(method, path, { token, body });
const read = { name: 'orders.read', description: 'See your orders' };
const write = { name: 'orders.write', description: 'Change your orders' };
const sync = { name: 'sync', description: 'Copy all orders' };
const given = (more: object = {}) => ({ name: 'Orders', audience: orders, scopes: [read, write, sync], ...more });

/** A client that may read and write orders for users, and copy them as itself. */
const makeApp = (more: Partial<OauthClientInput> & { firstParty?: boolean } = {}) =>
  makeClient(app, tenant, {
    scopes: ['openid', 'profile', 'portal:user:admin'],
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
    apis: [{ audience: orders, scopes: ['orders.read', 'orders.write'], ownScopes: ['sync'] }],
    ...more,
  });
const introspect = async (by: TestClient, token: string) => (await post(app, '/introspect', by, { token })).body;
const asItself = (client: TestClient, form: Record<string, string> = {}) =>
  post(app, '/token', client, { grant_type: 'client_credentials', ...form });

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  user = await makeUser(app, tenant);
  cookie = (await signIn(app, user)).cookie;
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  orders = `api://${tenant.tenantId}/orders`;
  base = `/api/auth/tenants/${tenant.tenantId}/oauthApis`;
  expect((await call('POST', base, given())).status).toBe(200);
});
afterAll(() => app.close());

describe('an API', () => {
  test('is added, shown, changed with what was expected, and deleted, each in the log', async () => {
    const audience = `https://billing.example/${tenant.tenantId}/v1`;
    const made = await call('POST', base, given({ audience, name: 'Billing' }));
    expect(made.body).toMatchObject({ name: 'Billing', audience, checkingApps: [] });
    const { apiId } = made.body;
    expect((await call('GET', base)).body.results).toContainEqual(made.body);
    expect((await call('POST', base, given({ audience }))).body[0].message_id).toBe('duplicated_params_audience');
    const expected = { name: 'Billing', scopes: [read, write, sync], checkingApps: [] };
    const renamed = { name: 'Invoices', scopes: [read], checkingApps: [] };
    expect((await call('PUT', `${base}/${apiId}`, { ...renamed, expected })).body).toMatchObject(renamed);
    expect((await call('PUT', `${base}/${apiId}`, { ...renamed, name: 'Again', expected })).status).toBe(409);
    expect((await call('DELETE', `${base}/${apiId}`)).status).toBe(204);
    expect((await call('DELETE', `${base}/${apiId}`)).status).toBe(404);
    const { rows } = await app.owner.query(
      'select type from system_operation_log where target_id = $1 and status = $2 order by at',
      [apiId, 'success'],
    );
    expect(rows.map(({ type }) => type)).toEqual(['oauthApi.created', 'oauthApi.changed', 'oauthApi.deleted']);
  });

  test.each([
    ['another tenant', () => 'api://another-tenant/orders'],
    ['another tenant that it only begins with', () => `api://${tenant.tenantId}2/orders`],
    ['no tenant', () => 'https://orders.example/'],
    ['its tenant, but not first', () => `https://orders.example/v1/${tenant.tenantId}`],
    ['a path that leads elsewhere', () => `https://orders.example/${tenant.tenantId}/../other`],
    ['this server', () => `${app.url}/${tenant.tenantId}`],
    ['a fragment', () => `api://${tenant.tenantId}/orders#a`],
  ])('is not added with an audience that names %s', async (_, audience) => {
    expect((await call('POST', base, given({ audience: audience() }))).body[0].message_id).toBe('invalid_params');
  });

  test.each(['openid', 'offline_access', 'portal:user:admin', 'portal:x', 'a b', '#', ''])(
    'has no scope named %j',
    async (name) => {
      const audience = `api://${tenant.tenantId}/odd`;
      const answer = await call('POST', base, given({ audience, scopes: [{ ...read, name }] }));
      expect(answer.body[0].message_id).toBe('invalid_params');
    },
  );

  test('is nothing for users, for apps, and for administrators of another tenant', async () => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    const ofApp = await tokensFor(app, await makeClient(app, tenant), cookie, 'openid portal:user:admin');
    const other = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
    const tries = [
      [token, 403],
      [ofApp.access_token, 403],
      [other.token, 404],
    ] as const;
    for (const [by, status] of tries) {
      expect((await call('GET', base, undefined, by)).status).toBe(status);
      expect((await call('POST', base, given({ audience: `${orders}/2` }), by)).status).toBe(status);
    }
  });

  test('is not given to an app that names scopes it does not have, or one that is anybody', async () => {
    const clients = `/api/auth/tenants/${tenant.tenantId}/oauthClients`;
    const client = { name: 'A', redirectUris: ['https://a.example/'] };
    const withApis = (api: object) => call('POST', clients, { ...client, apis: [{ audience: orders, ...api }] });
    expect((await withApis({ scopes: ['orders.read'] })).status).toBe(200);
    for (const api of [
      { scopes: ['orders.delete'] },
      { audience: `${orders}/x`, scopes: ['orders.read'] },
      { ownScopes: ['sync'] },
    ])
      expect((await withApis(api)).body[0].message_id).toBe('invalid_params');
    const open = {
      ...client,
      tokenEndpointAuthMethod: 'none',
      grantTypes: ['authorization_code', 'client_credentials'],
    };
    expect((await call('POST', clients, open)).body[0].message_id).toBe('invalid_params');
  });
});

describe('an access token of a user', () => {
  test('is for the API that the app names or whose scope it asks for, and a standard API verifies it', async () => {
    const client = await makeApp();
    const keys = (await (await fetch(`${app.url}${PROVIDER_PATH}/jwks`)).json()) as JSONWebKeySet;
    for (const more of [{}, { resource: orders }]) {
      const { access_token: token, scope } = await tokensFor(
        app,
        client,
        cookie,
        'openid orders.read sync other',
        more as Record<string, string>,
      );
      const options = { issuer: app.url, audience: orders, typ: 'at+jwt', algorithms: ['ES256'] };
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys), options);
      expect(payload).toMatchObject({ sub: user.uuid, client_id: client.clientId, tenantId: tenant.tenantId });
      // What the app may as itself it has for nobody, and what it may not, not at all.
      expect([payload.scope, scope]).toEqual(['orders.read', 'orders.read']);
      // It opens nothing at Portico.
      expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(401);
      expect((await app.call('GET', `${PROVIDER_PATH}/userinfo`, { token })).status).toBe(401);
    }
  });

  test('is refused for an API that is not the app’s, or that names two', async () => {
    const without = await makeClient(app, tenant);
    const refused = await authorize(app, without.clientId, cookie, { scope: 'openid orders.read', resource: orders });
    expect(refused.location.searchParams.get('error')).toBe('invalid_target');
    const second = `api://${tenant.tenantId}/second`;
    await call('POST', base, given({ audience: second, scopes: [read] }));
    const apis = [orders, second].map((audience) => ({ audience, scopes: ['orders.read'], ownScopes: [] }));
    const both = await makeApp({ apis });
    const ask = (more: Record<string, string>) =>
      authorize(app, both.clientId, cookie, { scope: 'openid orders.read', ...more });
    expect((await ask({})).location.searchParams.get('error')).toBe('invalid_target');
    expect((await ask({ resource: second })).code).not.toBeNull();
    // Nobody would be asked whether it may.
    expect((await ask({ resource: second, scope: 'openid' })).location.searchParams.get('error')).toBe('invalid_scope');
    const alone = await makeApp({ apis: [{ audience: orders, scopes: [], ownScopes: ['sync'] }] });
    const ofUser = await authorize(app, alone.clientId, cookie, { scope: 'openid sync', resource: orders });
    expect(ofUser.location.searchParams.get('error')).toBe('invalid_scope');
  });

  test('needs the user’s consent for that API, in the words of its administrators', async () => {
    const { cookie: own, token } = await signIn(app, await makeUser(app, tenant));
    const third = await makeApp({ firstParty: false });
    const ask = (scope: string) => authorize(app, third.clientId, own, { scope });
    const { location } = await ask('openid orders.read');
    const query = pendingRequest(location).split('?')[1];
    const shown = await app.call('POST', `${PROVIDER_PATH}/consent/request`, { token, body: { query } });
    expect(shown.body).toMatchObject({ scopes: ['openid'], api: { name: 'Orders', scopes: ['See your orders'] } });
    expect((await answerConsent(app, own, location)).searchParams.get('code')).not.toBeNull();
    expect((await ask('openid orders.read')).code).not.toBeNull();
    expect((await ask('openid orders.read orders.write')).location.pathname).toBe('/consent.html');
    const apps = await app.call('GET', '/api/auth/me/connectedApps', { token });
    expect(apps.body.results).toMatchObject([
      { clientId: third.clientId, scopes: ['openid'], apis: [{ name: 'Orders', scopes: ['See your orders'] }] },
    ]);
  });

  test('is for scopes of any name, and empty is no API', async () => {
    const audience = `api://${tenant.tenantId}/names`;
    const names = ['constructor', 'my-portal:read'];
    const scopes = names.map((name) => ({ name, description: `Use ${name}` }));
    expect((await call('POST', base, given({ audience, name: 'Names', scopes }))).status).toBe(200);
    const client = await makeApp({ firstParty: false, apis: [{ audience, scopes: names, ownScopes: [] }] });
    for (const scope of names) {
      const { access_token } = await tokensFor(app, client, cookie, `openid ${scope}`, { resource: '' });
      expect(claimsOf(access_token)).toMatchObject({ aud: audience, scope });
      expect(await introspect(client, access_token)).toMatchObject({ active: true, scope });
    }
  });

  test('of one API is no consent for another that has a scope of the same name', async () => {
    const { cookie: own } = await signIn(app, await makeUser(app, tenant));
    const twin = `api://${tenant.tenantId}/twin`;
    await call('POST', base, given({ audience: twin, scopes: [read] }));
    const apis = [orders, twin].map((audience) => ({ audience, scopes: ['orders.read'], ownScopes: [] }));
    const third = await makeApp({ apis, firstParty: false });
    const ask = (resource: string) => authorize(app, third.clientId, own, { scope: 'openid orders.read', resource });
    await answerConsent(app, own, (await ask(orders)).location);
    expect((await ask(orders)).code).not.toBeNull();
    expect((await ask(twin)).location.pathname).toBe('/consent.html');
  });

  test('ends on introspection when the API loses the scope, which the app loses too', async () => {
    const audience = `api://${tenant.tenantId}/short-lived`;
    const { apiId, name, scopes } = (await call('POST', base, given({ audience }))).body;
    const client = await makeApp({ apis: [{ audience, scopes: ['orders.read'], ownScopes: ['sync'] }] });
    const tokens = await tokensFor(app, client, cookie, 'openid orders.read');
    const own = (await asItself(client)).body.access_token;
    const active = async () => [
      (await introspect(client, tokens.access_token)).active,
      (await introspect(client, own)).active,
    ];
    expect(await active()).toEqual([true, true]);
    const expected = { name, scopes, checkingApps: [] };
    await call('PUT', `${base}/${apiId}`, { name, scopes: [write], checkingApps: [], expected });
    expect(await withinASecond(active, ([one, two]) => one === false && two === false)).toBe(true);
    const refreshed = await post(app, '/token', client, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    expect(refreshed.status).toBe(400);
    const shown = await call('GET', `/api/auth/tenants/${tenant.tenantId}/oauthClients/${client.clientId}`);
    expect(shown.body.apis).toEqual([]);
  });
});

describe('an app as itself', () => {
  test('gets a token for its own scopes of an API, and no other', async () => {
    const client = await makeApp();
    for (const form of [{}, { scope: 'sync' }, { resource: orders }]) {
      const { status, body } = await asItself(client, form as Record<string, string>);
      expect([status, body.scope, body.refresh_token, body.id_token]).toEqual([200, 'sync', undefined, undefined]);
      const claims = claimsOf(body.access_token);
      expect(claims).toMatchObject({ aud: orders, sub: client.clientId, client_id: client.clientId });
      expect(claims).toMatchObject({ scope: 'sync', tenantId: tenant.tenantId });
      expect((await app.call('GET', '/api/auth/me', { token: body.access_token })).status).toBe(401);
      expect(await introspect(client, body.access_token)).toMatchObject({
        active: true,
        sub: client.clientId,
        scope: 'sync',
      });
    }
  });

  test.each([
    ['what it may only for users', { scope: 'orders.read' }, 'invalid_target'],
    ['that of the API it names', { scope: 'orders.read', resource: 'orders' }, 'invalid_scope'],
    ['a user’s data', { scope: 'openid' }, 'invalid_target'],
    ['Portico’s API', { scope: 'portal:user:admin' }, 'invalid_target'],
    ['Portico’s API by name', { resource: 'ours' }, 'invalid_target'],
    ['another API', { resource: 'api://elsewhere/x' }, 'invalid_target'],
  ])('is refused %s', async (_, { resource, ...form }: Record<string, string>, error) => {
    const named = { orders, ours: `${app.url}/api` }[resource ?? ''] ?? resource;
    const answer = await asItself(await makeApp(), { ...form, ...(named && { resource: named }) });
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  test('needs the grant type and its secret', async () => {
    const apis = [{ audience: orders, scopes: ['orders.read'], ownScopes: [] }];
    const without = await makeClient(app, tenant, { apis });
    expect((await asItself(without)).status).toBe(400);
    expect((await asItself({ ...(await makeApp()), secret: 'wrong' })).status).toBe(401);
  });

  test('is told as inactive once it is off, and its own revocation is refused rather than feigned', async () => {
    const client = await makeApp();
    const checker = await makeClient(app, tenant);
    const { apiId, name, scopes } = await addChecked([checker.clientId]);
    const { access_token: token } = (await asItself(client)).body;
    expect((await post(app, '/revoke', client, { token })).body.error).toBe('unsupported_token_type');
    expect((await post(app, '/revoke', checker, { token })).status).toBe(200);
    const ask = async () => (await introspect(checker, token)).active;
    expect(await withinASecond(ask, (active) => active === true)).toBe(true);
    await app.owner.query('update oauth_clients set disabled_at = now() where client_id = $1', [client.clientId]);
    expect(await withinASecond(ask, (active) => active === false)).toBe(true);
    const expected = { name, scopes, checkingApps: [checker.clientId] };
    await call('PUT', `${base}/${apiId}`, { name, scopes, checkingApps: [], expected });
  });
});

/** The API of orders with apps that may check its tokens. */
async function addChecked(checkingApps: string[]) {
  const { results } = (await call('GET', base)).body;
  const { apiId, name, scopes } = results.find((api: { audience: string }) => api.audience === orders);
  const answer = await call('PUT', `${base}/${apiId}`, { name, scopes, checkingApps });
  expect(answer.status).toBe(200);
  return { apiId, name, scopes };
}

test('an app checks tokens for an audience that is its own, never others, nor refresh tokens', async () => {
  const client = await makeApp();
  const api = await makeClient(app, tenant);
  const bystander = await makeClient(app, tenant);
  const foreign = await makeClient(app, await makeTenant(app));
  const tokens = await tokensFor(app, client, cookie, 'openid orders.read');
  const own = (await asItself(client)).body.access_token;
  const opaque = await tokensFor(app, client, cookie, 'openid');
  const ours = await tokensFor(app, client, cookie, 'openid portal:user:admin');
  for (const token of [tokens.access_token, own]) expect(await introspect(api, token)).toEqual({ active: false });
  await addChecked([api.clientId]);
  const told = async () => (await introspect(api, tokens.access_token)).active === true;
  expect(await withinASecond(told, Boolean)).toBe(true);
  const audience = { active: true, aud: orders, tenantId: tenant.tenantId };
  expect(await introspect(api, tokens.access_token)).toMatchObject({
    ...audience,
    sub: user.uuid,
    scope: 'orders.read',
  });
  expect(await introspect(api, own)).toMatchObject({ ...audience, sub: client.clientId, scope: 'sync' });
  for (const token of [tokens.refresh_token, opaque.access_token, ours.access_token])
    expect(await introspect(api, token)).toEqual({ active: false });
  for (const by of [bystander, foreign])
    for (const token of [tokens.access_token, own]) expect(await introspect(by, token)).toEqual({ active: false });
  // Revoked by the app that has it, it ends for the API too.
  expect((await post(app, '/revoke', client, { token: tokens.access_token })).status).toBe(200);
  expect(await withinASecond(told, (active) => !active)).toBe(true);
  for (const checkingApps of [
    [foreign.clientId],
    [(await makeClient(app, tenant, { tokenEndpointAuthMethod: 'none' })).clientId],
  ]) {
    const { results } = (await call('GET', base)).body;
    const { apiId, name, scopes } = results.find((one: { audience: string }) => one.audience === orders);
    const answer = await call('PUT', `${base}/${apiId}`, { name, scopes, checkingApps });
    expect(answer.body[0].message_id).toBe('invalid_params');
  }
});

test('a code is exchanged for the API that was named, and for no other', async () => {
  const client = await makeApp();
  const authorization = await authorize(app, client.clientId, cookie, {
    scope: 'openid orders.read',
    resource: orders,
  });
  const form = { ...codeForm(app, client.clientId, authorization), resource: `${app.url}/api` };
  expect((await post(app, '/token', client, form)).body.error).toBe('invalid_target');
});
