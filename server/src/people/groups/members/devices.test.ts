import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroupDevice } from '#contract/people/groups-members.ts';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { makeDevices } from '#test/services.ts';
import { ofDevices } from './kind.ts';
import { mergeGroups, scanAll } from './list-queries.ts';

let app: TestApp;
let tenant: TestTenant;
let foreign: TestTenant;
let call: (method: string, path: string, body?: object) => Promise<Answer>;
let callDevices: typeof call;

/** top contains left and right; shared is in left and right. */
const uuids = new Map<string, string>();
const placed: Record<string, string[]> = {
  top: ['Lobby-1', 'board-2'],
  left: ['Lobby-1'],
  right: ['meter-3'],
  shared: ['scan-4'],
  aside: ['scan-5'],
};
const parents: Record<string, string[]> = { left: ['top'], right: ['top'], shared: ['left', 'right'] };
const deviceOf = (deviceId: string) => ({ deviceId, serialId: `S ${deviceId}`, deviceType: 'PorticoMfp' });

beforeAll(async () => {
  app = await sharedTestApp();
  [tenant, foreign] = [await makeTenant(app), await makeTenant(app)];
  const { token } = await signIn(app, await makeUser(app, tenant, { userId: 'admin', roles: ['PowerUser'] }));
  call = (method, path, body) => app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token, body });
  callDevices = (method, path, body) =>
    app.call(method, `/api/device/tenants/${tenant.tenantId}${path}`, { token, body });
  await makeDevices(app, tenant.tenantId, [...new Set(Object.values(placed).flat()), 'free-6'].map(deviceOf));
  await makeDevices(app, foreign.tenantId, [deviceOf('elsewhere-1')]);
  for (const groupId of Object.keys(placed)) {
    const given = { groupId, name: `Group ${groupId}`, deviceIds: placed[groupId], parentGroupIds: parents[groupId] };
    const made = await call('POST', '/groups', given);
    expect(made.body).toMatchObject({ groupId, deviceCount: placed[groupId]?.length, userCount: 0 });
    uuids.set(groupId, made.body.uuid);
  }
});
afterAll(() => app.close());

const list = async (groupId: string, body: object) =>
  (await call('POST', `/groups/${uuids.get(groupId)}/operations/search/devices`, body)).body;
const ids = ({ results }: { results: { deviceId: string }[] }) => results.map(({ deviceId }) => deviceId);
const change = (act: 'add' | 'remove', groupId: string, ...deviceIds: string[]) =>
  call('POST', `/groups/${uuids.get(groupId)}/operations/${act}/devices`, { deviceIds });
const group = async (groupId: string) => (await call('GET', `/groups/${uuids.get(groupId)}`)).body;
const logOf = async (targetType: string, targetId: string | undefined) => {
  const { rows } = await app.owner.query(
    'select action, changes from system_operation_log where tenant_id = $1 and target_type = $2 and target_id = $3 order by at desc limit 1',
    [tenant.tenantId, targetType, targetId],
  );
  return rows[0];
};

describe('the devices', () => {
  it.each([
    ['direct', ['board-2', 'Lobby-1']],
    ['inherited', ['Lobby-1', 'meter-3', 'scan-4']],
    ['all', ['board-2', 'Lobby-1', 'meter-3', 'scan-4']],
  ])('that are %s, ordered by ID', async (which, wanted) => {
    const page = await list('top', { members: which });
    expect([ids(page), page.totalResults, page.totalIsEstimate]).toEqual([wanted, wanted.length, undefined]);
    expect(ids(await list('top', { members: which, order: 'descending' }))).toEqual([...wanted].reverse());
  });

  it('show their child groups', async () => {
    const { results } = await list('top', { members: 'all' });
    const ways = results.map((device: GroupDevice) => [
      device.deviceId,
      device.direct,
      device.through.map(({ groupId }) => groupId),
    ]);
    expect(ways).toEqual([
      ['board-2', true, []],
      ['Lobby-1', true, ['left']],
      ['meter-3', false, ['right']],
      ['scan-4', false, ['left', 'right']],
    ]);
    expect(results[1].groups.map(({ groupId }: { groupId: string }) => groupId)).toEqual(['left', 'top']);
  });

  it('are found by a keyword, in pages, with cursors of this list only', async () => {
    expect(ids(await list('top', { members: 'all', keyword: 'scan' }))).toEqual(['scan-4']);
    expect(ids(await list('top', { members: 'inherited', keyword: 'board' }))).toEqual([]);
    const first = await list('top', { members: 'all', count: 3 });
    const second = await list('top', { members: 'all', count: 3, cursor: first.next });
    expect([ids(second), second.next]).toEqual([['scan-4'], undefined]);
    expect(ids(await list('top', { members: 'all', count: 3, cursor: second.previous }))).toEqual(ids(first));
    for (const body of [{ members: 'direct', cursor: first.next }, { cursor: 'nonsense' }])
      expect((await list('top', body))[0]).toMatchObject({ message_id: 'invalid_params', field: 'cursor' });
    const users = await call('POST', `/groups/${uuids.get('top')}/operations/search/users`, {
      members: 'all',
      cursor: first.next,
    });
    expect(users.status).toBe(400);
  });

  it('need an existing group', async () => {
    const path = `/groups/${randomUUID()}/operations`;
    expect((await call('POST', `${path}/search/devices`, {})).status).toBe(404);
    expect((await call('POST', `${path}/add/devices`, { deviceIds: ['free-6'] })).status).toBe(404);
  });

  it('are the same by both ways of reading', async () => {
    const uuid = uuids.get('top') ?? '';
    await app.tools.db.inTenant(tenant.tenantId, async (tx) => {
      for (const which of ['all', 'inherited'] as const) {
        for (const descending of [false, true]) {
          const reading = { kind: ofDevices, uuid, members: which, descending, from: undefined, limit: 3 };
          const found = await scanAll(tx, reading, 1000);
          expect(found.length).toBeGreaterThan(0);
          expect(found).toEqual(await mergeGroups(tx, reading));
        }
      }
    });
  });
});

describe('adding and removing devices', () => {
  it('counts, and logs both sides', async () => {
    expect((await change('add', 'aside', 'FREE-6', 'scan-5')).body).toEqual({ matched: 2, changed: 1 });
    expect((await group('aside')).deviceCount).toBe(2);
    expect(await logOf('group', uuids.get('aside'))).toMatchObject({
      action: expect.stringContaining('add/devices'),
      changes: { deviceIds: { before: [], after: ['free-6'] } },
    });
    const device = (await callDevices('GET', '/devices/free-6')).body;
    expect(device.groups).toEqual([{ uuid: uuids.get('aside'), groupId: 'aside', name: 'Group aside' }]);
    expect(await logOf('device', device.uuid)).toMatchObject({ changes: { groups: { before: [], after: ['aside'] } } });
    const history = await call('POST', '/operations/search/logs/systemOperation', {
      targetType: 'device',
      targetId: device.uuid,
    });
    expect(history.body.results[0].changes).toEqual({ groups: { before: [], after: ['aside'] } });
    expect((await change('remove', 'aside', 'free-6', 'meter-3')).body).toEqual({ matched: 2, changed: 1 });
    expect((await group('aside')).deviceCount).toBe(1);
    expect(await logOf('device', device.uuid)).toMatchObject({ changes: { groups: { before: ['aside'], after: [] } } });
  });

  it('is all or nothing, and devices of other tenants are unknown', async () => {
    for (const unknown of ['nothing', 'elsewhere-1']) {
      for (const act of ['add', 'remove'] as const) {
        const refused = await change(act, 'aside', 'free-6', unknown);
        expect([refused.status, refused.body]).toEqual([
          400,
          [expect.objectContaining({ message_id: 'invalid_params_deviceIds', field: 'deviceIds.1' })],
        ]);
      }
      const made = await call('POST', '/groups', { groupId: 'half', name: 'Half', deviceIds: [unknown] });
      expect(made.body[0]).toMatchObject({ message_id: 'invalid_params_deviceIds', field: 'deviceIds.0' });
    }
    expect((await group('aside')).deviceCount).toBe(1);
  });

  it.each([
    [{ deviceIds: [] }],
    [{ deviceIds: ['scan-4', 'SCAN-4'] }],
    [{ deviceIds: Array.from({ length: 1001 }, (_, at) => `d${at}`) }],
    [{ deviceIds: ['-x'] }],
    [{ deviceIds: ['scan-4'], userIds: [] }],
  ])('refuses %j', async (body) => {
    expect((await call('POST', `/groups/${uuids.get('aside')}/operations/add/devices`, body)).status).toBe(400);
  });

  it('counts correctly during concurrent changes', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => `crowd-${at}`);
    await makeDevices(app, tenant.tenantId, ten.map(deviceOf));
    await Promise.all(ten.map((deviceId) => change('add', 'aside', deviceId)));
    expect((await group('aside')).deviceCount).toBe(11);
    await Promise.all(ten.map((deviceId) => callDevices('DELETE', `/devices/${deviceId}`)));
    expect((await group('aside')).deviceCount).toBe(1);
  });
});

describe('the search of devices', () => {
  const search = async (asked: object, more: object = {}) =>
    (await callDevices('POST', '/operations/search/devices', { condition: { group: asked, ...more } })).body;

  it('finds devices in a group and devices not in it', async () => {
    const uuid = uuids.get('top');
    expect(ids(await search({ uuid }))).toEqual(['board-2', 'Lobby-1']);
    expect(ids(await search({ uuid, members: 'all' }))).toEqual(['board-2', 'Lobby-1', 'meter-3', 'scan-4']);
    expect(ids(await search({ uuid, members: 'all', included: false }))).toEqual(['free-6', 'scan-5']);
    expect(ids(await search({ uuid, members: 'all' }, { keyword: 'scan' }))).toEqual(['scan-4']);
    const [refused] = await search({ uuid: randomUUID(), included: false });
    expect(refused).toMatchObject({ message_id: 'invalid_params', field: 'condition.group.uuid' });
  });
});

describe('deleting', () => {
  it('a device removes it from its groups, which its log row names', async () => {
    await change('add', 'aside', 'free-6');
    const { uuid } = (await callDevices('GET', '/devices/free-6')).body;
    expect((await callDevices('DELETE', '/devices/free-6')).status).toBe(204);
    expect((await group('aside')).deviceCount).toBe(1);
    expect((await logOf('device', uuid)).changes.groups).toEqual({ before: ['aside'] });
  });

  it('a device and registering the same ID again restores no groups', async () => {
    await makeDevices(app, tenant.tenantId, [deviceOf('free-6')]);
    expect((await callDevices('GET', '/devices/free-6')).body.groups).toEqual([]);
  });

  it('a group tells how many devices lose it, and keeps them', async () => {
    expect((await group('aside')).deletion).toMatchObject({ devices: 1, users: 0 });
    expect((await call('DELETE', `/groups/${uuids.get('aside')}`)).body).toMatchObject({ devices: 1 });
    expect((await callDevices('GET', '/devices/scan-5')).body.groups).toEqual([]);
    const { rows } = await app.owner.query('select from group_device_counts where group_uuid = $1', [
      uuids.get('aside'),
    ]);
    expect(rows).toEqual([]);
  });
});
