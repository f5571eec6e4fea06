import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { makeDevices, makeLicense, makeOperator, makeService } from '#test/services.ts';

/** A request with IDs of another tenant, or unknown ones, is refused as a whole and changes nothing. */

let app: TestApp;
let ours: TestTenant;
let theirs: TestTenant;
let token: string;
let serviceClass: string;
const license: Record<'users' | 'devices' | 'theirUsers' | 'theirDevices', string> = {
  ...{ users: '', devices: '', theirUsers: '', theirDevices: '' },
};

beforeAll(async () => {
  app = await startTestApp();
  const operate = await makeOperator(app);
  [ours, theirs] = [await makeTenant(app), await makeTenant(app)];
  token = (await signIn(app, await makeUser(app, ours, { userId: 'admin', roles: ['PowerUser'] }))).token;
  await makeUser(app, ours, { userId: 'own', withoutPassword: true });
  await makeUser(app, theirs, { userId: 'stranger', withoutPassword: true });
  await makeDevices(app, ours.tenantId, [{ serialId: 'own-m', deviceType: 'PorticoMfp' }]);
  await makeDevices(app, theirs.tenantId, [{ serialId: 'strange-m', deviceType: 'PorticoMfp' }]);
  serviceClass = await makeService(operate);
  const device = { serviceClass, volumeType: 'device', availableDeviceTypes: ['PorticoMfp'] };
  license.users = await makeLicense(operate, ours.tenantId, { serviceClass });
  license.devices = await makeLicense(operate, ours.tenantId, device);
  license.theirUsers = await makeLicense(operate, theirs.tenantId, { serviceClass });
  license.theirDevices = await makeLicense(operate, theirs.tenantId, device);
});
afterAll(() => app.close());

const said = ({ status, body }: Answer) => [status, body[0]?.message_id];
const on = (tenant: TestTenant, licenseId: string, call: string, body: object) =>
  app.call(
    'POST',
    `/api/service/tenants/${tenant.tenantId}/availableServices/${serviceClass}/licenses/${licenseId}/${call}`,
    {
      token,
      body,
    },
  );
const users = (...ids: string[]) => ({ permissions: ids.map((userId) => ({ userId, permitted: true })) });
const devices = (...ids: string[]) => ({ permissions: ids.map((deviceId) => ({ deviceId, permitted: true })) });
const matching = (condition: object) => ({ condition, expectedCount: 1, permissions: true });
const rows = async () =>
  (await app.owner.query('select * from license_users union all select * from license_devices')).rows;

type Case = [
  name: string,
  of: 'ours' | 'theirs',
  licence: keyof typeof license,
  call: string,
  body: object,
  said: unknown[],
];
const cases: Case[] = [
  [
    'a stranger among ours',
    'ours',
    'users',
    'userPermissions',
    users('own', 'stranger'),
    [400, 'invalid_params_userIds'],
  ],
  ['a stranger alone', 'ours', 'users', 'userPermissions', users('stranger'), [400, 'invalid_params_userIds']],
  [
    'a strange device',
    'ours',
    'devices',
    'devicePermissions',
    devices('own-m', 'strange-m'),
    [400, 'invalid_params_deviceIds'],
  ],
  ['a device for a user', 'ours', 'users', 'userPermissions', users('own-m'), [400, 'invalid_params_userIds']],
  ['a strange licence', 'ours', 'theirUsers', 'userPermissions', users('own'), [404, 'license_not_exist']],
  [
    'a strange licence for devices',
    'ours',
    'theirDevices',
    'devicePermissions',
    devices('own-m'),
    [404, 'license_not_exist'],
  ],
  ['a licence of the other kind', 'ours', 'devices', 'userPermissions', users('own'), [404, 'license_not_exist']],
  [
    'all that match, of a strange licence',
    'ours',
    'theirUsers',
    'matchingUserPermissions',
    matching({ userId: 'own' }),
    [404, 'license_not_exist'],
  ],
  [
    'a stranger that would match',
    'ours',
    'users',
    'matchingUserPermissions',
    matching({ userId: 'stranger' }),
    [409, 'conflict'],
  ],
  [
    'a strange device that would match',
    'ours',
    'devices',
    'matchingDevicePermissions',
    matching({ deviceId: 'strange' }),
    [409, 'conflict'],
  ],
  [
    'a stranger as an exception',
    'ours',
    'users',
    'matchingUserPermissions',
    { ...matching({ userId: 'own' }), reversePermittedUsers: ['stranger'] },
    [400, 'invalid_params_userIds'],
  ],
  [
    'a stranger as the reverse',
    'ours',
    'users',
    'allUserPermissions',
    { permissions: true, reversePermittedUsers: ['stranger'] },
    [400, 'invalid_params_userIds'],
  ],
  [
    'a strange device as the reverse',
    'ours',
    'devices',
    'allDevicePermissions',
    { permissions: true, deviceTypeList: ['PorticoMfp'], reversePermittedDevices: ['strange-m'] },
    [400, 'invalid_params_deviceIds'],
  ],
  [
    'a rule of a strange licence',
    'ours',
    'theirDevices',
    'allDevicePermissions',
    { permissions: false },
    [404, 'license_not_exist'],
  ],
  ['the other tenant itself', 'theirs', 'theirUsers', 'userPermissions', users('stranger'), [404, 'not_found']],
  ['ours by way of the other tenant', 'theirs', 'users', 'userPermissions', users('own'), [404, 'not_found']],
  [
    'a rule of the other tenant',
    'theirs',
    'theirUsers',
    'allUserPermissions',
    { permissions: true },
    [404, 'not_found'],
  ],
];

it.each(cases)('%s', async (_name, of, of_license, call, body, expected) => {
  const tenant = of === 'ours' ? ours : theirs;
  expect(said(await on(tenant, license[of_license], call, body))).toEqual(expected);
  expect(await rows()).toEqual([]);
  const { rows: rules } = await app.owner.query('select distinct revision, all_users, all_device_types from licenses');
  expect(rules).toEqual([{ revision: 1, all_users: false, all_device_types: [] }]);
});

describe('reading', () => {
  const api = (path: string, tenant = ours) => `/api/service/tenants/${tenant.tenantId}${path}`;
  it('of a strange licence is like one that is not there', async () => {
    for (const licenseId of [license.theirUsers, license.theirDevices, 'nothing']) {
      const count = { licenseId, deviceTypeList: ['PorticoMfp'] };
      const answers = [
        await app.call('GET', api(`/licenses/${licenseId}/permissionChanges`), { token }),
        await app.call('POST', api('/operations/count/deviceRule'), { token, body: count }),
        await app.call('POST', api('/operations/count/userPermissions'), { token, body: { licenseId } }),
        await app.call('POST', api('/operations/search/devicePermissions'), {
          token,
          body: { licenseIds: [licenseId] },
        }),
      ];
      for (const answer of answers) expect(said(answer)).toEqual([404, 'license_not_exist']);
    }
  });

  it('of ours by way of the other tenant is refused', async () => {
    const post = (path: string, body: object) => app.call('POST', api(`/operations/${path}`, theirs), { token, body });
    const answers = [
      await app.call('GET', api(`/licenses/${license.users}/permissionChanges`, theirs), { token }),
      await post('search/userPermissions', { licenseIds: [license.users] }),
      await post('search/devicePermissions', { licenseIds: [license.devices] }),
      await post('count/userPermissions', { licenseId: license.users }),
      await post('count/devicePermissions', { licenseId: license.devices }),
      await post('count/deviceRule', { licenseId: license.devices, deviceTypeList: ['PorticoMfp'] }),
    ];
    for (const answer of answers) expect(said(answer)).toEqual([404, 'not_found']);
  });

  it.each(['?since=0', '?since=x', '?since=1.5', '?since=1&since=2', '?from=1'])(
    'changes do not take %s',
    async (query) => {
      const answer = await app.call('GET', api(`/licenses/${license.users}/permissionChanges${query}`), { token });
      expect(said(answer)).toEqual([400, 'invalid_params']);
    },
  );
});

it.each([
  ['users', 'userPermissions', { ...users('own'), expectedRevision: 0 }],
  ['users', 'userPermissions', { ...users('own'), expectedRevision: '1' }],
  ['users', 'userPermissions', { ...users('own'), revision: 1 }],
  ['users', 'allUserPermissions', { permissions: true, keepExceptions: true }],
  ['devices', 'allDevicePermissions', { permissions: true, deviceTypeList: ['PorticoMfp'], keepExceptions: 'yes' }],
  ['devices', 'devicePermissions', devices('own-m', 'OWN-M')],
  [
    'devices',
    'allDevicePermissions',
    { permissions: true, deviceTypeList: Array.from({ length: 15 }, (_, n) => `t${n}`) },
  ],
] as const)('%s: %s refuses %j', async (of, call, body) => {
  expect(said(await on(ours, license[of], call, body))).toEqual([400, 'invalid_params']);
});

it('a million ids are refused by their length by every call that takes ids', async () => {
  const ids = Array.from({ length: 1_000_000 }, (_, n) => `u${n}`);
  const bodies: [keyof typeof license, string, object][] = [
    ['users', 'userPermissions', { permissions: ids.map((userId) => ({ userId, permitted: true })) }],
    ['users', 'allUserPermissions', { permissions: true, reversePermittedUsers: ids }],
    ['users', 'matchingUserPermissions', { ...matching({ userId: 'own' }), reversePermittedUsers: ids }],
    [
      'devices',
      'allDevicePermissions',
      { permissions: true, deviceTypeList: ['PorticoMfp'], reversePermittedDevices: ids },
    ],
  ];
  for (const [of, call, body] of bodies) expect((await on(ours, license[of], call, body)).status).toBe(413);
  const few = { licenseIds: ids.slice(0, 6), condition: {} };
  const search = `/api/service/tenants/${ours.tenantId}/operations/search/userPermissions`;
  expect(said(await app.call('POST', search, { token, body: few }))).toEqual([400, 'invalid_params']);
});
