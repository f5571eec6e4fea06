import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGES_APPLICATION } from '#server/platform/db/changes.ts';
import { startTestApp, type TestApp } from './app.ts';
import { makeTenant, makeUser, PASSWORD, type SignedIn, signIn, type TestTenant, type TestUser } from './factories.ts';
import { authorize, makeClient, PROVIDER_PATH, post, type TestClient, tokensFor } from './oauth.ts';

/** Whatever is revoked is gone within a second on every path, on every process (standards 7). */
const WITHIN_MILLIS = 1000;

type Process = Pick<TestApp, 'url' | 'call'>;
let app: TestApp;
let second: Awaited<ReturnType<TestApp['another']>>;
let client: TestClient;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  second = await app.another();
});
afterAll(async () => {
  await second.close();
  await app.close();
});

interface Held {
  user: TestUser;
  portal: SignedIn;
  /**
   * Tokens of another client: an opaque access token and one for the API, each with a refresh token that outlives
   * sessions.
   */
  opaque: { access_token: string; refresh_token: string };
  api: { access_token: string; refresh_token: string };
}

async function hold(roles: ('User' | 'PowerUser')[] = ['User']): Promise<Held> {
  tenant = await makeTenant(app);
  client = await makeClient(app, tenant, { grantTypes: ['authorization_code', 'refresh_token'] });
  const user = await makeUser(app, tenant, { roles });
  const portal = await signIn(app, user);
  const tokens = (scope: string) => tokensFor(app, client, portal.cookie, scope, { prompt: 'consent' });
  const opaque = await tokens('openid profile offline_access');
  return { user, portal, opaque, api: await tokens('openid offline_access portal:user:admin portal:powerUser:admin') };
}

const on = (process: Process) => ({ ...app, ...process });
const userinfo = async (process: Process, token: string) =>
  (await fetch(`${process.url}${PROVIDER_PATH}/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status;
const active = async (process: Process, token: string) =>
  (await post(on(process), '/introspect', client, { token })).body.active;
const refresh = async (process: Process, refresh_token: string) =>
  (await post(on(process), '/token', client, { grant_type: 'refresh_token', refresh_token })).status;

/** The paths that still work, by name; asked without consuming anything. */
function paths({ portal, opaque, api }: Held): Record<string, (process: Process) => Promise<boolean>> {
  const me = (token: string) => async (process: Process) =>
    (await process.call('GET', '/api/auth/me', { token })).status === 200;
  return {
    'API, portal': me(portal.token),
    'API, service': me(api.access_token),
    userinfo: async (process) => (await userinfo(process, opaque.access_token)) === 200,
    'introspection, opaque': (process) => active(process, opaque.access_token),
    'introspection, API token': (process) => active(process, api.access_token),
    'introspection, refresh token': (process) => active(process, opaque.refresh_token),
    cookie: async (process) =>
      (
        await authorize(on(process), 'portal', portal.cookie, {
          prompt: 'none',
          redirect_uri: `${app.url}/oauth-callback.html`,
        })
      ).code !== null,
  };
}

const processes = () => ({ first: app as Process, second: second as Process });

async function ask(held: Held): Promise<string[]> {
  const working: string[] = [];
  for (const [where, process] of Object.entries(processes())) {
    const answers = await Promise.all(
      Object.entries(paths(held)).map(async ([name, works]) => ((await works(process)) ? name : null)),
    );
    working.push(...answers.filter((name) => name !== null).map((name) => `${where}: ${name}`));
  }
  return working;
}

/** Fills every cache, makes the change, and expects everything to end except what may stay. */
async function expectEnded(held: Held, change: () => Promise<unknown>, staying: string[] = []): Promise<void> {
  expect(await ask(held)).toHaveLength(14);
  await change();
  app.advance(WITHIN_MILLIS);
  const left = await ask(held);
  expect(left).toEqual(['first', 'second'].flatMap((where) => staying.map((name) => `${where}: ${name}`)));
}

/** Cuts the listening connections repeatedly until the work is done. */
async function whileNobodyListens(work: () => Promise<void>): Promise<void> {
  const cut = () =>
    app.owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
      [CHANGES_APPLICATION],
    );
  await cut();
  const timer = setInterval(() => void cut(), 20);
  await work().finally(() => clearInterval(timer));
}

const set = (table: string, change: string, where: string, value: string) =>
  app.owner.query(`update ${table} set ${change} where ${where} = $1`, [value]);

describe('within a second, on both processes', () => {
  it('a user who was disabled is out', async () => {
    const held = await hold();
    await expectEnded(held, () => set('users', "status = 'inactive'", 'uuid', held.user.uuid));
    expect(await refresh(second, held.opaque.refresh_token)).toBe(400);
    expect(await refresh(app, held.api.refresh_token)).toBe(400);
  });

  it('a user who was disabled is out while nobody is told of changes', async () => {
    const held = await hold();
    await whileNobodyListens(() =>
      expectEnded(held, () => set('users', "status = 'inactive'", 'uuid', held.user.uuid)),
    );
  });

  it('a user who was deleted is out', async () => {
    const held = await hold();
    await expectEnded(held, () => app.owner.query('delete from users where uuid = $1', [held.user.uuid]));
    expect(await refresh(second, held.opaque.refresh_token)).toBe(400);
  });

  it('the users of a suspended tenant are out, and its clients', async () => {
    const held = await hold();
    await expectEnded(held, () => set('tenants', "status = 'suspended'", 'tenant_id', held.user.tenantId));
    expect(await refresh(second, held.opaque.refresh_token)).toBe(401);
  });

  it('a changed password leaves only the session that changed it', async () => {
    const held = await hold();
    const other = await signIn(app, held.user);
    const body = { currentPassword: PASSWORD, newPassword: 'copper meadow 91 whistle' };
    await expectEnded(held, async () => {
      expect((await app.call('PUT', '/api/auth/me/password', { token: other.token, body })).status).toBe(200);
    });
    expect(await refresh(second, held.opaque.refresh_token)).toBe(400);
    expect((await second.call('GET', '/api/auth/me', { token: other.token })).status).toBe(200);
  });

  it('signing out everywhere else leaves only the session that asked', async () => {
    const held = await hold();
    const other = await signIn(app, held.user);
    await expectEnded(held, async () => {
      expect((await app.call('DELETE', '/api/auth/me/sessions', { token: other.token })).status).toBe(200);
    });
    expect(await refresh(second, held.opaque.refresh_token)).toBe(400);
  });

  it('signing out ends the session and what hangs on it', async () => {
    const held = await hold();
    const staying = [
      'API, service',
      'userinfo',
      'introspection, opaque',
      'introspection, API token',
      'introspection, refresh token',
    ];
    await expectEnded(held, () => app.call('POST', '/api/auth/logout', { cookie: held.portal.cookie }), staying);
  });

  it('a role that was taken away gives no right', async () => {
    const held = await hold(['User', 'PowerUser']);
    const list = async (process: Process, token: string) =>
      (await process.call('GET', `/api/auth/tenants/${tenant.tenantId}/users`, { token })).status;
    for (const process of Object.values(processes())) expect(await list(process, held.api.access_token)).toBe(200);
    await set('users', "roles = '{User}'", 'uuid', held.user.uuid);
    app.advance(WITHIN_MILLIS);
    for (const process of Object.values(processes())) {
      expect(await list(process, held.portal.token)).toBe(403);
      expect(await list(process, held.api.access_token)).toBe(403);
      const told = (await post(on(process), '/introspect', client, { token: held.api.access_token })).body;
      expect(told.roles).toEqual(['User']);
    }
  });

  it('a client that was disabled gets nothing, nor do its tokens', async () => {
    const held = await hold(['User', 'PowerUser']);
    expect(await active(second, held.opaque.access_token)).toBe(true);
    const { clientId } = client;
    const path = `/api/auth/tenants/${tenant.tenantId}/oauthClients/${clientId}`;
    expect((await app.call('DELETE', path, { token: held.portal.token })).status).toBe(204);
    app.advance(WITHIN_MILLIS);
    for (const process of Object.values(processes())) {
      expect((await post(on(process), '/introspect', client, { token: held.opaque.access_token })).status).toBe(401);
      expect(await userinfo(process, held.opaque.access_token)).toBe(401);
      expect((await process.call('GET', '/api/auth/me', { token: held.api.access_token })).status).toBe(401);
    }
  });
});

describe('what one process counts, the other knows', () => {
  it('wrong passwords, sign-ins that wait, tickets', async () => {
    const strict = await makeTenant(app, { securityPolicy: { accountLockPolicy: { failures: 4 } } });
    const user = await makeUser(app, strict);
    const login = (process: Process, password: string) =>
      process.call('POST', '/api/auth/login/user', {
        body: { type: 'userId', tenantId: strict.tenantId, credentials: user.userId, password },
      });
    const { token } = await signIn(app, user);
    const body = { tenantId: strict.tenantId };
    const { ticket } = (await app.call('POST', '/api/auth/myAccounts/issueTicketByAccessToken', { token, body })).body;
    const opened = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? second : app).call('POST', '/api/auth/login/ticket', { body: { ticket } }),
      ),
    );
    expect(opened.filter(({ cookie }) => cookie !== null)).toHaveLength(1);
    for (let n = 0; n < 4; n += 1) await login(n % 2 ? second : app, 'wrong');
    expect((await login(second, PASSWORD)).status).toBe(401);
    expect((await login(app, PASSWORD)).status).toBe(401);
  });
});
