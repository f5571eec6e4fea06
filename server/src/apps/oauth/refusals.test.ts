import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { authorize, codeForm, makeClient, post, PROVIDER_PATH, type TestClient, tokensFor } from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let client: TestClient;
let cookie: string;
const written: Record<string, unknown>[] = [];
beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'info' }, { write: (line) => written.push(JSON.parse(line)) });
  tenant = await makeTenant(app);
  client = await makeClient(app, tenant);
  ({ cookie } = await signIn(app, await makeUser(app, tenant)));
});
afterAll(() => app.close());

/** The refusals an act leaves in the log. */
async function linesOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  written.length = 0;
  await act();
  const lines = () => written.filter(({ msg }) => msg === 'request refused');
  await expect.poll(() => lines().length).toBeGreaterThanOrEqual(1);
  return lines();
}

const openPage = (clientId: string) => async () => {
  const { location } = await authorize(app, clientId, cookie);
  expect(location.searchParams.get('error')).toBe('app_unknown');
};

test('an unknown client, one disabled and one of a suspended tenant are told alike, and apart in the log', async () => {
  const closed = await makeTenant(app);
  const [disabled, suspended] = [await makeClient(app, tenant, { disabled: true }), await makeClient(app, closed)];
  await app.owner.query("update tenants set status = 'suspended' where tenant_id = $1", [closed.tenantId]);
  for (const [clientId, reason] of [
    ['nobody.at-all-known', 'the client is unknown'],
    [disabled.clientId, 'the client is disabled'],
    [suspended.clientId, 'the tenant is suspended'],
  ] as const) {
    const [line] = await linesOf(openPage(clientId));
    const who = { method: 'GET', tenant: null, actor: null, address: '127.0.0.1' };
    expect(line).toMatchObject({ route: `${PROVIDER_PATH}/authorize`, clientId, reason, ...who });
  }
});

test('a wrong redirect address is logged with the id that the page shows', async () => {
  let shown: string | null = null;
  const [line] = await linesOf(async () => {
    const { location } = await authorize(app, client.clientId, cookie, { redirect_uri: 'https://evil.example/' });
    shown = location.searchParams.get('request-id');
  });
  expect(line).toMatchObject({ errorId: 'invalid_redirect_uri', clientId: client.clientId, reqId: shown });
});

test('wrong secrets at every endpoint, and codes and refresh tokens used again', async () => {
  const wrong = { ...client, secret: 'not-the-secret-of-it' };
  for (const endpoint of ['/token', '/introspect', '/revoke']) {
    const form = { token: 'x', grant_type: 'refresh_token', refresh_token: 'x' };
    const [line] = await linesOf(() => post(app, endpoint, wrong, form));
    expect(line).toMatchObject({
      ...{ method: 'POST', route: PROVIDER_PATH + endpoint, errorId: 'invalid_client', address: '127.0.0.1' },
      // An unauthenticated client is not recorded as the caller.
      ...{ clientId: client.clientId, namedTenant: tenant.tenantId, tenant: null, actor: null },
    });
  }
  const form = codeForm(app, client.clientId, await authorize(app, client.clientId, cookie));
  await post(app, '/token', client, form);
  const code = await linesOf(() => post(app, '/token', client, form));
  const { refresh_token } = await tokensFor(app, client, cookie, 'openid');
  const refresh = { grant_type: 'refresh_token', refresh_token };
  // Used again once the successor was used, too.
  const next = (await post(app, '/token', client, refresh)).body;
  await post(app, '/token', client, { ...refresh, refresh_token: next.refresh_token });
  const token = await linesOf(() => post(app, '/token', client, refresh));
  for (const [line] of [code, token]) {
    expect(line).toMatchObject({
      route: `${PROVIDER_PATH}/token`,
      errorId: 'invalid_grant',
      ...{ method: 'POST', tenant: tenant.tenantId, actor: { type: 'client', id: client.clientId } },
    });
    expect(String(line?.reason)).toMatch(/used|consumed/);
  }
  const text = JSON.stringify([code, token]);
  for (const secret of [form.code, form.code_verifier, refresh_token, client.secret]) {
    expect(text).not.toContain(secret);
  }
});

test('a sign-out that must not be followed, and a method that an endpoint has not', async () => {
  const path = `${PROVIDER_PATH}/session/end`;
  const [end] = await linesOf(() => fetch(`${app.url}${path}?client_id=nobody.at-all-known`, { redirect: 'manual' }));
  expect(end).toMatchObject({ method: 'GET', route: path, errorId: 'invalid_client', namedTenant: 'nobody' });
  const [wrong] = await linesOf(() => fetch(`${app.url}${path}`, { method: 'DELETE' }));
  expect(wrong).toMatchObject({ method: 'DELETE', route: path, errorId: 'method_not_allowed', actor: null });
});

const rows = async (clientId: string) =>
  (
    await app.owner.query(
      `select tenant_id, actor_type, actor_id, type, action, error_id, target_id, host(address) address
      from system_operation_log where actor_name = $1 order by at, id`,
      [`client:${clientId}`],
    )
  ).rows;

test('what a client that authenticated is refused stands in the log of its tenant', async () => {
  const own = await makeClient(app, tenant);
  const form = codeForm(app, own.clientId, await authorize(app, own.clientId, cookie));
  await post(app, '/token', own, form);
  await post(app, '/token', own, form);
  const who = { tenant_id: tenant.tenantId, actor_type: 'client', actor_id: own.clientId, target_id: own.clientId };
  const shared = { ...who, type: 'oauthClient.refused', address: '127.0.0.1' };
  const token = { ...shared, action: `POST ${PROVIDER_PATH}/token`, error_id: 'invalid_token' };
  await expect.poll(() => rows(own.clientId)).toEqual([token]);
  const [line] = await linesOf(() => post(app, '/revoke', own, {}));
  expect(line).toMatchObject({ tenant: tenant.tenantId, actor: { type: 'client', id: own.clientId } });
  await post(app, '/introspect', own, {});
  const others = ['revoke', 'introspect'].map((name) => ({
    ...{ ...shared, action: `POST ${PROVIDER_PATH}/${name}`, error_id: 'invalid_request' },
  }));
  expect(await rows(own.clientId)).toEqual([token, ...others]);
});

test('no row tells of a client that did not authenticate, nor of a public one, whose name anybody may use', async () => {
  const own = await makeClient(app, tenant);
  for (const endpoint of ['/token', '/introspect', '/revoke'])
    await post(
      app,
      endpoint,
      { ...own, secret: 'wrong' },
      { token: 'x', grant_type: 'refresh_token', refresh_token: 'x' },
    );
  const open = await makeClient(app, tenant, { tokenEndpointAuthMethod: 'none' });
  const asked = { client_id: open.clientId, token: 'x', grant_type: 'refresh_token', refresh_token: 'x' };
  for (const endpoint of ['/token', '/introspect', '/revoke'])
    await fetch(`${app.url}${PROVIDER_PATH}${endpoint}`, { method: 'POST', body: new URLSearchParams(asked) });
  await fetch(`${app.url}${PROVIDER_PATH}/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: open.clientId }),
  });
  const [refused] = await linesOf(openPage('nobody.at-all-known'));
  expect(refused).toBeDefined();
  expect([await rows(own.clientId), await rows(open.clientId)]).toEqual([[], []]);
});
