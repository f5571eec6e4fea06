import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
let tenantId: string;
let token: string;
let serviceClass: string;

beforeAll(async () => {
  app = await sharedTestApp();
  operate = await makeOperator(app);
  const tenant = await makeTenant(app);
  ({ tenantId } = tenant);
  token = (await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }))).token;
  serviceClass = await makeService(operate);
});
afterAll(() => app.close());

const register = (...devices: [string, string][]) =>
  operate('POST', `/tenants/${tenantId}/devices`, {
    reason: 'tests',
    devices: devices.map(([serialId, deviceType]) => ({ serialId, deviceType })),
  });
const said = ({ status, body }: Answer) => [status, body[0]?.message_id, body[0]?.field];

it('permissions of devices follow type, role, rule and exception', async () => {
  await register(['m1', 'PorticoMfp'], ['m2', 'PorticoMfp'], ['b1', 'PorticoIwb'], ['w1', 'WarningLight']);
  const licenseId = await makeLicense(operate, tenantId, {
    serviceClass,
    volumeType: 'device',
    volume: 3,
    availableDeviceTypes: ['PorticoMfp', 'PorticoIwb'],
  });
  const on = (call: string, body: object) =>
    app.call(
      'POST',
      `/api/service/tenants/${tenantId}/availableServices/${serviceClass}/licenses/${licenseId}/${call}`,
      {
        token,
        body,
      },
    );
  const permit = (deviceId: string, permitted = true) =>
    on('devicePermissions', { permissions: [{ deviceId, permitted }] });
  const used = async () => (await operate('GET', `/tenants/${tenantId}/licenses`)).body.results[0].usedVolume;
  expect((await permit('M1')).body).toMatchObject({ changed: 1, license: { usedVolume: 1 } });
  expect(said(await permit('w1'))).toEqual([409, 'device_type_not_allowed', 'permissions.0.deviceId']);
  expect(said(await permit('nothing'))).toEqual([400, 'invalid_params_deviceIds', 'permissions.0.deviceId']);
  const wrong = { permissions: true, deviceTypeList: ['WarningLight'] };
  expect(said(await on('allDevicePermissions', wrong))).toEqual([409, 'device_type_not_allowed', 'deviceTypeList']);
  const rule = { permissions: true, deviceTypeList: ['PorticoMfp'], reversePermittedDevices: ['m2', 'b1'] };
  expect((await on('allDevicePermissions', rule)).body).toMatchObject({ changed: 2, license: { usedVolume: 2 } });
  await register(['m3', 'PorticoMfp'], ['b2', 'PorticoIwb']);
  expect(await used()).toBe(3);
  expect(said(await permit('m2'))).toEqual([409, 'exceeded_permitted_users', undefined]);
  const device = `/api/device/tenants/${tenantId}/devices`;
  await app.call('DELETE', `${device}/b1`, { token });
  expect(await used()).toBe(2);
  expect((await permit('m2')).body.license.usedVolume).toBe(3);
  await operate('PUT', `/tenants/${tenantId}/licenses/${licenseId}`, { availableRoles: ['PowerUser'] });
  expect(await used()).toBe(0);
  await app.call('PUT', `${device}/m1`, { token, body: { roles: ['PowerUser'] } });
  expect(await used()).toBe(1);
  await app.call('DELETE', `${device}/m1`, { token });
  expect(await used()).toBe(0);
  expect((await on('allDevicePermissions', { permissions: false })).body.license.usedVolume).toBe(0);
});

it('a licence for devices is none for users, and the other way', async () => {
  const [ofUsers, ofDevices] = [
    await makeLicense(operate, tenantId, { serviceClass }),
    await makeLicense(operate, tenantId, { serviceClass, volumeType: 'device' }),
  ];
  const on = (id: string, call: string, body: object) =>
    app.call('POST', `/api/service/tenants/${tenantId}/availableServices/${serviceClass}/licenses/${id}/${call}`, {
      token,
      body,
    });
  expect(said(await on(ofDevices, 'allUserPermissions', { permissions: true }))[1]).toBe('license_not_exist');
  const types = { permissions: true, deviceTypeList: ['PorticoMfp'] };
  expect(said(await on(ofUsers, 'allDevicePermissions', types))[1]).toBe('license_not_exist');
});

it('devices permitted or excepted one by one are recounted when the license is for other roles or types', async () => {
  await register(['r1', 'PorticoMfp'], ['r2', 'PorticoMfp'], ['r3', 'PorticoIwb']);
  const license = await makeLicense(operate, tenantId, { serviceClass, volumeType: 'device' });
  const calls = `/api/service/tenants/${tenantId}/availableServices/${serviceClass}/licenses/${license}`;
  const used = async (given: object) =>
    (await operate('PUT', `/tenants/${tenantId}/licenses/${license}`, given)).body.usedVolume;
  const permissions = ['r1', 'r2', 'r3'].map((deviceId) => ({ deviceId, permitted: true }));
  const permitted = await app.call('POST', `${calls}/devicePermissions`, { token, body: { permissions } });
  expect(permitted.body.license.usedVolume).toBe(3);
  expect(await used({ availableDeviceTypes: ['PorticoMfp'] })).toBe(2);
  expect(await used({ availableRoles: ['PowerUser'] })).toBe(0);
  expect(await used({ availableDeviceTypes: null, availableRoles: null })).toBe(3);

  const rule = { permissions: true, deviceTypeList: ['PorticoIwb'], reversePermittedDevices: ['r1', 'r3'] };
  const before = (await app.call('POST', `${calls}/allDevicePermissions`, { token, body: rule })).body.license
    .usedVolume;
  expect(await used({ availableRoles: ['PowerUser'] })).toBe(0);
  expect(await used({ availableRoles: null })).toBe(before);
});
