import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { busyness, patiently } from './busyness.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from './factories.ts';
import { freePort } from './free-port.ts';
import { makeClient, type TestClient, tokensFor } from './oauth.ts';
import { type RelyingParty, startRelyingParty } from './relying-party.ts';
import { makeScratchDirectory } from './scratch-directory.ts';

/**
 * Logouts that were due when the server was killed: each arrives, and one that may arrive twice is marked
 * (docs/decisions/0071).
 */
let app: TestApp;
let tenant: TestTenant;
let party: RelyingParty;
let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
const children: ChildServer[] = [];

/** A real process beside the test's app, with its database and address; only it runs the worker. */
async function startServer(): Promise<ChildServer> {
  const { host = '', port, user, password, database } = app.owner.options;
  const query = new URLSearchParams({ host });
  const child = await startChild(scratch.path, await freePort(), {
    DATABASE_URL: `postgres://${user}:${password ?? ''}@localhost:${port}/${database}?${query}`,
    MASTER_KEY: app.tools.masterKey.toString('hex'),
    PUBLIC_URL: app.url,
    OUTGOING_ALLOW: '127.0.0.1',
  });
  children.push(child);
  return child;
}

async function kill(server: ChildServer): Promise<void> {
  server.process.kill('SIGKILL');
  await server.ended;
}

beforeAll(async () => {
  scratch = await makeScratchDirectory('portico-logout-');
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.1' });
  tenant = await makeTenant(app);
  party = await startRelyingParty(app.url);
});
afterAll(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  await party?.close();
  await app?.close();
  await scratch?.remove();
});

async function signedIn(): Promise<{ client: TestClient; cookie: string }> {
  const client = await makeClient(app, tenant, { backchannelLogoutUri: party.address });
  const { cookie } = await signIn(app, await makeUser(app, tenant));
  await tokensFor(app, client, cookie, 'openid offline_access');
  return { client, cookie };
}

const signOutAt = (url: string, cookie: string) =>
  fetch(`${url}/api/auth/logout`, { method: 'POST', headers: { cookie, origin: app.url } });
const rows = async ({ clientId }: TestClient) =>
  (await app.owner.query('select state, was_uncertain from deliveries where target = $1', [clientId])).rows;
const heardBy = ({ clientId }: TestClient) => party.heard.filter(({ aud }) => aud === clientId).length;

test('killed between the commit and the sending, and in the midst of it', { timeout: 180_000 }, async () => {
  party.answers = 'never';
  const [waiting, inFlight] = [await signedIn(), await signedIn()];
  const server = await startServer();
  expect((await signOutAt(server.url, inFlight.cookie)).status).toBe(204);
  await expect.poll(() => rows(inFlight.client), patiently).toMatchObject([{ state: 'sending' }]);
  expect((await signOutAt(server.url, waiting.cookie)).status).toBe(204);
  await kill(server);
  party.answers = 200;
  const begun = performance.now();
  await startServer();
  for (const { client } of [waiting, inFlight]) {
    await expect.poll(async () => (await rows(client)).map(({ state }) => state), patiently).toEqual(['delivered']);
    expect(heardBy(client)).toBe(1);
  }
  expect(await rows(inFlight.client)).toEqual([{ state: 'delivered', was_uncertain: true }]);
  // Nine seconds of a claim, and the start of a process.
  expect(performance.now() - begun).toBeLessThan(30_000 * busyness());
});
