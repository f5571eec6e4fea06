import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeOperator, type Operate } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let other: TestTenant;
let administrator: TestUser;
let token: string;

const said = ({ status, body }: Answer) => [status, body[0]?.message_id, body[0]?.field];
const register = (devices: object[], tenantId = tenant.tenantId) =>
  operate('POST', `/tenants/${tenantId}/devices`, { reason: 'tests', devices });
const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/device/tenants/${tenant.tenantId}${path}`, { token, body });
const ids = async (condition: object, more = {}) =>
  (await call('POST', '/operations/search/devices', { condition, ...more })).body.results.map(
    ({ deviceId }: { deviceId: string }) => deviceId,
  );

const first = { deviceId: 'Lobby-1', serialId: 'E204-1', deviceType: 'PorticoMfp', description: '1F 受付' };
const second = { deviceId: 'board-2', serialId: 'B 77', deviceType: 'PorticoIwb', roles: ['PowerUser'] };

beforeAll(async () => {
  app = await startTestApp();
  operate = await makeOperator(app);
  [tenant, other] = [await makeTenant(app), await makeTenant(app)];
  administrator = await makeUser(app, tenant, { roles: ['PowerUser'] });
  ({ token } = await signIn(app, administrator));
  expect(
    (await register([first, second, { serialId: 'M100_', deviceId: 'meter', deviceType: 'PowerMeter' }])).body,
  ).toMatchObject({ registered: 3, unchanged: 0 });
});
afterAll(() => app.close());

describe('registration', () => {
  it('leaves alone what is there, and takes the serial number for an id', async () => {
    const again = { ...first, deviceId: 'LOBBY-1', description: 'another' };
    expect((await register([again, { serialId: 'S9', deviceType: 'PfuScanner' }])).body).toEqual({
      registered: 1,
      unchanged: 1,
      enrolments: [{ deviceId: 'S9', credential: expect.any(String), expiresAt: expect.any(String) }],
    });
    expect((await call('GET', '/devices/s9')).body).toMatchObject({ deviceId: 'S9', serialId: 'S9', roles: ['User'] });
    expect((await call('GET', '/devices/lobby-1')).body.description).toBe('1F 受付');
    expect((await call('DELETE', '/devices/s9')).status).toBe(204);
  });

  it('names what does not fit once, whatever rules it breaks', async () => {
    const answer = await register([{ serialId: 'L1', deviceId: `${'d'.repeat(129)}`, deviceType: 'PfuScanner' }]);
    expect([answer.status, answer.body.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['devices.0.deviceId'],
    ]);
  });

  it('begins the history of each device, and stands in the log of the tenant', async () => {
    const given = { ...second, deviceId: 'board-9', serialId: 'B 99' };
    expect((await register([first, given, { serialId: 'S8', deviceType: 'PfuScanner' }])).body.registered).toBe(2);
    const logs = `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/systemOperation`;
    const historyOf = async (body: object) => (await app.call('POST', logs, { token, body })).body.results;
    const { uuid } = (await call('GET', '/devices/board-9')).body;
    const history = await historyOf({ targetType: 'device', targetId: uuid });
    const [one] = history;
    expect(history).toHaveLength(1);
    expect(one).toMatchObject({
      ...{ operation: 'create', operatorUserId: expect.stringMatching(/^(operator|cli):/) },
      action: 'POST /api/operator/tenants/{tenantId}/devices',
      changes: {
        deviceId: { after: 'board-9' },
        serialId: { after: 'B 99' },
        deviceType: { after: 'PorticoIwb' },
        roles: { after: ['PowerUser'] },
        credentialStatus: { after: 'issued' },
      },
    });
    const known = (await call('GET', '/devices/lobby-1')).body.uuid;
    expect(await historyOf({ targetType: 'device', targetId: known })).toHaveLength(1);
    const [ofTenant] = await historyOf({ condition: { targetType: 'tenant' } });
    expect(ofTenant.changes).toEqual({ devices: { after: ['board-9', 'S8'] } });
    for (const id of ['board-9', 's8']) expect((await call('DELETE', `/devices/${id}`)).status).toBe(204);
  });

  it('is all or nothing', async () => {
    const free = { serialId: 'free', deviceType: 'PowerMeter' };
    const wrong: [object[], number, string, string][] = [
      [[free, { ...first, serialId: 'other' }], 409, 'duplicated_params_deviceId', 'devices.1.deviceId'],
      [[free, { ...first, deviceId: 'other' }], 409, 'duplicated_params_serialId', 'devices.1.serialId'],
      [[free, { ...free, deviceId: 'more' }], 409, 'duplicated', 'devices.1.serialId'],
      [[free, { ...free, serialId: 'more', deviceId: 'FREE' }], 409, 'duplicated', 'devices.1.deviceId'],
      [[free, { serialId: 'x', deviceType: 'Toaster' }], 400, 'invalid_params', 'devices.1.deviceType'],
      [[free, { serialId: 'has space', deviceType: 'PowerMeter' }], 400, 'invalid_params', 'devices.1.deviceId'],
      [
        [free, { serialId: '漢', deviceId: 'x', deviceType: 'PowerMeter' }],
        400,
        'invalid_params',
        'devices.1.serialId',
      ],
      [[{ ...free, deviceId: '-x' }], 400, 'invalid_params', 'devices.0.deviceId'],
      [[{ ...free, roles: [] }], 400, 'invalid_params', 'devices.0.roles'],
      [[{ ...free, owner: 'x' }], 400, 'invalid_params', 'owner'],
      [[], 400, 'invalid_params', 'devices'],
    ];
    for (const [devices, ...refusal] of wrong) expect(said(await register(devices))).toEqual(refusal);
    expect((await call('GET', '/devices/free')).status).toBe(404);
    expect(said(await register([free], 'nobody'))).toEqual([404, 'not_found', 'tenantId']);
  });

  it('is each tenant’s own', async () => {
    expect((await register([first], other.tenantId)).body).toMatchObject({ registered: 1, unchanged: 0 });
    expect((await operate('DELETE', `/tenants/${other.tenantId}/devices/board-2`)).status).toBe(404);
    expect((await operate('DELETE', `/tenants/${other.tenantId}/devices/lobby-1`)).status).toBe(204);
    expect((await operate('GET', `/tenants/${other.tenantId}/devices`)).body.totalResults).toBe(0);
    expect((await call('GET', '/devices')).body.totalResults).toBe(3);
  });
});

describe('the list', () => {
  it('is searched by every field and sorted by every column', async () => {
    expect(await ids({})).toEqual(['board-2', 'Lobby-1', 'meter']);
    expect(await ids({ keyword: '受付' })).toEqual(['Lobby-1']);
    expect(await ids({ keyword: ' IWB ' })).toEqual(['board-2']);
    expect(await ids({ keyword: 'nothing' })).toEqual([]);
    expect(await ids({ keyword: '_' })).toEqual(['meter']);
    expect(await ids({ keyword: '%' })).toEqual([]);
    expect(await ids({ deviceId: 'b' })).toEqual(['board-2', 'Lobby-1']);
    expect(await ids({ serialId: 'b' })).toEqual(['board-2']);
    expect(await ids({ comment: '1f' })).toEqual(['Lobby-1']);
    expect(await ids({ deviceType: ['PorticoIwb', 'PowerMeter'] })).toEqual(['board-2', 'meter']);
    expect(await ids({ role: 'PowerUser' })).toEqual(['board-2']);
    expect(await ids({}, { sort: 'serialId' })).toEqual(['board-2', 'Lobby-1', 'meter']);
    expect(await ids({}, { sort: 'deviceType', order: 'descending' })).toEqual(['meter', 'Lobby-1', 'board-2']);
    await app.owner.query("update devices set last_seen_at = now() where device_id = 'meter'");
    expect(await ids({}, { sort: 'lastSeenAt', order: 'descending', count: 1 })).toEqual(['meter']);
    expect(await ids({}, { count: 2, page: 2 })).toEqual(['meter']);
    app.advance(3 * 86_400_000);
    ({ token } = await signIn(app, administrator));
    expect(await ids({ notSeenForDays: 4 })).toEqual([]);
    expect(await ids({ notSeenForDays: 2 })).toHaveLength(3);
    await app.owner.query("update devices set last_seen_at = now() - interval '3 days' where device_id = 'meter'");
    expect(await ids({ lastSeen: { periodType: 'hours24' } })).toEqual([]);
    expect(await ids({ lastSeen: { periodType: 'days7' } })).toEqual(['meter']);
    await app.owner.query("update devices set last_seen_at = null where device_id = 'meter'");
    expect((await call('GET', '/deviceTypes')).body.results).toEqual(['PorticoIwb', 'PorticoMfp', 'PowerMeter']);
  });

  it.each([
    [{ condition: { keyword: 'x'.repeat(257) } }],
    [{ condition: { deviceId: 'x'.repeat(129) } }],
    [{ condition: { role: 'King' } }],
    [{ condition: { tenantId: 'x' } }],
    [{ sort: 'secret' }],
    [{ count: 501 }],
    [{ page: 0 }],
  ])('does not take %j', async (body) => {
    expect(said(await call('POST', '/operations/search/devices', body)).slice(0, 2)).toEqual([400, 'invalid_params']);
  });
});

describe('a device', () => {
  it('changes its comment and roles, and goes', async () => {
    const changed = await call('PUT', '/devices/METER', {
      description: 'Basement\nleft',
      roles: ['PowerUser', 'User'],
    });
    expect(changed.body).toMatchObject({
      deviceId: 'meter',
      description: 'Basement\nleft',
      roles: ['PowerUser', 'User'],
    });
    for (const body of [
      { deviceId: 'x' },
      { serialId: 'x' },
      { deviceType: 'x' },
      { description: 'x'.repeat(257) },
      { roles: [] },
    ])
      expect((await call('PUT', '/devices/meter', body)).status).toBe(400);
    expect((await call('DELETE', '/devices/meter')).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await call(method, '/devices/meter')).status).toBe(404);
    expect((await call('PUT', '/devices/meter', {})).status).toBe(404);
    const { rows } = await app.owner.query(
      "select operation, changes from system_operation_log where tenant_id = $1 and target_type = 'device' and target_id = $2 order by at",
      [tenant.tenantId, changed.body.uuid],
    );
    expect(rows.map((row) => row.operation)).toEqual(['create', 'update', 'delete']);
    expect(rows[2].changes.serialId).toEqual({ before: 'M100_' });
  });
});
