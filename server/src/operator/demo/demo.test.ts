import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '#messages/catalog.ts';
import { type TestApp, startTestApp } from '#test/app.ts';
import { makeTenant } from '#test/factories.ts';
import { makeScratchDirectory } from '#test/scratch-directory.ts';
import { createDemoTenants } from './demo-tenants.ts';
import { seedDemo } from './seed.ts';
import { operatorAct } from '#test/operator-act.ts';

let app: TestApp;
let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;

beforeAll(async () => {
  scratch = await makeScratchDirectory('portico-demo-');
  app = await startTestApp({ DATA_DIR: scratch.path });
});
afterAll(async () => {
  await app.close();
  await scratch.remove();
});

const login = (password: string, credentials: string, tenantId?: string) =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: tenantId ? 'userId' : 'loginMailAddressAutoSelect', credentials, password, tenantId },
  });
const act = () => operatorAct(app.tools.clock());
const count = async (sql: string, values: unknown[]) =>
  (await app.owner.query(`select count(*)::integer as n from ${sql}`, values)).rows[0].n;

it('makes the demo tenants once, with a password that is kept', async () => {
  const demo = await createDemoTenants(app.tools);
  const path = join(scratch.path, 'demo-password');
  const password = (await readFile(path, 'utf8')).trim();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(demo.lines(textIn('en')).join('\n')).toContain(password);
  expect((await login(password, 'admin@demo.example')).body).toMatchObject({ status: 'completed', tenantId: 'demo' });
  expect((await login(password, 'taro@annex.example')).body).toMatchObject({ status: 'completed', tenantId: 'annex' });
  for (const tenantId of ['demo', 'annex']) {
    expect((await login(password, 'admin', tenantId)).body.status).toBe('completed');
    expect((await login(password, 'taro', tenantId)).body.status).toBe('completed');
    const people = await count('users where tenant_id = $1', [tenantId]);
    expect(await count('list_tenants() where tenant_id = $1 and user_count = $2', [tenantId, people])).toBe(1);
  }
  const again = await createDemoTenants(app.tools);
  expect(again.lines(textIn('ja')).join('\n')).toContain(password);
});

it('gives the demo accounts another password when DEMO_PASSWORD asks for it', async () => {
  const config = { ...app.tools.config, DEMO_PASSWORD: 'quiet meadow 9 bridges' };
  await createDemoTenants({ ...app.tools, config });
  expect((await login('quiet meadow 9 bridges', 'taro', 'demo')).body.status).toBe('completed');
  await writeFile(join(scratch.path, 'demo-password'), 'quiet meadow 9 bridges\n');
});

it('makes none in production mode or in an external database', async () => {
  const fresh = await startTestApp({ DATA_DIR: scratch.path });
  const { config } = fresh.tools;
  const database = { owner: {}, app: {}, session: {}, pooled: false };
  for (const other of [
    { ...config, production: true },
    { ...config, database },
  ]) {
    const demo = await createDemoTenants({ ...fresh.tools, config: other });
    expect(demo.lines(textIn('en'))).toEqual([]);
  }
  expect((await fresh.owner.query('select from tenants where tenant_id = $1', ['demo'])).rows).toEqual([]);
  await fresh.close();
});

it('seeds as many users as wished for, once, and goes on where it was', async () => {
  const { tenantId } = await makeTenant(app);
  const seed = (users: number, password?: string) =>
    seedDemo(app.tools, act(), { tenantId, users, groups: 12, password });
  expect(await seed(300)).toMatchObject({ made: 300, wanted: 300 });
  expect(await seed(300)).toMatchObject({ made: 0 });
  expect(await seed(45_000, 'green valley 8 harbours')).toMatchObject({ made: 44_700 });
  expect(await count('users where tenant_id = $1', [tenantId])).toBe(45_000);
  expect(await count('list_tenants() where tenant_id = $1 and user_count = 45000', [tenantId])).toBe(1);
  expect(await count('groups where tenant_id = $1', [tenantId])).toBe(12);
  expect(await count('group_users where tenant_id = $1', [tenantId])).toBeGreaterThan(45_000);
  // The first group is a large one; the others are nested.
  expect(
    await count(
      `group_users m join groups g on g.uuid = m.group_uuid where g.tenant_id = $1 and g.group_id = 'g00001'`,
      [tenantId],
    ),
  ).toBeGreaterThan(9000);
  expect(await count('groups where tenant_id = $1 and parent_count = 0', [tenantId])).toBe(2);
  expect(await count('group_tags where tenant_id = $1', [tenantId])).toBe(12);
  expect(await count(`users where tenant_id = $1 and family_name ~ '[一-龠]'`, [tenantId])).toBeGreaterThan(20_000);
  expect(await count(`users where tenant_id = $1 and family_name ~ '^[A-Z]'`, [tenantId])).toBeGreaterThan(10_000);
  // UUIDv7 (RFC 9562): version and variant stand where they must.
  expect(
    await count(`users where tenant_id = $1 and uuid::text !~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]'`, [
      tenantId,
    ]),
  ).toBe(0);
  const { rows } = await app.owner.query(
    `select user_id from users where tenant_id = $1 and status = 'active' and user_id > 'u0000300' limit 1`,
    [tenantId],
  );
  expect((await login('green valley 8 harbours', rows[0].user_id, tenantId)).body.status).toBe('completed');
});

it('seeds nothing into an unknown tenant or in production mode', async () => {
  const wish = { tenantId: 'no-such-tenant', users: 1, groups: 1 };
  await expect(seedDemo(app.tools, act(), wish)).rejects.toMatchObject({ id: 'not_found' });
  const production = { ...app.tools, config: { ...app.tools.config, production: true } };
  await expect(seedDemo(production, act(), { ...wish, tenantId: 'demo' })).rejects.toMatchObject({ id: 'forbidden' });
});
