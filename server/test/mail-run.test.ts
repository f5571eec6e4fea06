import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from './app.ts';
import { insist } from './busyness.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { freePort } from './free-port.ts';
import { portalTokens } from './factories.ts';
import { makeScratchDirectory } from './scratch-directory.ts';

/** A bulk mailing whose server is killed in the middle continues: each user gets the email once (standards 15). */
const DEMO_PASSWORD = 'violet harbour 47 lantern';
const USERS = 1200;
/** Number of emails that are being sent at a time. */
const IN_HAND = 5;

let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
let server: ChildServer;
let port: number;
let token: string;

async function call(method: string, path: string, body?: object) {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body) headers['content-type'] = 'application/json';
  const answer = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: answer.status, body: (text ? JSON.parse(text) : null) as any };
}

async function signIn(): Promise<void> {
  const answer = await fetch(`${server.url}/api/auth/login/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'userId', tenantId: 'demo', credentials: 'admin', password: DEMO_PASSWORD }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`not signed in: ${await answer.text()}`);
  token = (await portalTokens({ url: server.url } as TestApp, cookie)).token;
}

async function makeUsers(): Promise<void> {
  const make = (n: number) =>
    insist(() =>
      call('POST', '/api/auth/tenants/demo/users', {
        userId: `crowd-${n}`,
        loginMailAddress: `crowd-${n}@crowd.example`,
      }),
    );
  for (let from = 0; from < USERS; from += 50) {
    const made = await Promise.all(Array.from({ length: 50 }, (_, at) => make(from + at)));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]));
  }
}

beforeAll(async () => {
  scratch = await makeScratchDirectory('portico-mail-run-');
  port = await freePort();
  server = await startChild(scratch.path, port, { DEMO_PASSWORD });
  await signIn();
  await makeUsers();
}, 180_000);
afterAll(async () => {
  server?.process.kill('SIGTERM');
  await server?.ended;
  await scratch?.remove();
});

test('kill -9 in the middle of a sending: none is lost, none is doubled', { timeout: 300_000 }, async () => {
  const send = { sendType: 'registration', condition: { userId: 'crowd-' }, expectedCount: USERS };
  const { sendId } = (await call('POST', '/api/portal/bulkSendMail', send)).body;
  for (let kill = 0; kill < 2; kill += 1) {
    const before = (await call('GET', `/api/portal/bulkSendMail/${sendId}`)).body.sent;
    const sent = async () => (await call('GET', `/api/portal/bulkSendMail/${sendId}`)).body.sent;
    // One more, unless only those are left that were under way when it was killed: they wait for their turn to end.
    await expect.poll(sent, { interval: 5 }).toBeGreaterThanOrEqual(Math.min(before + 1, USERS - 5));
    server.process.kill('SIGKILL');
    await server.ended;
    server = await startChild(scratch.path, port, { DEMO_PASSWORD });
  }
  const run = async () => (await call('GET', `/api/portal/bulkSendMail/${sendId}`)).body;
  await expect.poll(async () => (await run()).status, { interval: 200 }).toBe('completed');
  // Emails that were being sent at a kill may have arrived: they are marked uncertain and never sent twice.
  const settled = async () => {
    const { sent, failed } = await run();
    return sent + failed;
  };
  await expect.poll(settled, { interval: 200 }).toBe(USERS);
  const { total, refused, refusals } = await run();
  expect([total, refused]).toEqual([USERS, 0]);
  expect(refusals.filter(({ reason }: { reason: string }) => reason !== 'mailUncertain')).toEqual([]);
  expect(refusals.length).toBeLessThanOrEqual(2 * IN_HAND);
  const page = await call('POST', '/api/portal/operations/search/registrationMails', { sendId, count: 1 });
  // One row each, none duplicated.
  expect(page.body.totalResults).toBe(USERS);
  const replaced = { sendId, state: 'replaced', count: 1 };
  expect((await call('POST', '/api/portal/operations/search/registrationMails', replaced)).body.totalResults).toBe(0);
});
