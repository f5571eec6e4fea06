import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { makeDevices } from '#test/services.ts';
import { divide } from '../../people/lines/lines.ts';

let app: TestApp;
let tenant: TestTenant;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  const admin = await makeUser(app, tenant, { userId: 'admin', roles: ['PowerUser'] });
  ({ token } = await signIn(app, admin));
  await makeDevices(app, tenant.tenantId, [
    { serialId: 'S1', deviceId: 'd1', deviceType: 'PowerMeter' },
    { serialId: 'S2', deviceId: 'd2', deviceType: 'PowerMeter' },
  ]);
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: object) => app.call(method, path, { token, ...(body && { body }) });
const groups = () => `/api/auth/tenants/${tenant.tenantId}/groups`;
const kinds = () => [
  `/api/auth/tenants/${tenant.tenantId}/userExport`,
  `/api/device/tenants/${tenant.tenantId}/deviceExport`,
];

async function makeGroup(groupId: string): Promise<string> {
  const members = { userIds: ['admin'], deviceIds: ['d1'] };
  return (await call('POST', groups(), { groupId, name: groupId, ...members })).body.uuid;
}

async function begin(path: string, group: object): Promise<string> {
  const begun = await call('POST', path, { condition: { group } });
  expect(begun.status).toBe(200);
  return `${path}/${begun.body.exportStatusId}`;
}

/** As if it had been divided, and its only part were still to be written. */
async function divided(at: string): Promise<void> {
  const id = at.split('/').at(-1);
  await app.owner.query(
    `update user_exports set status = 'processing', rows_total = 1, attributes = '{}', started_at = now()
     where export_status_id = $1`,
    [id],
  );
  await app.owner.query('insert into user_export_parts (tenant_id, export_status_id, index) select $1, $2, 1', [
    tenant.tenantId,
    id,
  ]);
}

it('an export by a group that was deleted ends with an error in words, before it is divided and behind', async () => {
  const [gone, kept] = [await makeGroup('gone'), await makeGroup('kept')];
  const worthless: string[] = [];
  const good: string[] = [];
  for (const path of kinds()) {
    const inPart = await begin(path, { uuid: gone, members: 'all', included: false });
    await divided(inPart);
    worthless.push(inPart, await begin(path, { uuid: gone, included: false }));
    good.push(await begin(path, { uuid: kept, included: false }));
  }
  expect((await call('DELETE', `${groups()}/${gone}`)).status).toBe(200);
  await app.startWorker();
  const statusOf = async (at: string) => (await call('GET', at)).body.status;
  for (const at of worthless) await expect.poll(() => statusOf(at)).toBe('error');
  for (const at of good) await expect.poll(() => statusOf(at)).toBe('completed');
  for (const at of worthless) {
    const { error, finishedAt, parts } = (await call('GET', at)).body;
    expect([error.message_id, parts]).toEqual(['group_deleted_meanwhile', []]);
    expect(error.message).toMatch(/deleted the group/);
    const inJapanese = await app.call('GET', at, { token, headers: { 'accept-language': 'ja' } });
    expect(inJapanese.body.error.message).toMatch(/グループが削除された/);
    expect(finishedAt).not.toBe(null);
    expect((await call('GET', `${at}/download`)).status).toBe(409);
  }
  for (const path of kinds()) {
    const members = await begin(path, { uuid: kept, members: 'direct' });
    await expect.poll(() => statusOf(members)).toBe('completed');
    expect((await call('GET', members)).body.progress.total).toBe(1);
  }
});

it('not to be in a group that is gone is said of nobody, whoever acts on all that match', async () => {
  const uuid = await makeGroup('soon-gone');
  await makeUser(app, tenant);
  const outside = { group: { uuid, members: 'all' as const, included: false } };
  const count = () => app.tools.db.inTenant(tenant.tenantId, (tx) => divide(tx, outside, app.tools.clock(), 10));
  expect(await count()).toMatchObject({ total: 1 });
  await call('DELETE', `${groups()}/${uuid}`);
  expect(await count()).toMatchObject({ total: 0 });
});
