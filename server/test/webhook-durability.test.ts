import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { patiently } from './busyness.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from './factories.ts';
import { freePort } from './free-port.ts';
import { makeScratchDirectory } from './scratch-directory.ts';
import { type HeardEvent, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** A server that is killed while it delivers: no event is lost, and one that comes again is known by its ID. */
let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
let receiver: WebhookReceiver;
let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
const children: ChildServer[] = [];

/** A real process beside the test's app, with its database; only it delivers. */
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

beforeAll(async () => {
  scratch = await makeScratchDirectory('portico-webhooks-');
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.1' });
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  await receiver?.close();
  await app?.close();
  await scratch?.remove();
});

const EVENTS = 120;

test('killed in the midst of delivering', { timeout: 180_000 }, async () => {
  const path = `/api/auth/tenants/${tenant.tenantId}/webhooks`;
  const body = { name: 'SIEM', address: receiver.address, events: ['group.*'] };
  const made = await app.call('POST', path, { token: admin.token, body });
  receiver.secrets.push(made.body.secret);
  await app.owner.query(
    `insert into system_operation_log (tenant_id, at, id, operation, action, status, operator_user_id, type, target_type, target_id)
     select $1, now(), gen_random_uuid(), 'create', 'test', 'success', 'x', 'group.created', 'group', (n % 7)::text
     from generate_series(1, $2) n`,
    [tenant.tenantId, EVENTS],
  );
  const came: HeardEvent[] = [];
  const half = Promise.withResolvers<void>();
  const killed = Promise.withResolvers<void>();
  receiver.answers = async (event) => {
    came.push(event);
    if (came.length >= EVENTS / 2) half.resolve();
    // From there on none is answered before the server is killed, however late that is.
    if (came.length >= EVENTS / 2) await killed.promise;
    return 200;
  };
  const server = await startServer();
  await half.promise;
  server.process.kill('SIGKILL');
  await server.ended;
  killed.resolve();
  const before = new Set(came.map(({ id }) => id)).size;
  expect(before).toBeLessThan(EVENTS);
  await startServer();
  const distinct = () => new Set(came.map(({ id }) => id)).size;
  await expect.poll(distinct, patiently).toBe(EVENTS);
  const waiting = async () =>
    (await app.owner.query(`select from webhook_deliveries where state <> 'delivered'`)).rowCount;
  await expect.poll(waiting, patiently).toBe(0);
  // One ID has one number, however often it came.
  const numbers = new Map(came.map(({ id, sequence }) => [id, sequence]));
  for (const { id, sequence } of came) expect(numbers.get(id)).toBe(sequence);
  expect([...numbers.values()].sort((a, b) => a - b)).toEqual(Array.from({ length: EVENTS }, (_, n) => n + 1));
});
