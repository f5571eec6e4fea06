import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { insist } from '#test/busyness.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let token: string;
let users: TestUser[];
let serviceClass: string;
let licenseId: string;

beforeAll(async () => {
  app = await sharedTestApp();
  operate = await makeOperator(app);
});
afterAll(() => app.close());

beforeEach(async () => {
  tenant = await makeTenant(app);
  token = (await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }))).token;
  users = await Promise.all(Array.from({ length: 6 }, () => makeUser(app, tenant, { withoutPassword: true })));
  serviceClass = await makeService(operate);
  licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, volume: 3 });
});

const post = (path: string, body: object, caller = token) =>
  app.call('POST', `/api/service/tenants/${tenant.tenantId}${path}`, { token: caller, body });
const onLicense = (call: string, body: object, id = licenseId) =>
  post(`/availableServices/${serviceClass}/licenses/${id}/${call}`, body);
const permit = (chosen: TestUser[], permitted = true, id = licenseId) =>
  onLicense('userPermissions', { permissions: chosen.map(({ userId }) => ({ userId, permitted })) }, id);
const used = async (id = licenseId) =>
  (await app.call('GET', `/api/service/tenants/${tenant.tenantId}/licenses?licenseId=${id}`, { token })).body.results[0]
    .usedVolume;
const said = ({ status, body }: Answer) => [status, body[0]?.message_id, body[0]?.field];
const permittedOf = async (id = licenseId): Promise<string[]> => {
  const { body } = await post('/operations/search/userPermissions', { licenseIds: [id], count: 100 });
  return body.results
    .filter(({ permissions }: { permissions: { permitted: boolean }[] }) => permissions[0]?.permitted)
    .map(({ user }: { user: { userId: string } }) => user.userId);
};

describe('permissions of users', () => {
  it('are given and taken, all or nothing, within the volume', async () => {
    const [a, b, c, d] = users as [TestUser, TestUser, TestUser, TestUser];
    expect((await permit([a, b])).body).toMatchObject({ changed: 2, license: { licenseId, usedVolume: 2 } });
    expect((await permit([a, b])).body).toMatchObject({ changed: 0, license: { usedVolume: 2 } });
    expect(said(await permit([b, c, d]))).toEqual([409, 'exceeded_permitted_users', undefined]);
    expect(await permittedOf()).toEqual([a.userId, b.userId]);
    const swap = [
      { userId: a.userId.toUpperCase(), permitted: false },
      { userId: c.userId, permitted: true },
      { userId: d.userId, permitted: true },
    ];
    expect((await onLicense('userPermissions', { permissions: swap })).body).toMatchObject({
      changed: 3,
      license: { usedVolume: 3 },
    });
    expect(await permittedOf()).toEqual([b.userId, c.userId, d.userId]);
    const log = await app.owner.query(
      "select target_id, changes from system_operation_log where tenant_id = $1 and target_type = 'user' and changes ? 'permittedLicenses' order by at desc, id desc",
      [tenant.tenantId],
    );
    expect(log.rows).toContainEqual({ target_id: a.uuid, changes: { permittedLicenses: { before: licenseId } } });
    expect(log.rows).toContainEqual({ target_id: d.uuid, changes: { permittedLicenses: { after: licenseId } } });
  });

  it('are those of one user over several licences too', async () => {
    const [a] = users as [TestUser];
    const second = await makeLicense(operate, tenant.tenantId, { volume: 0 });
    const of = (permissions: object[]) => post(`/users/${a.userId}/userPermissions`, { permissions });
    const both = [licenseId, second].map((id) => ({ licenseId: id, permitted: true }));
    expect(said(await of(both))).toEqual([409, 'exceeded_permitted_users', undefined]);
    expect(await used()).toBe(0);
    await operate('PUT', `/tenants/${tenant.tenantId}/licenses/${second}`, { volume: 1 });
    const answer = await of(both);
    expect(answer.body.changed).toBe(2);
    expect(answer.body.licenses.map((one: { usedVolume: number }) => one.usedVolume)).toEqual([1, 1]);
    expect(said(await of([{ licenseId: 'nothing', permitted: true }]))[1]).toBe('license_not_exist');
    expect((await post('/users/nobody/userPermissions', { permissions: both })).status).toBe(404);
  });

  it('follow a rule for all, with exceptions, and who comes later falls under it', async () => {
    await operate('PUT', `/tenants/${tenant.tenantId}/licenses/${licenseId}`, { volume: 7 });
    const [a, b, c] = users as [TestUser, TestUser, TestUser];
    await permit([a]);
    const reversePermittedUsers = [b.userId, c.userId];
    const all = await onLicense('allUserPermissions', { permissions: true, reversePermittedUsers });
    expect(all.body).toMatchObject({ changed: 2, license: { usedVolume: 5 } });
    expect(await permittedOf()).not.toContain(b.userId);
    expect((await permit([b])).body.license.usedVolume).toBe(6);
    expect((await permit([a], false)).body.license.usedVolume).toBe(5);
    const late = await makeUser(app, tenant, { withoutPassword: true });
    expect(await used()).toBe(6);
    expect(await permittedOf()).toContain(late.userId);
    await app.call('DELETE', `/api/auth/tenants/${tenant.tenantId}/users/${late.userId}`, { token });
    await app.call('DELETE', `/api/auth/tenants/${tenant.tenantId}/users/${c.userId}`, { token });
    expect(await used()).toBe(5);
    const none = await onLicense('allUserPermissions', { permissions: false, reversePermittedUsers: [a.userId] });
    expect(none.body.license.usedVolume).toBe(1);
    expect(await permittedOf()).toEqual([a.userId]);
    await onLicense('allUserPermissions', { permissions: false });
    expect([await used(), await permittedOf()]).toEqual([0, []]);
  });

  it('are not more than the volume by a rule; a shrunk licence takes nobody and loses nobody', async () => {
    expect(said(await onLicense('allUserPermissions', { permissions: true }))).toEqual([
      409,
      'exceeded_permitted_users',
      undefined,
    ]);
    const [a, b, c, d] = users as [TestUser, TestUser, TestUser, TestUser];
    await permit([a, b, c]);
    await operate('PUT', `/tenants/${tenant.tenantId}/licenses/${licenseId}`, { volume: 1 });
    expect(await permittedOf()).toHaveLength(3);
    expect(said(await permit([d]))[1]).toBe('exceeded_permitted_users');
    const swap = [
      { userId: a.userId, permitted: false },
      { userId: d.userId, permitted: true },
    ];
    expect(said(await onLicense('userPermissions', { permissions: swap }))[1]).toBe('exceeded_permitted_users');
    expect((await permit([a], false)).body.license).toMatchObject({ usedVolume: 2, volume: 1 });
  });

  it('are for the roles of the licence, and count as long as the user has one', async () => {
    const [a, b] = users as [TestUser, TestUser];
    const path = `/tenants/${tenant.tenantId}/licenses/${licenseId}`;
    await permit([a, b]);
    await operate('PUT', path, { availableRoles: ['PowerUser'] });
    expect([await used(), await permittedOf()]).toEqual([0, []]);
    expect(said(await permit([a]))).toEqual([409, 'role_not_allowed', 'permissions.0.userId']);
    const change = (roles: string[]) =>
      app.call('PUT', `/api/auth/tenants/${tenant.tenantId}/users/${a.userId}`, { token, body: { roles } });
    await change(['User', 'PowerUser']);
    expect([await used(), await permittedOf()]).toEqual([1, [a.userId]]);
    await change(['User']);
    expect(await used()).toBe(0);
    expect((await permit([a], false)).status).toBe(200);
    await operate('PUT', path, { availableRoles: null });
    expect([await used(), await permittedOf()]).toEqual([1, [b.userId]]);
    const { body } = await post('/operations/search/userPermissions', { licenseIds: [licenseId] });
    expect(body.results[0].permissions).toEqual([{ licenseId, permitted: expect.any(Boolean), allowed: true }]);
  });

  it('are not saved of a licence that ended or stopped meanwhile', async () => {
    const [a] = users as [TestUser];
    const path = `/tenants/${tenant.tenantId}/licenses/${licenseId}`;
    await operate('POST', `${path}/suspend`);
    expect(said(await permit([a]))).toEqual([409, 'license_expired', 'licenseId']);
    expect(said(await onLicense('allUserPermissions', { permissions: false }))[1]).toBe('license_expired');
    await operate('POST', `${path}/resume`);
    await operate('PUT', path, { expiresAt: app.tools.clock().toISOString() });
    expect(said(await permit([a]))[1]).toBe('license_expired');
    expect(await used()).toBe(0);
  });

  it('give the last ten seats to ten of fifty', async () => {
    await operate('PUT', `/tenants/${tenant.tenantId}/licenses/${licenseId}`, { volume: 10 });
    const takers = await Promise.all(
      Array.from({ length: 50 }, () => makeUser(app, tenant, { withoutPassword: true })),
    );
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(takers.map((taker) => insist(() => permit([taker]))));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(new Set(refused.map(({ body }) => body[0].message_id))).toEqual(new Set(['exceeded_permitted_users']));
      expect(await permittedOf()).toHaveLength(10);
      expect((await permit(takers, false)).body.license.usedVolume).toBe(0);
    }
  });
});

describe('what is not there or not so', () => {
  it('of another tenant is like nothing, in any mixture', async () => {
    const other = await makeTenant(app);
    const stranger = await makeUser(app, other, { withoutPassword: true });
    const theirs = await makeLicense(operate, other.tenantId, { serviceClass });
    const [a] = users as [TestUser];
    expect(said(await permit([a, stranger]))).toEqual([400, 'invalid_params_userIds', 'permissions.1.userId']);
    expect(await used()).toBe(0);
    for (const id of [theirs, 'nothing'])
      expect(said(await permit([a], true, id))).toEqual([404, 'license_not_exist', 'licenseId']);
    const reverse = { permissions: false, reversePermittedUsers: [stranger.userId] };
    expect(said(await onLicense('allUserPermissions', reverse))).toEqual([
      400,
      'invalid_params_userIds',
      'reversePermittedUsers.0',
    ]);
    const search = { licenseIds: [licenseId, theirs] };
    expect(said(await post('/operations/search/userPermissions', search))[1]).toBe('license_not_exist');
    const elsewhere = `/availableServices/${await makeService(operate)}/licenses/${licenseId}/userPermissions`;
    expect(said(await post(elsewhere, { permissions: [{ userId: a.userId, permitted: true }] }))[1]).toBe(
      'license_not_exist',
    );
    expect(said(await onLicense('devicePermissions', { permissions: [{ deviceId: 'd', permitted: true }] }))[1]).toBe(
      'invalid_params_deviceIds',
    );
  });

  it.each([
    ['userPermissions', { permissions: [] }],
    ['userPermissions', { permissions: [{ userId: 'a', permitted: 1 }] }],
    [
      'userPermissions',
      {
        permissions: [
          { userId: 'a', permitted: true },
          { userId: 'A', permitted: false },
        ],
      },
    ],
    [
      'userPermissions',
      { permissions: Array.from({ length: 1001 }, (_, n) => ({ userId: `u${n}`, permitted: true })) },
    ],
    ['userPermissions', { permissions: [{ userId: 'a', permitted: true, seat: 1 }] }],
    ['allUserPermissions', { permissions: 'all' }],
    ['allUserPermissions', { permissions: true, reversePermittedUsers: ['a', 'A'] }],
    ['allDevicePermissions', { permissions: true, deviceTypeList: [] }],
    ['allDevicePermissions', { permissions: false, deviceTypeList: ['PorticoMfp'] }],
  ])('%s refuses %j', async (call, body) => {
    expect(said(await onLicense(call, body)).slice(0, 2)).toEqual([400, 'invalid_params']);
  });

  it('a million ids are too large', async () => {
    const permissions = Array.from({ length: 1_000_000 }, (_, n) => ({ userId: `u${n}`, permitted: true }));
    expect((await onLicense('userPermissions', { permissions })).status).toBe(413);
  });
});
