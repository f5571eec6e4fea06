import { readFile } from 'node:fs/promises';
import { Agent, type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { busyness } from './busyness.ts';
import { type ChildServer, postmasterOf, startChild } from './child-server.ts';
import { freePort } from './free-port.ts';
import type { TestApp } from './app.ts';
import { portalTokens } from './factories.ts';
import { makeScratchDirectory } from './scratch-directory.ts';

/** Acknowledged changes survive, whatever crashes (standards 15 and 16). */
const DEMO_PASSWORD = 'violet harbour 47 lantern';
const RECOVERED_MILLIS = 10_000;
const BACK_MILLIS = 5000;

let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
let dataDir: string;
let port: number;
let server: ChildServer;
let token: string;

const start = () => startChild(dataDir, port, { DEMO_PASSWORD });

async function call(method: string, path: string, body?: object) {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body) headers['content-type'] = 'application/json';
  const answer = await fetch(server.url + path, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : null) as any };
}

/** Refreshes an invalid token, to see how the OAuth endpoints answer at the moment. */
async function refreshWithNothing(): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'portal', refresh_token: 'none' });
  const answer = await fetch(`${server.url}/api/auth/oauth/provider/token`, { method: 'POST', body });
  return `${answer.status} ${((await answer.json()) as { error: string }).error}`;
}

async function signInAsAdministrator(): Promise<void> {
  const body = { type: 'userId', tenantId: 'demo', credentials: 'admin', password: DEMO_PASSWORD };
  const answer = await fetch(`${server.url}/api/auth/login/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`not signed in: ${await answer.text()}`);
  token = (await portalTokens({ url: server.url } as TestApp, cookie)).token;
}

beforeAll(async () => {
  scratch = await makeScratchDirectory('portico-durability-');
  dataDir = scratch.path;
  port = await freePort();
  server = await start();
  await signInAsAdministrator();
});
afterAll(async () => {
  server?.process.kill('SIGTERM');
  await server?.ended;
  await scratch?.remove();
});

const clientsPath = '/api/auth/tenants/demo/oauthClients';

/** Writes as fast as answers come until stopped; returns what was acknowledged. */
function write(label: string) {
  const acknowledged: string[] = [];
  const state = { isOver: false };
  const writer = async (n: number) => {
    for (let count = 0; count < 12 && !state.isOver; count += 1) {
      const name = `${label} ${n} ${count}`;
      const input = { name, redirectUris: ['https://service.example/callback'], scopes: ['openid'] };
      const answer = await call('POST', clientsPath, input).catch(() => null);
      if (answer?.status === 200) acknowledged.push(answer.body.clientId);
    }
  };
  const done = Promise.all([0, 1, 2, 3].map(writer));
  return {
    acknowledged,
    async stop() {
      state.isOver = true;
      await done;
    },
  };
}

async function expectKept(acknowledged: string[]): Promise<void> {
  const listed = await call('GET', clientsPath);
  expect(listed.status).toBe(200);
  const kept = new Set(listed.body.results.map((client: { clientId: string }) => client.clientId));
  expect(acknowledged.filter((clientId) => !kept.has(clientId))).toEqual([]);
  // Makes room for the next round; and acknowledged deletions must be effective.
  await Promise.all([...kept].map((clientId) => call('DELETE', `${clientsPath}/${clientId}`)));
}

test.each([
  ['the server', false],
  ['the server and its database', true],
])('kill -9 of %s loses nothing', { timeout: 180_000 }, async (label, both) => {
  const writing = write(label);
  // In the middle of it, however slow the machine is.
  await expect.poll(() => writing.acknowledged.length, { interval: 10 }).toBeGreaterThan(5);
  if (both) process.kill(await postmasterOf(dataDir), 'SIGKILL');
  server.process.kill('SIGKILL');
  await server.ended;
  await writing.stop();
  server = await start();
  expect(server.millis).toBeLessThan(RECOVERED_MILLIS * busyness());
  await expectKept(writing.acknowledged);
});

test('without its database it says so, and is back by itself', { timeout: 180_000 }, async () => {
  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  const begun = performance.now();
  const seen: string[] = [];
  let backAfter = Number.POSITIVE_INFINITY;
  let inARow = 0;
  while (performance.now() - begun < 20_000 * busyness() && inARow < 10) {
    const asked = performance.now();
    const [answer, refused] = await Promise.all([call('GET', '/api/auth/me'), refreshWithNothing()]);
    // The OAuth endpoints answer in OAuth's own format.
    expect(['400 invalid_grant', '503 temporarily_unavailable']).toContain(refused);
    expect(performance.now() - asked).toBeLessThan(5000 * busyness());
    seen.push(answer.status === 200 ? '200' : `${answer.status} ${answer.body[0]?.message_id}`);
    inARow = answer.status === 200 ? inARow + 1 : 0;
    if (inARow === 1) backAfter = performance.now() - begun;
    await new Promise((done) => setTimeout(done, 50));
  }
  expect([...new Set(seen)].filter((kind) => kind !== '200' && kind !== '503 service_unavailable')).toEqual([]);
  expect(inARow).toBe(10);
  expect(backAfter).toBeLessThan(BACK_MILLIS * busyness());
  expect((await call('GET', clientsPath)).status).toBe(200);
});

/** The database's processes besides the postmaster: backends and background workers. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

/** A process may have ended by itself. */
function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {}
  }
}

test.skipIf(process.platform !== 'linux').each([
  ['a database that froze', true],
  ['connections that froze', false],
])('%s: everybody is answered, and it is back by itself', { timeout: 180_000 }, async (_, wholly) => {
  const postmaster = await postmasterOf(dataDir);
  // Opens some connections and leaves them idle.
  await Promise.all([1, 2, 3, 4].map(() => call('GET', clientsPath)));
  const children = await childrenOf(postmaster);
  const frozen = wholly ? [postmaster, ...children] : children;
  signalAll(frozen, 'SIGSTOP');
  try {
    const asked = performance.now();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => call('GET', clientsPath)));
    expect(performance.now() - asked).toBeLessThan(5000 * busyness());
    for (const { status, body } of answers)
      expect([200, '503 service_unavailable']).toContain(status === 200 ? 200 : `${status} ${body[0]?.message_id}`);
    // If only the connections froze, new ones are available immediately.
    expect((await call('GET', clientsPath)).status).toBe(wholly ? 503 : 200);
  } finally {
    signalAll(frozen, 'SIGCONT');
  }
  await expect
    .poll(async () => (await call('GET', clientsPath)).status, { timeout: BACK_MILLIS * busyness() })
    .toBe(200);
});

let stopping = false;

/** One call over a keep-alive connection. */
function hit(agent: Agent): Promise<'ok' | 'refused' | string> {
  return new Promise((done) => {
    const sent: ClientRequest = request(
      `${server.url}/api/auth/me`,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode === 200 ? 'ok' : String(answer.statusCode)));
        answer.on('error', (error) => done(`cut off: ${error.message}`));
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // A connection that was never established carried no request; nor did one that the kernel had accepted for a
      // server that stopped accepting: it is reset before a byte of it was read. Every other cut is a failure, because
      // the answers of a stopping server have asked clients to open new connections.
      const unaccepted = stopping && error.code === 'ECONNRESET' && !sent.reusedSocket && !sent.socket?.bytesRead;
      if (error.syscall === 'connect' || unaccepted) done('refused');
      else done(`${error.code} ${error.message}`);
    });
    sent.end();
  });
}

test('SIGTERM under load fails no request', { timeout: 180_000 }, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const outcomes = new Map<string, number>();
  const worker = async () => {
    for (;;) {
      const outcome = await hit(agent);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (outcome !== 'ok') return;
    }
  };
  const working = Promise.all(Array.from({ length: 20 }, worker));
  await expect.poll(() => outcomes.get('ok')).toBeGreaterThan(50);
  stopping = true;
  const told = performance.now();
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(performance.now() - told).toBeLessThan(20_000 * busyness());
  await working;
  agent.destroy();
  expect(Object.fromEntries(outcomes)).toEqual({ ok: outcomes.get('ok'), refused: 20 });
  server = await start();
  expect((await call('GET', '/api/auth/me')).status).toBe(200);
});
