import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '#server/platform/crypto/uuid.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let admin: TestUser;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  operate = await makeOperator(app);
  tenant = await makeTenant(app, { securityPolicy: { accountLockPolicy: { failures: 3, lockMinutes: 15 } } });
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  signedIn = await signIn(app, admin);
});
afterAll(() => app.close());

const reasonsOf = (user: TestUser, token = signedIn.token) =>
  app.call('GET', `/api/service/tenants/${tenant.tenantId}/users/${user.userId}/licenses?locale=en`, { token });

it('says why somebody can use a licence, and what would change it', async () => {
  const user = await makeUser(app, tenant);
  const serviceClass = await makeService(operate, { names: { en: 'Print Flow' } });
  const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, volume: 1 });
  const only = async () => (await reasonsOf(user)).body.results[0];
  expect(await only()).toMatchObject({
    licenseId,
    serviceName: 'Print Flow',
    usable: false,
    ground: 'none',
    seatsLeft: 1,
    remedy: 'permit',
  });
  const permissions = `/api/service/tenants/${tenant.tenantId}/availableServices/${serviceClass}/licenses/${licenseId}/userPermissions`;
  const permit = { permissions: [{ userId: user.userId, permitted: true }] };
  await app.call('POST', permissions, { token: signedIn.token, body: permit });
  expect(await only()).toMatchObject({ usable: true, ground: 'direct', seatsLeft: 0, remedy: 'withdraw' });
  expect((await reasonsOf(admin)).body.results[0]).toMatchObject({ usable: false, remedy: 'freeSeat' });
  await operate('POST', `/tenants/${tenant.tenantId}/licenses/${licenseId}/suspend`);
  expect(await only()).toMatchObject({ usable: false, status: 'suspended', remedy: 'resume' });
});

it('is of a revision: who assigns by one that is out of date changes nothing', async () => {
  const user = await makeUser(app, tenant);
  const serviceClass = await makeService(operate);
  const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass });
  const seen = async () =>
    (await reasonsOf(user)).body.results.find((one: { licenseId: string }) => one.licenseId === licenseId);
  const path = `/api/service/tenants/${tenant.tenantId}/availableServices/${serviceClass}/licenses/${licenseId}`;
  const set = (permitted: boolean, expectedRevision: number) =>
    app.call('POST', `${path}/userPermissions`, {
      token: signedIn.token,
      body: { permissions: [{ userId: user.userId, permitted }], expectedRevision },
    });
  const { revision } = await seen();
  expect((await set(true, revision)).status).toBe(200);
  const late = await set(false, revision);
  expect([late.status, late.body[0].message_id, late.body[0].field]).toEqual([409, 'conflict', 'expectedRevision']);
  expect(await seen()).toMatchObject({ ground: 'direct', revision: revision + 1 });
  expect((await set(false, revision + 1)).status).toBe(200);
  expect(await seen()).toMatchObject({ ground: 'none', revision: revision + 2 });
});

/** A license that a user has. */
async function permitted(user: TestUser, given: object = {}) {
  const serviceClass = await makeService(operate);
  const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, ...given });
  const path = `/api/service/tenants/${tenant.tenantId}/availableServices/${serviceClass}/licenses/${licenseId}`;
  const body = { permissions: [{ userId: user.userId, permitted: true }] };
  expect((await app.call('POST', `${path}/userPermissions`, { token: signedIn.token, body })).status).toBe(200);
  const why = async () =>
    (await reasonsOf(user)).body.results.find((one: { licenseId: string }) => one.licenseId === licenseId);
  return { serviceClass, licenseId, why };
}

describe('a user who is locked', () => {
  const login = (user: TestUser, password: string, cookie = '') =>
    app.call('POST', '/api/auth/login/user', {
      body: { type: 'userId', tenantId: tenant.tenantId, credentials: user.userId, password },
      ...(cookie && { cookie }),
    });
  const lock = async (user: TestUser) => {
    const known = String((await login(user, user.password)).known);
    for (let tries = 0; tries < 3; tries += 1) await login(user, 'wrong', known);
    expect((await login(user, user.password)).status).toBe(401);
  };

  it('is to be unlocked; a session that was open goes on meanwhile', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const { serviceClass, why } = await permitted(user);
    await lock(user);
    const told = await why();
    expect(told).toMatchObject({ usable: false, remedy: 'unlock' });
    expect(told.checks.filter(({ passed }: { passed: boolean }) => !passed)).toEqual([
      { check: 'lock', passed: false },
    ]);
    expect(Date.parse(told.lockedUntil) - app.tools.clock().getTime()).toBeGreaterThan(14 * 60_000);
    const mine = await app.call('GET', '/api/service/me/availableServices', { token });
    expect(JSON.stringify(mine.body)).toContain(serviceClass);
    const unlock = `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}/unlock`;
    expect((await app.call('POST', unlock, { token: signedIn.token })).status).toBe(200);
    expect(await why()).toMatchObject({ usable: true, remedy: 'withdraw', lockedUntil: null });
  });

  it('can use it as soon as the lock has ended: signing in succeeds', async () => {
    const user = await makeUser(app, tenant);
    const { why } = await permitted(user);
    await lock(user);
    await app.owner.query("update users set locked_until = now() - interval '1 s' where uuid = $1", [user.uuid]);
    const { rows } = await app.owner.query('select status from users where uuid = $1', [user.uuid]);
    expect(rows).toEqual([{ status: 'locked' }]);
    expect(await why()).toMatchObject({ usable: true, remedy: 'withdraw', lockedUntil: null });
    expect((await login(user, user.password)).status).toBe(200);
  });

  it('waits for an administrator where the lock has no end', async () => {
    const user = await makeUser(app, tenant);
    const { why } = await permitted(user);
    await app.owner.query("update users set status = 'locked', locked_until = null where uuid = $1", [user.uuid]);
    expect(await why()).toMatchObject({ usable: false, remedy: 'unlock', lockedUntil: null });
  });
});

it.each([
  ['registering', false, 'register'],
  ['inactive', false, 'activateUser'],
  ['inactive', true, null],
] as const)('of somebody %s, invited before: %s, what is to be done is %s', async (status, invited, remedy) => {
  const user = await makeUser(app, tenant);
  const { why } = await permitted(user);
  const change = 'update users set status = $2, was_registering = $3 where uuid = $1';
  await app.owner.query(change, [user.uuid, status, invited]);
  expect(await why()).toMatchObject({ usable: false, remedy });
});

it('takes more than one change where a licence is suspended and has expired', async () => {
  const user = await makeUser(app, tenant);
  const { licenseId, why } = await permitted(user);
  const path = `/tenants/${tenant.tenantId}/licenses/${licenseId}`;
  await operate('PUT', path, { expiresAt: new Date(app.tools.clock().getTime() + 1).toISOString() });
  expect(await why()).toMatchObject({ usable: false, status: 'expired', remedy: 'renew' });
  await operate('POST', `${path}/suspend`);
  expect(await why()).toMatchObject({ usable: false, status: 'expired', remedy: null });
  await operate('PUT', path, { expiresAt: null });
  expect(await why()).toMatchObject({ usable: false, status: 'suspended', remedy: 'resume' });
  await operate('POST', `${path}/resume`);
  expect(await why()).toMatchObject({ usable: true });
});

it('counts no seats where they are unlimited', async () => {
  const user = await makeUser(app, tenant);
  const { why } = await permitted(user, { volume: 100_000_000 });
  expect(await why()).toMatchObject({ usable: true, seatsLeft: null });
  const { why: limited } = await permitted(user, { volume: 99_999_999 });
  expect(await limited()).toMatchObject({ seatsLeft: 99_999_998 });
});

it('says why a device can use a licence: its type and roles count too', async () => {
  const device = { deviceId: `meter-${newUuid()}`, serialId: newUuid(), deviceType: 'PowerMeter' };
  const registered = await operate('POST', `/tenants/${tenant.tenantId}/devices`, {
    reason: 'tests',
    devices: [device],
  });
  expect(registered.status).toBe(200);
  const serviceClass = await makeService(operate);
  const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, volumeType: 'device' });
  const path = `/api/service/tenants/${tenant.tenantId}`;
  const only = async () =>
    (await app.call('GET', `${path}/devices/${device.deviceId}/licenses`, { token: signedIn.token })).body.results[0];
  expect(await only()).toMatchObject({ licenseId, usable: false, ground: 'none', remedy: 'permit' });
  const rule = { permissions: true, deviceTypeList: ['PowerMeter'], reversePermittedDevices: [] };
  const all = `${path}/availableServices/${serviceClass}/licenses/${licenseId}/allDevicePermissions`;
  expect((await app.call('POST', all, { token: signedIn.token, body: rule })).status).toBe(200);
  expect(await only()).toMatchObject({ usable: true, ground: 'all', remedy: 'withdraw' });
  expect((await only()).checks).toContainEqual({ check: 'deviceType', passed: true });
  const license = `/tenants/${tenant.tenantId}/licenses/${licenseId}`;
  await operate('PUT', license, { availableDeviceTypes: ['PfuScanner'] });
  expect(await only()).toMatchObject({ usable: false, remedy: 'widen', availableDeviceTypes: ['PfuScanner'] });
  await operate('PUT', license, { availableDeviceTypes: null, availableRoles: ['PowerUser'] });
  expect(await only()).toMatchObject({ usable: false, remedy: 'giveRole' });
  const gone = await app.call('GET', `${path}/devices/unknown/licenses`, { token: signedIn.token });
  expect(gone.status).toBe(404);
});

it('is for those who may read licences, of their own tenant', async () => {
  const user = await makeUser(app, tenant);
  expect((await reasonsOf(user, (await signIn(app, user)).token)).status).toBe(403);
  const stranger = await makeUser(app, await makeTenant(app));
  expect((await reasonsOf(stranger)).body[0].message_id).toBe('not_found');
});
