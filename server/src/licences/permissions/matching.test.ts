import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let token: string;
let serviceClass: string;

const said = ({ status, body }: Answer) => [status, body[0]?.message_id, body[0]?.field];
const post = (path: string, body: object) =>
  app.call('POST', `/api/service/tenants/${tenant.tenantId}${path}`, { token, body });
const on = (licenseId: string, call: string, body: object) =>
  post(`/availableServices/${serviceClass}/licenses/${licenseId}/${call}`, body);
const counts = async (kind: string, licenseId: string, condition = {}) =>
  (await post(`/operations/count/${kind}Permissions`, { licenseId, condition })).body;

beforeAll(async () => {
  app = await sharedTestApp();
  operate = await makeOperator(app);
  tenant = await makeTenant(app);
  token = (await signIn(app, await makeUser(app, tenant, { userId: 'admin', roles: ['PowerUser'] }))).token;
  for (const userId of ['crew-a', 'crew-b', 'crew-c', 'other'])
    await makeUser(app, tenant, { userId, withoutPassword: true, roles: ['User'] });
  await makeUser(app, tenant, { userId: 'crew-boss', withoutPassword: true, roles: ['PowerUser'] });
  serviceClass = await makeService(operate);
});
afterAll(() => app.close());

describe('all users that match', () => {
  const condition = { userId: 'crew-' };

  it('are permitted but for some; whom the licence is not for stays as is', async () => {
    const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, availableRoles: ['User'] });
    expect(await counts('user', licenseId, condition)).toEqual({ matching: 4, allowed: 3, permitted: 0 });
    const body = { condition, expectedCount: 4, permissions: true, reversePermittedUsers: ['CREW-b'] };
    const first = await on(licenseId, 'matchingUserPermissions', body);
    expect(first.body).toMatchObject({ changed: 2, license: { usedVolume: 2 } });
    expect(await counts('user', licenseId, condition)).toEqual({ matching: 4, allowed: 3, permitted: 2 });
    expect(await counts('user', licenseId)).toEqual({ matching: 6, allowed: 4, permitted: 2 });
    const taken = { condition, expectedCount: 4, permissions: false };
    expect((await on(licenseId, 'matchingUserPermissions', taken)).body).toMatchObject({
      changed: 2,
      license: { usedVolume: 0 },
    });
    const boss = { ...taken, reversePermittedUsers: ['crew-boss'] };
    expect(said(await on(licenseId, 'matchingUserPermissions', boss))).toEqual([
      409,
      'role_not_allowed',
      'reversePermittedUsers.0',
    ]);
  });

  it('taken from all: whom the licence is not for has no exception and no row in the log', async () => {
    const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, availableRoles: ['User'] });
    await on(licenseId, 'allUserPermissions', { permissions: true });
    expect(await counts('user', licenseId, condition)).toEqual({ matching: 4, allowed: 3, permitted: 3 });
    const body = { condition, expectedCount: 4, permissions: false };
    const taken = await on(licenseId, 'matchingUserPermissions', body);
    expect(taken.body).toMatchObject({ changed: 3, license: { usedVolume: 1 } });
    const { rows } = await app.owner.query(
      `select u.user_id from system_operation_log l join users u on u.uuid::text = l.target_id
       where l.changes->'permittedLicenses'->>'before' = $1 order by 1`,
      [licenseId],
    );
    expect(rows.map((row) => row.user_id)).toEqual(['crew-a', 'crew-b', 'crew-c']);
    // A named holder becomes an exception, even where it changes nothing now.
    const named = { condition, expectedCount: 4, permissions: true, reversePermittedUsers: ['crew-boss'] };
    expect((await on(licenseId, 'matchingUserPermissions', named)).body.changed).toBe(4);
  });

  it('all or nothing, and only those that were counted', async () => {
    const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, volume: 3 });
    const body = { condition, expectedCount: 4, permissions: true };
    const refused: [object, unknown[]][] = [
      [body, [409, 'exceeded_permitted_users', undefined]],
      [{ ...body, expectedCount: 3 }, [409, 'conflict', 'expectedCount']],
      [{ ...body, reversePermittedUsers: ['other'] }, [400, 'invalid_params_userIds', 'reversePermittedUsers.0']],
      [{ ...body, expectedCount: 1001 }, [400, 'invalid_params', 'expectedCount']],
    ];
    for (const [sent, answer] of refused)
      expect(said(await on(licenseId, 'matchingUserPermissions', sent))).toEqual(answer);
    expect(await counts('user', licenseId)).toMatchObject({ permitted: 0 });
    const elsewhere = await makeTenant(app);
    const theirs = await makeLicense(operate, elsewhere.tenantId, { serviceClass });
    expect(said(await on(theirs, 'matchingUserPermissions', body))[1]).toBe('license_not_exist');
    expect(said(await post('/operations/count/userPermissions', { licenseId: theirs }))[1]).toBe('license_not_exist');
  });

  it('are at most a thousand', async () => {
    const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, volume: 5000 });
    await app.owner.query(
      `insert into users (tenant_id, uuid, user_id, roles, status, created_at, updated_at)
       select $1, gen_random_uuid(), 'many-' || n, '{User}', 'active', now(), now() from generate_series(1, 1001) n`,
      [tenant.tenantId],
    );
    const body = { condition: { userId: 'many-' }, expectedCount: 1000, permissions: true };
    expect(said(await on(licenseId, 'matchingUserPermissions', body))[1]).toBe('exceeded_users');
    const count = { licenseId, condition: body.condition };
    expect(said(await post('/operations/count/userPermissions', count))[1]).toBe('exceeded_users');
  });
});

it('devices: what the screen shows, counts and saves', async () => {
  const devices = [
    { serialId: 'm1', deviceType: 'PorticoMfp' },
    { serialId: 'm2', deviceType: 'PorticoMfp' },
    { serialId: 'w1', deviceType: 'WarningLight' },
  ];
  await operate('POST', `/tenants/${tenant.tenantId}/devices`, { reason: 'tests', devices });
  const licenseId = await makeLicense(operate, tenant.tenantId, {
    serviceClass,
    volumeType: 'device',
    availableDeviceTypes: ['PorticoMfp'],
  });
  const shown = async () =>
    (await post('/operations/search/devicePermissions', { licenseIds: [licenseId] })).body.results.map(
      (row: { device: { deviceId: string }; permissions: { permitted: boolean; allowed: boolean }[] }) => [
        row.device.deviceId,
        row.permissions[0]?.permitted,
        row.permissions[0]?.allowed,
      ],
    );
  expect(await shown()).toEqual([
    ['m1', false, true],
    ['m2', false, true],
    ['w1', false, false],
  ]);
  const body = { condition: { keyword: 'm' }, expectedCount: 3, permissions: true, reversePermittedDevices: ['m1'] };
  // "m" matches every type's name, but the license is not for the light model.
  const found = await counts('device', licenseId, body.condition);
  const done = await on(licenseId, 'matchingDevicePermissions', { ...body, expectedCount: found.matching });
  expect(done.body).toMatchObject({ changed: 1, license: { usedVolume: 1 } });
  expect((await shown())[1]).toEqual(['m2', true, true]);
  expect(await counts('device', licenseId)).toEqual({ matching: 3, allowed: 2, permitted: 1 });
  const all = { permissions: true, deviceTypeList: ['PorticoMfp'], reversePermittedDevices: ['m2'] };
  await on(licenseId, 'allDevicePermissions', all);
  expect(await shown()).toEqual([
    ['m1', true, true],
    ['m2', false, true],
    ['w1', false, false],
  ]);
  expect(await counts('device', licenseId, { deviceId: 'm' })).toEqual({ matching: 2, allowed: 2, permitted: 1 });
  const userLicense = await makeLicense(operate, tenant.tenantId, { serviceClass });
  expect(said(await post('/operations/search/devicePermissions', { licenseIds: [userLicense] }))[1]).toBe(
    'license_not_exist',
  );
});
