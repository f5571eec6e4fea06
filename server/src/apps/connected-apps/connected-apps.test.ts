import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { authorize, makeClient, PROVIDER_PATH, post, type TestClient, tokensFor, withinASecond } from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['User', 'PowerUser'] }));
});
afterAll(() => app.close());

const mine = '/api/auth/me/connectedApps';
const list = async (token: string, path = mine) => (await app.call('GET', path, { token })).body;
const end = (token: string, clientId: string, path = mine) => app.call('DELETE', `${path}/${clientId}`, { token });
const ofUser = (user: TestUser) => `/api/auth/tenants/${user.tenantId}/users/${user.userId}/connectedApps`;
const thirdParty = (name: string) =>
  makeClient(app, tenant, { name, firstParty: false, homepageUri: 'https://print.example/' });
const person = async () => {
  const user = await makeUser(app, tenant);
  return { user, ...(await signIn(app, user)) };
};
const SCOPE = 'openid offline_access portal:user:admin';
const offline = (client: TestClient, cookie: string) => tokensFor(app, client, cookie, SCOPE, { prompt: 'consent' });
const dies = (token: string) =>
  withinASecond(
    () => app.call('GET', '/api/auth/me', { token }),
    ({ status }) => status === 401,
  );

describe('the connected applications', () => {
  test('are those with consent and those that hold a grant, with what they may do', async () => {
    const { cookie, token } = await person();
    const [print, own] = [await thirdParty('Print Flow'), await makeClient(app, tenant, { name: 'Archive' })];
    await makeClient(app, tenant, { name: 'Never used', firstParty: false });
    expect(await list(token)).toMatchObject({ results: [], totalResults: 0 });
    const before = app.tools.clock().getTime() - 1000;
    await offline(print, cookie);
    await tokensFor(app, own, cookie, 'openid email');
    const { results } = await list(token);
    expect(results).toMatchObject([
      { name: 'Archive', clientId: own.clientId, firstParty: true, homepage: null, offline: false },
      { name: 'Print Flow', clientId: print.clientId, firstParty: false, homepage: 'print.example', offline: true },
    ]);
    expect(results.map(({ scopes }: { scopes: string[] }) => scopes)).toEqual([
      ['email', 'openid'],
      ['offline_access', 'openid', 'portal:user:admin'],
    ]);
    for (const { since, lastUsedAt } of results) {
      expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(before);
    }
  });

  test('stay remembered after signing out, but hold nothing that is bound to the session', async () => {
    const { user, cookie } = await person();
    const print = await thirdParty('Print Flow');
    await tokensFor(app, print, cookie, 'openid');
    await app.call('POST', '/api/auth/logout', { cookie });
    const again = await signIn(app, user);
    expect((await list(again.token)).results).toMatchObject([{ clientId: print.clientId, offline: false }]);
  });

  test('end with their tokens within a second, and ask again', async () => {
    const { user, cookie, token } = await person();
    const [print, other] = [await thirdParty('Print Flow'), await thirdParty('Archive')];
    const [held, kept] = [await offline(print, cookie), await offline(other, cookie)];
    expect((await app.call('GET', '/api/auth/me', { token: held.access_token })).status).toBe(200);
    expect((await end(token, print.clientId)).status).toBe(204);
    expect(await dies(held.access_token)).toBe(true);
    const refreshed = await post(app, '/token', print, {
      grant_type: 'refresh_token',
      refresh_token: held.refresh_token,
    });
    expect(refreshed.body.error).toBe('invalid_grant');
    expect((await authorize(app, print.clientId, cookie)).location.pathname).toBe('/consent.html');
    expect((await list(token)).results).toMatchObject([{ clientId: other.clientId }]);
    expect((await app.call('GET', '/api/auth/me', { token: kept.access_token })).status).toBe(200);
    expect((await end(token, print.clientId)).status).toBe(404);
    const { rows } = await app.owner.query(
      `select target_id, changes from system_operation_log where operator_uuid = $1 and target_type = 'connectedApp'`,
      [user.uuid],
    );
    expect(rows).toEqual([{ target_id: print.clientId, changes: { name: { before: 'Print Flow' } } }]);
  });

  test('leave nothing behind when they end while the app is asking for a code', async () => {
    const { user, cookie, token } = await person();
    const print = await thirdParty('Print Flow');
    const rounds: unknown[] = [];
    for (let round = 0; round < 15; round += 1) {
      await tokensFor(app, print, cookie, 'openid');
      const asking = [1, 2, 3].map(() => authorize(app, print.clientId, cookie));
      const [ended, ...answers] = await Promise.all([end(token, print.clientId), ...asking]);
      const { rows } = await app.owner.query(
        'select model from oauth_artifacts where user_uuid = $1 and client_id = $2',
        [user.uuid, print.clientId],
      );
      rounds.push({ ended: ended.status, left: rows, apps: (await list(token)).totalResults });
      // The earlier requests got a code, which is now invalid; the later ones are asked for consent or refused.
      for (const { code, location } of answers)
        if (!code) expect(location.href).toMatch(/consent\.html|error=access_denied/);
    }
    expect(rounds).toEqual(Array(15).fill({ ended: 204, left: [], apps: 0 }));
  });

  test('are the portal’s to show and to end', async () => {
    const { cookie, token } = await person();
    const print = await thirdParty('Print Flow');
    const { access_token } = await offline(print, cookie);
    expect((await app.call('GET', mine, { token: access_token })).status).toBe(403);
    expect((await end(access_token, print.clientId)).status).toBe(403);
    expect((await list(token)).totalResults).toBe(1);
  });
});

describe('those of a user', () => {
  test('are seen and ended by an administrator', async () => {
    const { user, cookie, token } = await person();
    const print = await thirdParty('Print Flow');
    const held = await offline(print, cookie);
    expect((await list(admin.token, ofUser(user))).results).toEqual((await list(token)).results);
    expect((await end(admin.token, print.clientId, ofUser(user))).status).toBe(204);
    expect(await dies(held.access_token)).toBe(true);
    expect((await list(token)).totalResults).toBe(0);
    const opaque = await tokensFor(app, print, cookie, 'openid profile');
    const userinfo = () =>
      app.call('GET', `${PROVIDER_PATH}/userinfo`, { headers: { authorization: `Bearer ${opaque.access_token}` } });
    expect((await userinfo()).status).toBe(200);
    await end(admin.token, print.clientId, ofUser(user));
    expect((await userinfo()).status).toBe(401);
  });

  test('are nothing to others: users, applications, administrators of another tenant', async () => {
    const { user, cookie, token } = await person();
    const print = await thirdParty('Print Flow');
    await offline(print, cookie);
    const elsewhere = await makeTenant(app);
    const stranger = await signIn(app, await makeUser(app, elsewhere, { roles: ['PowerUser'] }));
    const app2 = await tokensFor(app, await makeClient(app, tenant), admin.cookie, 'portal:powerUser:admin');
    for (const [who, status] of [
      [token, 403],
      [stranger.token, 404],
    ] as const) {
      expect((await app.call('GET', ofUser(user), { token: who })).status).toBe(status);
      expect((await end(who, print.clientId, ofUser(user))).status).toBe(status);
    }
    expect((await end(app2.access_token, print.clientId, ofUser(user))).status).toBe(403);
    expect((await end(stranger.token, print.clientId)).status).toBe(404);
    expect((await list(token)).totalResults).toBe(1);
  });
});

test('a client or a user that is deleted leaves no consent behind', async () => {
  const { user, cookie, token } = await person();
  const print = await thirdParty('Print Flow');
  const archive = await thirdParty('Archive');
  await offline(print, cookie);
  await offline(archive, cookie);
  const path = `/api/auth/tenants/${tenant.tenantId}`;
  const gone = await app.call('DELETE', `${path}/oauthClients/${print.clientId}`, { token: admin.token });
  expect(gone.status).toBe(204);
  expect((await list(token)).results).toMatchObject([{ clientId: archive.clientId }]);
  expect((await app.call('DELETE', `${path}/users/${user.userId}`, { token: admin.token })).status).toBeLessThan(300);
  const { rows } = await app.owner.query('select 1 from oauth_consents where user_uuid = $1', [user.uuid]);
  expect(rows).toEqual([]);
});

/** Result of an act on a locked user, when `change` was made to the user before the act could continue. */
async function changedMeanwhile<T>({ uuid }: TestUser, act: () => Promise<T>, change: string): Promise<T> {
  const other = await app.owner.connect();
  try {
    await other.query('begin');
    await other.query('select from users where uuid = $1 for update', [uuid]);
    const acting = act();
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await app.owner.query(waiting)).rowCount, patiently).toBe(1);
    await other.query(change, [uuid]);
    await other.query('commit');
    return await acting;
  } finally {
    other.release(true);
  }
}

describe('a user is deleted all the same while', () => {
  const deletion = 'delete from users where uuid = $1';

  test('an app that may go on asks for a code', async () => {
    const { user, cookie } = await person();
    const print = await thirdParty('Print Flow');
    await tokensFor(app, print, cookie, 'openid');
    const { location } = await changedMeanwhile(user, () => authorize(app, print.clientId, cookie), deletion);
    expect(location.searchParams.get('error')).toBe('access_denied');
  });

  test('a device is let in again', async () => {
    const { user, token } = await person();
    const grantTypes = ['urn:ietf:params:oauth:grant-type:device_code' as const];
    const panel = await makeClient(app, tenant, { grantTypes, tokenEndpointAuthMethod: 'none' });
    const letIn = async () => {
      const { body } = await post(app, '/device/authorization', panel, { scope: 'openid' });
      const answer = { userCode: body.user_code, accept: true };
      return app.call('POST', `${PROVIDER_PATH}/device/complete`, { token, body: answer });
    };
    expect((await letIn()).status).toBe(204);
    const { status, body } = await changedMeanwhile(user, letIn, deletion);
    expect([status, body[0].message_id]).toEqual([409, 'conflict']);
  });
});

test('a code is for what is still allowed when it is written', async () => {
  const { user, cookie } = await person();
  const print = await thirdParty('Print Flow');
  const scope = 'openid email';
  await tokensFor(app, print, cookie, scope);
  const ask = () => authorize(app, print.clientId, cookie, { scope });
  const narrowing = `update oauth_consents set scopes = '{openid}' where user_uuid = $1`;
  const { location } = await changedMeanwhile(user, ask, narrowing);
  expect(location.searchParams.get('error')).toBe('access_denied');
});
