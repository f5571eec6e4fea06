import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { patiently } from './busyness.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from './factories.ts';
import { freePort } from './free-port.ts';
import { makeScratchDirectory } from './scratch-directory.ts';
import { type ScimApp, startScimApp } from './scim-app.ts';

/** A server that is killed while it provides users: none is lost and none is created twice, whatever the app answered to nobody. */
let app: TestApp;
let tenant: TestTenant;
let scim: ScimApp;
let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
const children: ChildServer[] = [];

/** A real process beside the test's app, with its database; only it provides users. */
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
  scratch = await makeScratchDirectory('portico-targets-');
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.1' });
  tenant = await makeTenant(app);
  scim = await startScimApp();
});
afterAll(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  await scim?.close();
  await app?.close();
  await scratch?.remove();
}, 60_000);

const USERS = 120;

test('killed in the midst of providing users', { timeout: 180_000 }, async () => {
  const admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  await app.owner.query(
    `insert into users (tenant_id, uuid, user_id, family_name, given_name, status, roles)
     select $1, gen_random_uuid(), 'many-' || n, 'Many', n::text, 'active', '{User}' from generate_series(1, $2 - 1) n`,
    [tenant.tenantId, USERS],
  );
  const body = { name: 'Wiki', address: scim.address, token: scim.token, active: true, assignment: 'everyone' };
  const path = `/api/auth/tenants/${tenant.tenantId}/provisioningTargets`;
  const made = await app.call('POST', path, { token: admin.token, body });
  expect(made.status).toBe(200);
  const half = Promise.withResolvers<void>();
  scim.instead = async ({ method }) => {
    if (method === 'POST' && scim.users.size >= USERS / 2) half.resolve();
    await new Promise((done) => setTimeout(done, 10));
    return null;
  };
  const server = await startServer();
  await half.promise;
  server.process.kill('SIGKILL');
  await server.ended;
  const before = scim.users.size;
  expect(before).toBeLessThan(USERS);
  // The claim of the dead process ends by itself; the test does not wait for it.
  await app.owner.query('update provisioning_targets set claimed_until = now()');
  await startServer();
  const inStep = async () =>
    (await app.call('GET', `${path}/${made.body.uuid}`, { token: admin.token })).body.users.inStep;
  await expect.poll(inStep, patiently).toBe(USERS);
  const there = [...scim.users.values()];
  expect(there).toHaveLength(USERS);
  expect(new Set(there.map(({ externalId }) => externalId)).size).toBe(USERS);
});
