import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeDevices, makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';

/** A new rule while use exceeds the volume, and the log entries of the holders it names. */

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let token: string;
let serviceClass: string;
let licenseId: string;

beforeAll(async () => {
  app = await sharedTestApp('with a clock');
  operate = await makeOperator(app);
  serviceClass = await makeService(operate);
});
afterAll(() => app.close());

const said = ({ status, body }: Answer) =>
  status === 200 ? body.license.usedVolume : [body[0]?.message_id, body[0]?.field];
const on = (call: string, body: object) =>
  app.call('POST', `/api/service/tenants/${tenant.tenantId}/availableServices/${serviceClass}/licenses/${call}`, {
    token,
    body,
  });
const change = (facts: object) => operate('PUT', `/tenants/${tenant.tenantId}/licenses/${licenseId}`, facts);
const full = ['exceeded_permitted_users', undefined];

function aSecondLater(): Date {
  app.advance(1000);
  return app.tools.clock();
}

/** Logged changes by holder ID. */
async function loggedSince(type: 'user' | 'device', at: Date): Promise<Record<string, object>> {
  const { rows } = await app.owner.query(
    `select coalesce(u.user_id, d.device_id) as id, l.changes from system_operation_log l
     left join users u on u.tenant_id = l.tenant_id and u.uuid::text = l.target_id
     left join devices d on d.tenant_id = l.tenant_id and d.uuid::text = l.target_id
     where l.tenant_id = $1 and l.target_type = $2 and l.at >= $3`,
    [tenant.tenantId, type, at],
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  return Object.fromEntries(rows.map(({ id, changes }) => [id, changes]));
}

beforeEach(async () => {
  tenant = await makeTenant(app);
  token = (await signIn(app, await makeUser(app, tenant, { userId: 'boss', roles: ['PowerUser'] }))).token;
});

describe('users', () => {
  const all = (...reversePermittedUsers: string[]) =>
    on(`${licenseId}/allUserPermissions`, { permissions: true, reversePermittedUsers });
  const only = (...reversePermittedUsers: string[]) =>
    on(`${licenseId}/allUserPermissions`, { permissions: false, reversePermittedUsers });
  const users: Record<string, TestUser> = {};

  beforeEach(async () => {
    for (const userId of ['a', 'b', 'c', 'd', 'e', 'f'])
      users[userId] = await makeUser(app, tenant, { userId, withoutPassword: true });
    licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, volume: 9 });
  });

  it('of an over-used licence: a rule for nobody but some permits none of those who were not', async () => {
    expect(said(await only('a', 'b', 'c'))).toBe(3);
    await change({ volume: 1 });
    for (const named of [
      ['d', 'e', 'f'],
      ['a', 'd'],
      ['d', 'a'],
    ])
      expect([named, said(await only(...named))]).toEqual([named, full]);
    expect(said(await only('b', 'c'))).toBe(2);
    expect(said(await only('b', 'a'))).toEqual(full);
    // Now there is room.
    expect(said(await only('f'))).toBe(1);
  });

  it('of an over-used licence: a rule for all ends the exception of nobody', async () => {
    expect(said(await all('a', 'b'))).toBe(5);
    await change({ volume: 2 });
    for (const named of [[], ['c', 'd'], ['b'], ['b', 'c', 'd', 'e']])
      expect([named, said(await all(...named))]).toEqual([named, full]);
    expect(said(await all('b', 'a'))).toBe(5);
    expect(said(await all('a', 'b', 'c'))).toBe(4);
    expect(said(await only('c', 'd', 'e'))).toEqual(full);
    expect(said(await only('d', 'e', 'f'))).toBe(3);
  });

  it('of an over-used licence: a rule for all may follow where all others are named', async () => {
    expect(said(await only('d', 'e', 'f'))).toBe(3);
    await change({ volume: 2 });
    expect(said(await all('boss', 'a', 'b'))).toEqual(full);
    expect(said(await all('boss', 'a', 'b', 'd'))).toEqual(full);
    expect(said(await all('boss', 'a', 'b', 'c'))).toBe(3);
    // A holder the license is not for uses no seat, so removing it frees none.
    await change({ availableRoles: ['User'] });
    expect(said(await all('boss', 'a', 'b'))).toEqual(full);
    expect(said(await all('a', 'b', 'c'))).toBe(3);
  });

  it('the log says whose permission a rule changed, and whom it only names', async () => {
    await only('a');
    const since = aSecondLater();
    await all('a', 'b');
    expect(await loggedSince('user', since)).toEqual({
      a: { permittedLicenses: { before: licenseId } },
      b: { namedInLicenseRule: { after: licenseId } },
    });
    const again = aSecondLater();
    await all('a', 'b');
    expect(await loggedSince('user', again)).toEqual({});
    const later = aSecondLater();
    await only('b', 'c');
    expect(await loggedSince('user', later)).toEqual({
      b: { permittedLicenses: { after: licenseId } },
      c: { namedInLicenseRule: { after: licenseId } },
    });
    const { rows } = await app.owner.query(
      `select changes from system_operation_log where tenant_id = $1 and target_type = 'license' and target_id = $2 and at >= $3`,
      [tenant.tenantId, licenseId, later],
    );
    const changes = { allUsers: { before: true, after: false }, reversed: { after: 2 } };
    expect(rows).toEqual([{ changes: { ...changes, usedVolume: { before: 5, after: 2 } } }]);
  });
});

describe('devices', () => {
  const [m, i] = ['PorticoMfp', 'PorticoIwb'];
  const rule = (deviceTypeList: string[], reversePermittedDevices: string[] = [], keepExceptions = false) => {
    const body = { permissions: deviceTypeList.length > 0, deviceTypeList, reversePermittedDevices, keepExceptions };
    return on(`${licenseId}/allDevicePermissions`, body);
  };

  beforeEach(async () => {
    const devices = ['m1', 'm2', 'm3', 'i1', 'i2'].map((serialId) => ({
      serialId,
      deviceType: serialId.startsWith('m') ? m : i,
    }));
    await makeDevices(app, tenant.tenantId, devices);
    licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, volumeType: 'device', volume: 9 });
  });

  it('an over-used licence takes none by other types, by name or for an exception', async () => {
    expect(said(await rule([m], ['m3']))).toBe(2);
    await change({ volume: 1 });
    for (const [types, named, keeps] of [
      [[i], [], false],
      [[m, i], ['m1', 'm2', 'i1'], false],
      [[m], ['m1'], false],
      [[m], ['m1', 'm3', 'i1'], false],
      [[m], ['m1', 'i1'], true],
      [[], ['m1', 'i1'], false],
    ] as const)
      expect([types, named, said(await rule([...types], [...named], keeps))]).toEqual([types, named, full]);
    expect(said(await rule([m], [], true))).toBe(2);
    expect(said(await rule([m, i], ['m3', 'i1', 'i2']))).toBe(2);
    expect(said(await rule([], ['m1', 'm2']))).toBe(2);
    await change({ volume: 0 });
    expect(said(await rule([], ['m2']))).toBe(1);
  });

  it('the log says which a rule changed, and which it only names', async () => {
    await rule([m]);
    const since = aSecondLater();
    await rule([m, i], ['m1', 'i1']);
    expect(await loggedSince('device', since)).toEqual({
      m1: { permittedLicenses: { before: licenseId } },
      i1: { namedInLicenseRule: { after: licenseId } },
    });
    const kept = aSecondLater();
    await rule([m], ['m1', 'm2'], true);
    expect(await loggedSince('device', kept)).toEqual({ m2: { permittedLicenses: { before: licenseId } } });
  });

  it('a rule is for types that there are', async () => {
    expect(said(await rule(['Nonsense', m]))).toEqual(['device_type_not_allowed', 'deviceTypeList']);
    expect(said(await rule(['Porticomfp']))).toEqual(['device_type_not_allowed', 'deviceTypeList']);
    expect(said(await rule(['PowerMeter', m]))).toBe(3);
  });
});
