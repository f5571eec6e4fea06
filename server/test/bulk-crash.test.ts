import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildServer, freePort, postmasterOf, startChild } from './child-server.ts';
import type { TestApp } from './app.ts';
import { portalTokens } from './factories.ts';
import { makeScratchDirectory } from './scratch-directory.ts';

/** An act on many users goes on where a killed process stopped: nobody is left out, nobody done twice. */
const DEMO_PASSWORD = 'violet harbour 47 lantern';
const USERS = 12_000;

let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
let port: number;
let server: ChildServer;
let token: string;

const start = () => startChild(scratch.path, port, { DEMO_PASSWORD });

async function call(method: string, path: string, body?: object | FormData) {
  const isForm = body instanceof FormData;
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body && !isForm) headers['content-type'] = 'application/json';
  const answer = await fetch(server.url + path, {
    method,
    headers,
    body: isForm ? body : body && JSON.stringify(body),
  });
  const text = await answer.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return (text ? JSON.parse(text) : null) as any;
}

const tenantPath = '/api/auth/tenants/demo';
const count = async (condition: object) =>
  (await call('POST', `${tenantPath}/operations/count/users`, { condition })).matched as number;

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

async function makeUsers(): Promise<void> {
  const form = new FormData();
  form.append('operation', 'create');
  const users = Array.from({ length: USERS }, (_, at) => ({ userId: `crash-${at}`, status: 'active' }));
  form.append('file', new Blob([JSON.stringify(users)]), 'users.json');
  const { importId } = await call('POST', '/api/auth/operations/forEach', form);
  const status = async () => (await call('GET', `${tenantPath}/userImports/${importId}`)).status;
  await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe('completed');
}

beforeAll(async () => {
  scratch = await makeScratchDirectory('portico-bulk-crash-');
  port = await freePort();
  server = await start();
  await signInAsAdministrator();
  await makeUsers();
}, 120_000);
afterAll(async () => {
  server?.process.kill('SIGTERM');
  await server?.ended;
  await scratch?.remove();
}, 40_000);

test.each([
  ['the server', 'deactivate', 'inactive', false],
  ['the server and PostgreSQL', 'activate', 'active', true],
] as const)('kill -9 of %s in the middle', { timeout: 120_000 }, async (_, action, status, both) => {
  const condition = { userId: 'crash-' };
  const { job } = await call('POST', `${tenantPath}/operations/users`, { action, condition, expectedCount: USERS });
  const path = `${tenantPath}/userBulks/${job.bulkId}`;
  await expect
    .poll(async () => (await call('GET', path)).progress.done, { timeout: 30_000, interval: 5 })
    .toBeGreaterThan(0);
  if (both) process.kill(await postmasterOf(scratch.path), 'SIGKILL');
  server.process.kill('SIGKILL');
  await server.ended;

  server = await start();
  const atStart = await call('GET', path);
  expect(atStart.progress.done).toBeLessThan(USERS);
  await expect.poll(async () => (await call('GET', path)).status, { timeout: 60_000, interval: 100 }).toBe('completed');
  expect(await call('GET', path)).toMatchObject({ changed: USERS, unchanged: 0, failed: 0, failures: [] });
  expect(await count({ ...condition, status: [status] })).toBe(USERS);
  // A row of each one's history, and no second.
  for (let at = 0; at < USERS; at += 997) {
    const { uuid } = await call('GET', `${tenantPath}/users/crash-${at}`);
    const log = await call('POST', `${tenantPath}/operations/search/logs/systemOperation`, {
      ...{ targetType: 'user', targetId: uuid },
    });
    const rows = log.results.filter(
      (row: { changes: { status?: { after: string } } }) => row.changes.status?.after === status,
    );
    expect([at, rows.filter((row: { operation: string }) => row.operation === 'update').length]).toEqual([at, 1]);
  }
});
