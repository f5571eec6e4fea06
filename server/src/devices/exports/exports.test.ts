import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeviceExport } from '#contract/devices/device-exports.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeDevices } from '#test/services.ts';

let app: TestApp;
let tenant: TestTenant;
let foreign: TestTenant;
let admin: TestUser;
let token: string;
let stranger: string;

beforeAll(async () => {
  app = await startTestApp();
  [tenant, foreign] = [await makeTenant(app), await makeTenant(app)];
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  ({ token } = await signIn(app, admin));
  ({ token: stranger } = await signIn(app, await makeUser(app, foreign, { roles: ['PowerUser'] })));
  await makeDevices(app, foreign.tenantId, [{ serialId: 'not-ours', deviceType: 'PowerMeter' }]);
});
afterAll(() => app.close());

const path = () => `/api/device/tenants/${tenant.tenantId}/deviceExport`;
const call = (method: string, at = '', body?: object) =>
  app.call(method, path() + at, { token, ...(body && { body }) });

async function run(condition: object): Promise<DeviceExport> {
  const begun = await call('POST', '', { condition });
  expect([begun.status, begun.body]).toEqual([200, expect.objectContaining({ status: 'accepting', parts: [] })]);
  const ask = async () => (await call('GET', `/${begun.body.exportStatusId}`)).body as DeviceExport;
  await expect.poll(async () => (await ask()).status, { interval: 20 }).toBe('completed');
  return ask();
}
const download = async ({ exportStatusId }: DeviceExport, index = 1) =>
  (await call('GET', `/${exportStatusId}/download?index=${index}`)).body as string;

it('waits for a worker, can be stopped, and no more than three are written at a time', async () => {
  const made: string[] = [];
  for (let n = 0; n < 3; n += 1) made.push((await call('POST', '', {})).body.exportStatusId);
  expect((await call('POST', '', {})).body[0].message_id).toBe('exceeded_exports');
  // Exports of users have their own limit.
  const users = `/api/auth/tenants/${tenant.tenantId}/userExport`;
  const other = (await app.call('POST', users, { token, body: {} })).body.exportStatusId;
  expect((await call('GET', `/${other}`)).status).toBe(404);
  expect((await call('GET', `/${made[0]}/download`)).status).toBe(409);
  for (const id of made.slice(1)) expect((await call('POST', `/${id}/cancel`)).body.status).toBe('canceled');
  expect((await call('POST', `/${made[1]}/cancel`)).status).toBe(409);
  await app.startWorker();
  // A starting worker finds pending exports, as after a crash.
  await expect.poll(async () => (await call('GET', `/${made[0]}`)).body.status, { interval: 20 }).toBe('completed');
});

it('has what a search matches, with groups, and no cell that a spreadsheet would run', async () => {
  const odd = ['=1+2', '+cmd', '-2+3', '@sum', "'=kept", '\tx', 'plain, "quoted"\nsecond line', '1F 受付'];
  const devices = odd.map((text, n) => ({
    deviceId: `odd-${n}`,
    serialId: n < 4 ? `${text}-${n}` : `S-${n}`,
    deviceType: n % 2 ? 'PorticoMfp' : 'PowerMeter',
    description: text,
    roles: ['User', 'PowerUser'],
  }));
  await makeDevices(app, tenant.tenantId, devices);
  const group = { groupId: 'floor-1', name: 'Floor 1', deviceIds: ['odd-1', 'odd-2'] };
  const groups = `/api/auth/tenants/${tenant.tenantId}/groups`;
  const { uuid } = (await app.call('POST', groups, { token, body: group })).body;
  const done = await run({ deviceId: 'odd-' });
  expect(done).toMatchObject({ progress: { total: 8, done: 8 }, createdBy: admin.userId, parts: [{ rows: 8 }] });
  const text = await download(done);
  const [header, first, second] = text.split('\n');
  expect(header).toBe('deviceId,serialId,deviceType,description,roles,groups,lastSeenAt,createdAt');
  expect(first).toMatch(/^odd-0,'=1\+2-0,PowerMeter,'=1\+2,User;PowerUser,,,20[\d-]+ [\d:.]+\+00$/);
  expect(second).toContain(",'+cmd,User;PowerUser,floor-1,");
  expect(text.split(/\n|,/).filter((cell) => /^"?[=+@\t-]/.test(cell))).toEqual([]);
  const raw = await fetch(`${app.url}${path()}/${done.exportStatusId}/download`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(raw.headers.get('content-disposition')).toMatch(/filename="devices-[\d-]{10}\.csv"/);
  expect([...new Uint8Array(await raw.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  // Every kind of condition works in the statement that COPY runs.
  const kinds = { deviceType: ['PorticoMfp', 'PorticoIwb'], role: 'PowerUser', keyword: "'=k" };
  const narrow = await run({ ...kinds, group: { uuid, members: 'all', included: false }, notSeenForDays: 1 });
  expect(narrow.parts).toMatchObject([{ rows: 0 }]);
  expect((await run({ ...kinds, keyword: "cmd'; --" })).parts).toMatchObject([{ rows: 0 }]);
  expect((await run({ deviceType: kinds.deviceType, group: { uuid } })).parts).toMatchObject([{ rows: 1 }]);
  expect((await run({ lastSeen: { periodType: 'days7' } })).parts).toMatchObject([{ rows: 0 }]);
});

it('100,000 are written and fetched without being held in memory', async () => {
  // The fragment index is not under test here.
  await app.owner.query('drop index devices_by_fragments');
  await app.owner.query(
    `insert into devices (tenant_id, uuid, device_id, serial_id, device_type, description, created_at, updated_at)
     select $1, gen_random_uuid(), 'many-' || n, 'M' || n, 'MultiSensor', repeat('a comment of some length ', 8), now(), now()
     from generate_series(1, 100050) n`,
    [tenant.tenantId],
  );
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const done = await run({ deviceId: 'many-' });
  expect(done.parts).toMatchObject([{ rows: 100_000 }, { rows: 50 }]);
  let bytes = 0;
  const answer = await fetch(`${app.url}${path()}/${done.exportStatusId}/download?index=1`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  });
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  clearInterval(watch);
  expect(bytes).toBe(done.parts[0]?.bytes);
  expect(bytes).toBeGreaterThan(20e6);
  expect(peak - before).toBeLessThan(120e6);
});

it('is nothing to another tenant, and holds nothing of it', async () => {
  const all = await run({});
  const text = `${await download(all)}${await download(all, 2)}`;
  expect(text).toContain('odd-0');
  expect(text).not.toContain('not-ours');
  const id = all.exportStatusId;
  for (const tenantId of [tenant.tenantId, foreign.tenantId]) {
    const at = `/api/device/tenants/${tenantId}/deviceExport/${id}`;
    for (const [method, more] of [
      ['GET', ''],
      ['GET', '/download'],
      ['POST', '/cancel'],
    ])
      expect((await app.call(method ?? '', at + more, { token: stranger })).status).toBe(404);
  }
  const user = await signIn(app, await makeUser(app, tenant));
  expect((await app.call('GET', path(), { token: user.token })).status).toBe(403);
});

it('refuses a group that is not there, and is kept in the history until its time is over', async () => {
  const refused = await call('POST', '', { condition: { group: { uuid: admin.uuid } } });
  expect([refused.status, refused.body[0].field]).toEqual([400, 'condition.group.uuid']);
  expect((await call('POST', '', { condition: { tenantId: foreign.tenantId } })).status).toBe(400);
  const kept = (await call('GET')).body;
  expect(kept.results[0]).toMatchObject({ status: 'completed', condition: {} });
  const { rows } = await app.owner.query(
    `select status, changes from system_operation_log
     where tenant_id = $1 and target_type = 'deviceExport' and target_id = $2 order by at, id`,
    [tenant.tenantId, kept.results[0].exportStatusId],
  );
  expect(rows).toEqual([
    { status: 'processing', changes: { condition: { after: {} } } },
    { status: 'completed', changes: {} },
  ]);
  app.advance(4 * 86_400_000);
  ({ token } = await signIn(app, admin));
  expect((await call('GET', `/${kept.results[0].exportStatusId}`)).status).toBe(404);
});
