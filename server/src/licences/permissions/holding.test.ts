import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { makeDevices, makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let token: string;
let serviceClass: string;

beforeAll(async () => {
  app = await sharedTestApp();
  operate = await makeOperator(app);
  tenant = await makeTenant(app);
  token = (await signIn(app, await makeUser(app, tenant, { userId: 'root', roles: ['PowerUser'] }))).token;
  for (const userId of ['anna', 'ben', 'carl']) await makeUser(app, tenant, { userId, withoutPassword: true });
  serviceClass = await makeService(operate);
});
afterAll(() => app.close());

const post = (path: string, body: object, caller = token) =>
  app.call('POST', `/api/service/tenants/${tenant.tenantId}${path}`, { token: caller, body });
const set = async (licenseId: string, call: string, body: object) => {
  const answer = await post(`/availableServices/${serviceClass}/licenses/${licenseId}/${call}`, body);
  expect(answer.status).toBe(200);
};
/** The ids found, after the number told. */
async function found(type: 'user' | 'device', condition: object, licenseId: string) {
  const { status, body } = await post(`/operations/search/${type}Permissions`, { condition, licenseIds: [licenseId] });
  expect(status).toBe(200);
  const ids = body.results.map((row: Record<string, Record<string, string>>) => row[type]?.[`${type}Id`]);
  return [body.totalResults, ...ids.sort()];
}
const having = (licenseId: string, permitted: boolean) => ({ license: { licenseId, permitted } });

describe('users who have a license, and those who have not', () => {
  it('one by one', async () => {
    const id = await makeLicense(operate, tenant.tenantId, { serviceClass });
    expect(await found('user', having(id, true), id)).toEqual([0]);
    await set(id, 'userPermissions', { permissions: [{ userId: 'anna', permitted: true }] });
    expect(await found('user', having(id, true), id)).toEqual([1, 'anna']);
    expect(await found('user', having(id, false), id)).toEqual([3, 'ben', 'carl', 'root']);
    expect(await found('user', { ...having(id, false), keyword: 'carl' }, id)).toEqual([1, 'carl']);
    expect(await found('user', { ...having(id, true), userId: 'ben' }, id)).toEqual([0]);
  });

  it('by a rule for all with exceptions, and by another rule after it', async () => {
    const id = await makeLicense(operate, tenant.tenantId, { serviceClass });
    await set(id, 'allUserPermissions', { permissions: true, reversePermittedUsers: ['ben'] });
    expect(await found('user', having(id, true), id)).toEqual([3, 'anna', 'carl', 'root']);
    expect(await found('user', having(id, false), id)).toEqual([1, 'ben']);
    await set(id, 'allUserPermissions', { permissions: false, reversePermittedUsers: ['carl'] });
    expect(await found('user', having(id, true), id)).toEqual([1, 'carl']);
  });

  it('by role: whom the license is not for does not have it, named or not', async () => {
    const id = await makeLicense(operate, tenant.tenantId, { serviceClass });
    await set(id, 'userPermissions', { permissions: [{ userId: 'anna', permitted: true }] });
    const path = `/tenants/${tenant.tenantId}/licenses/${id}`;
    await operate('PUT', path, { availableRoles: ['PowerUser'] });
    expect(await found('user', having(id, true), id)).toEqual([0]);
    expect(await found('user', having(id, false), id)).toEqual([4, 'anna', 'ben', 'carl', 'root']);
    await set(id, 'allUserPermissions', { permissions: true });
    expect(await found('user', having(id, true), id)).toEqual([1, 'root']);
    expect(await found('user', having(id, false), id)).toEqual([3, 'anna', 'ben', 'carl']);
  });

  it('of a license that is not there, of another tenant or for devices, is said', async () => {
    const id = await makeLicense(operate, tenant.tenantId, { serviceClass });
    const theirs = await makeLicense(operate, (await makeTenant(app)).tenantId, { serviceClass });
    const device = await makeLicense(operate, tenant.tenantId, { serviceClass, volumeType: 'device' });
    for (const other of [theirs, device, 'nothing']) {
      const question = { condition: having(other, true), licenseIds: [id] };
      const { status, body } = await post('/operations/search/userPermissions', question);
      expect([status, body[0].message_id, body[0].field]).toEqual([
        404,
        'license_not_exist',
        'condition.license.licenseId',
      ]);
    }
    const wrong = { condition: { license: { licenseId: id } }, licenseIds: [id] };
    expect((await post('/operations/search/userPermissions', wrong)).status).toBe(400);
  });
});

it('devices that have a license, and those that have not: one by one, by type, with exceptions', async () => {
  await makeDevices(app, tenant.tenantId, [
    { serialId: 'm1', deviceType: 'PorticoMfp' },
    { serialId: 'm2', deviceType: 'PorticoMfp' },
    { serialId: 'w1', deviceType: 'WarningLight' },
  ]);
  const id = await makeLicense(operate, tenant.tenantId, {
    serviceClass,
    volumeType: 'device',
    availableDeviceTypes: ['PorticoMfp'],
  });
  await set(id, 'devicePermissions', { permissions: [{ deviceId: 'm1', permitted: true }] });
  expect(await found('device', having(id, true), id)).toEqual([1, 'm1']);
  expect(await found('device', having(id, false), id)).toEqual([2, 'm2', 'w1']);
  await set(id, 'allDevicePermissions', {
    permissions: true,
    deviceTypeList: ['PorticoMfp'],
    reversePermittedDevices: ['m1'],
  });
  expect(await found('device', having(id, true), id)).toEqual([1, 'm2']);
  expect(await found('device', { ...having(id, false), keyword: 'm' }, id)).toEqual([1, 'm1']);
});
