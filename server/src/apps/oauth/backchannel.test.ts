import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createOperatorToken } from '../../operator/operator-tokens/operator-tokens.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import {
  makeTenant,
  makeUser,
  PASSWORD,
  type SignedIn,
  signIn,
  type TestTenant,
  type TestUser,
} from '#test/factories.ts';
import { authorize, claimsOf, makeClient, PROVIDER_PATH, type TestClient, tokensFor } from '#test/oauth.ts';
import { type RelyingParty, startRelyingParty } from '#test/relying-party.ts';
import { operatorScopes } from '#contract/principals.ts';
import { operatorAct } from '#test/operator-act.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
let operator: string;
let party: RelyingParty;
beforeAll(async () => {
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.0/8' });
  await app.startWorker();
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  const act = operatorAct(app.tools.clock());
  operator = (await createOperatorToken(app.tools, act, { name: 'tests', days: 1, scopes: [...operatorScopes] })).token;
  party = await startRelyingParty(app.url);
});
afterEach(() => {
  party.answers = 200;
});
afterAll(async () => {
  await party.close();
  await app.close();
});

interface Pair {
  user: TestUser;
  browser: SignedIn;
  plain: { client: TestClient; sid: string; idToken: string };
  offline: { client: TestClient; sid: string };
}

/** A user whose browser is signed in to two clients, one of which may continue without the session. */
async function signedInTo(of: TestTenant, given: Parameters<typeof makeUser>[2] = {}): Promise<Pair> {
  const user = await makeUser(app, of, given);
  const browser = await signIn(app, user);
  const make = () => makeClient(app, of, { backchannelLogoutUri: party.address });
  const [plain, offline] = [await make(), await make()];
  const first = await tokensFor(app, plain, browser.cookie, 'openid');
  const second = await tokensFor(app, offline, browser.cookie, 'openid offline_access');
  const sidOf = (token: string) => String(claimsOf(token).sid);
  expect(sidOf(second.id_token)).toBe(sidOf(first.id_token));
  return {
    user,
    browser,
    plain: { client: plain, sid: sidOf(first.id_token), idToken: first.id_token },
    offline: { client: offline, sid: sidOf(second.id_token) },
  };
}

const heardBy = ({ clientId }: TestClient) => party.heard.filter(({ aud }) => aud === clientId);

async function expectBothTold({ user, plain, offline }: Pair): Promise<void> {
  for (const { client, sid } of [plain, offline]) {
    await expect
      .poll(() => heardBy(client).map((heard) => [heard.sub, heard.sid]), patiently)
      .toEqual([[user.uuid, sid]]);
  }
  expect(await stateOf(plain.client)).toEqual(['delivered']);
}

async function stateOf(client: TestClient): Promise<string[]> {
  await expect.poll(async () => (await rowsOf(client)).some(({ state }) => state === 'sending'), patiently).toBe(false);
  return (await rowsOf(client)).map(({ state }) => state as string);
}
const rowsOf = async (client: TestClient) =>
  (await app.owner.query('select * from deliveries where target = $1 order by created_at', [client.clientId])).rows;

const asAdmin = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: admin.token, body });
const done = (answer: { status: number }) => expect(answer.status).toBeLessThan(300);

/** All ways in which a session ends. */
const ends: [string, (pair: Pair) => Promise<unknown>][] = [
  [
    'the person signs out',
    async ({ browser }) => done(await app.call('POST', '/api/auth/logout', { cookie: browser.cookie })),
  ],
  [
    'an application signs the person out',
    async ({ browser, plain }) => {
      const path = `${PROVIDER_PATH}/session/end?${new URLSearchParams({ id_token_hint: plain.idToken })}`;
      expect((await app.call('GET', path, { cookie: browser.cookie })).status).toBe(303);
    },
  ],
  [
    'the person ends it from another browser',
    async ({ user, plain }) => {
      const other = await signIn(app, user);
      done(await app.call('DELETE', `/api/auth/me/sessions/${plain.sid}`, { token: other.token }));
    },
  ],
  [
    'the person signs out everywhere else',
    async ({ user }) =>
      done(await app.call('DELETE', '/api/auth/me/sessions', { token: (await signIn(app, user)).token })),
  ],
  [
    'the password is changed elsewhere',
    async ({ user }) => {
      const body = { currentPassword: PASSWORD, newPassword: 'orchid 81 gravel meadow' };
      done(await app.call('PUT', '/api/auth/me/password', { token: (await signIn(app, user)).token, body }));
    },
  ],
  [
    'an administrator signs the user out',
    async ({ user }) => done(await asAdmin('POST', `/users/${user.userId}/signOut`)),
  ],
  [
    'an administrator asks for a new password',
    async ({ user }) => done(await asAdmin('POST', `/users/${user.userId}/requireNewPassword`)),
  ],
  ['an administrator resets MFA', async ({ user }) => done(await asAdmin('POST', `/users/${user.userId}/resetMfa`))],
  ['the user is deactivated', async ({ user }) => done(await asAdmin('POST', `/users/${user.userId}/deactivate`))],
  ['the user is deleted', async ({ user }) => done(await asAdmin('DELETE', `/users/${user.userId}`))],
  [
    'the operator resets the password',
    async ({ user }) =>
      done(
        await app.call('POST', `/api/operator/tenants/${user.tenantId}/users/${user.userId}/resetPassword`, {
          token: operator,
          body: { reason: 'a test asks for it' },
        }),
      ),
  ],
  [
    'another user signs in with the same browser',
    async ({ browser }) => {
      const other = await makeUser(app, tenant);
      const body = { type: 'userId', tenantId: tenant.tenantId, credentials: other.userId, password: PASSWORD };
      done(await app.call('POST', '/api/auth/login/user', { body, cookie: browser.cookie }));
    },
  ],
];
test.each(ends)('both clients are told when %s', async (_, end) => {
  const pair = await signedInTo(tenant);
  await end(pair);
  await expectBothTold(pair);
});

test('both clients are told when the tenant is suspended', async () => {
  const own = await makeTenant(app);
  const pair = await signedInTo(own);
  done(await app.call('POST', `/api/operator/tenants/${own.tenantId}/suspend`, { token: operator, body: {} }));
  await expectBothTold(pair);
});

test.each([
  ['was idle too long', 11 * 60_000, 10, 1440],
  ['lived as long as it may', 31 * 60_000, 60, 30],
])('both clients are told when the session %s', async (_, wait, idleMinutes, absoluteMinutes) => {
  const own = await makeTenant(app, { securityPolicy: { sessionPolicy: { idleMinutes, absoluteMinutes } } });
  const pair = await signedInTo(own);
  const still = await signedInTo(tenant);
  app.advance(wait);
  await app.tools.jobs.wake('session-expiry');
  await expectBothTold(pair);
  expect(heardBy(still.plain.client)).toEqual([]);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
});

test('only the clients of the session that ended are told, once each, and a grant that was revoked changes nothing', async () => {
  const pair = await signedInTo(tenant);
  const other = await makeClient(app, tenant, { backchannelLogoutUri: party.address });
  await tokensFor(app, other, (await signIn(app, pair.user)).cookie, 'openid');
  await tokensFor(app, pair.plain.client, pair.browser.cookie, 'openid');
  await app.owner.query('delete from oauth_artifacts where user_uuid = $1', [pair.user.uuid]);
  await app.call('POST', '/api/auth/logout', { cookie: pair.browser.cookie });
  await app.call('POST', '/api/auth/logout', { cookie: pair.browser.cookie });
  await expectBothTold(pair);
  expect(heardBy(other)).toEqual([]);
});

test('clients without a back-channel address, and without openid, leave no delivery', async () => {
  const { cookie } = await signIn(app, await makeUser(app, tenant));
  const silent = await makeClient(app, tenant);
  const noIdToken = await makeClient(app, tenant, { backchannelLogoutUri: party.address });
  await tokensFor(app, silent, cookie, 'openid');
  await authorize(app, noIdToken.clientId, cookie, { scope: 'portal:user:admin' });
  await app.call('POST', '/api/auth/logout', { cookie });
  expect([await rowsOf(silent), await rowsOf(noIdToken)]).toEqual([[], []]);
});

test('the logout is part of the change that ends the session: one that is undone tells nobody', async () => {
  const pair = await signedInTo(tenant);
  const undone = app.tools.db.inTenant(tenant.tenantId, async (tx) => {
    await tx.updateTable('sessions').set({ ended_at: new Date() }).where('session_id', '=', pair.plain.sid).execute();
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await rowsOf(pair.plain.client)).toEqual([]);
  await app.call('POST', '/api/auth/logout', { cookie: pair.browser.cookie });
  await expectBothTold(pair);
});

describe('a relying party that does not take it', () => {
  const listOf = async (client: TestClient) =>
    (await asAdmin('GET', `/oauthClients/${client.clientId}/logoutDeliveries`)).body.results;
  const later = async (millis: number) => {
    app.advance(millis);
    admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  };

  test('is told again when it is back, in time that is fresh, and until then the administrator sees why', async () => {
    const down = await startRelyingParty(app.url);
    await down.close();
    const client = await makeClient(app, tenant, { backchannelLogoutUri: down.address });
    const { cookie } = await signIn(app, await makeUser(app, tenant));
    await tokensFor(app, client, cookie, 'openid offline_access');
    await app.call('POST', '/api/auth/logout', { cookie });
    await expect
      .poll(() => listOf(client), patiently)
      .toMatchObject([{ state: 'waiting', failure: 'connection', tries: 1 }]);
    const back = await startRelyingParty(app.url, Number(new URL(down.address).port));
    await later(10 * 60_000);
    await expect.poll(() => back.heard.length, patiently).toBe(1);
    expect(back.heard[0]?.iat).toBeGreaterThan(app.tools.clock().getTime() / 1000 - 120);
    await expect.poll(() => listOf(client), patiently).toEqual([]);
    await back.close();
  });

  test('and says 400 is not told again, unless the administrator sends it again', async () => {
    party.answers = 400;
    const pair = await signedInTo(tenant);
    await app.call('POST', '/api/auth/logout', { cookie: pair.browser.cookie });
    const { client } = pair.plain;
    await expect
      .poll(() => listOf(client), patiently)
      .toMatchObject([{ state: 'dead', failure: 'http400', nextAt: null }]);
    party.answers = 204;
    const heard = heardBy(client).length;
    const [{ deliveryId }] = await listOf(client);
    const path = `/oauthClients/${client.clientId}/logoutDeliveries/${deliveryId}/retry`;
    const other = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
    const foreign = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}${path}`, { token: other.token });
    expect(foreign.status).toBe(404);
    expect((await asAdmin('POST', path)).status).toBe(204);
    await expect.poll(() => heardBy(client).length, patiently).toBe(heard + 1);
    await expect.poll(() => listOf(client), patiently).toEqual([]);
    expect((await asAdmin('POST', path)).status).toBe(404);
  });

  test('but hangs, or answers 100 MB, keeps nobody else waiting', async () => {
    party.answers = 'never';
    const hanging = await signedInTo(tenant);
    await app.call('POST', '/api/auth/logout', { cookie: hanging.browser.cookie });
    const { client } = hanging.plain;
    await expect.poll(() => listOf(client), patiently).toMatchObject([{ state: 'waiting', failure: 'timeout' }]);
    party.answers = 'much';
    const before = process.memoryUsage().rss;
    const much = await signedInTo(tenant);
    await app.call('POST', '/api/auth/logout', { cookie: much.browser.cookie });
    expect(await expectDelivered(much.plain.client)).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
  });
  const expectDelivered = async (client: TestClient) => {
    await expect.poll(() => rowsOf(client), patiently).toMatchObject([{ state: 'delivered' }]);
    return true;
  };

  test('is given up after a day', async () => {
    party.answers = 503;
    const pair = await signedInTo(tenant);
    await app.call('POST', '/api/auth/logout', { cookie: pair.browser.cookie });
    await expect
      .poll(() => listOf(pair.plain.client), patiently)
      .toMatchObject([{ state: 'waiting', failure: 'http503' }]);
    await later(25 * 3_600_000);
    await expect
      .poll(() => listOf(pair.plain.client), patiently)
      .toMatchObject([{ state: 'dead', failure: 'http503' }]);
    // Administrators see it in the operation log: once a day, however many could not be delivered.
    const reported = async () =>
      (
        await asAdmin('POST', '/operations/search/logs/systemOperation', {
          condition: { targetType: 'oauthClient', status: 'error' },
        })
      ).body.results.filter(({ targetId }: { targetId: string }) => targetId === pair.plain.client.clientId);
    const row = {
      ...{ operation: 'update', errorId: 'logout_not_delivered', operatorUserId: 'system', operatorUuid: null },
      changes: { logoutDelivery: { after: 'HTTP 503' } },
    };
    await expect.poll(reported, patiently).toMatchObject([row]);
    const { cookie } = await signIn(app, pair.user);
    await tokensFor(app, pair.plain.client, cookie, 'openid');
    await app.call('POST', '/api/auth/logout', { cookie });
    party.answers = 400;
    await expect
      .poll(async () => (await listOf(pair.plain.client)).map(({ state }: { state: string }) => state), patiently)
      .toEqual(['dead', 'dead']);
    expect(await reported()).toMatchObject([row]);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toMatch(/portico_deliveries\{kind="backchannelLogout",state="dead"\} [1-9]/);
  });

  test('and leads inside by its name is never called', async () => {
    const client = await makeClient(app, tenant, { backchannelLogoutUri: 'https://localhost.localdomain:1/x' });
    const { cookie } = await signIn(app, await makeUser(app, tenant));
    await tokensFor(app, client, cookie, 'openid');
    await app.owner.query(
      `update oauth_clients set metadata = metadata || '{"backchannel_logout_uri": "https://localhost:1/x"}' where client_id = $1`,
      [client.clientId],
    );
    await app.call('POST', '/api/auth/logout', { cookie });
    await expect.poll(() => listOf(client), patiently).toMatchObject([{ failure: 'addressNotAllowed' }]);
  });
});

test('an address of special use is refused when it is registered, in every spelling', async () => {
  const given = { name: 'Inside', redirectUris: ['https://a.example/cb'], scopes: ['openid'] };
  const register = (backchannelLogoutUri: string) =>
    asAdmin('POST', '/oauthClients', { ...given, backchannelLogoutUri });
  for (const uri of [
    'https://10.0.0.1/x',
    'https://167772161/',
    'https://[::ffff:192.168.0.1]/',
    'https://localhost/',
    'http://rp.example/',
  ]) {
    const answer = await register(uri);
    expect([uri, answer.status, answer.body]).toMatchObject([
      uri,
      400,
      [{ message_id: 'address_not_allowed', field: 'backchannelLogoutUri' }],
    ]);
  }
  const made = await register('https://rp.example/x');
  expect(made.status).toBe(200);
  const path = `/oauthClients/${made.body.clientId}`;
  expect((await asAdmin('PUT', path, { ...given, backchannelLogoutUri: 'https://[::1]/' })).status).toBe(400);
  expect((await asAdmin('PUT', path, { ...given, backchannelLogoutUri: 'http://127.1:8080/' })).status).toBe(200);
});
