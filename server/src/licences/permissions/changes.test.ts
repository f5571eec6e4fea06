import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { makeDevices, makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';

/** Two administrators edit one license: the second learns what the first saved. */

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let serviceClass: string;
let [first, second] = ['', ''];

beforeAll(async () => {
  app = await sharedTestApp();
  operate = await makeOperator(app);
  tenant = await makeTenant(app);
  const boss = async (userId: string) =>
    (await signIn(app, await makeUser(app, tenant, { userId, roles: ['PowerUser'] }))).token;
  first = await boss('first');
  second = await boss('second');
  for (const userId of ['a', 'b', 'c']) await makeUser(app, tenant, { userId, withoutPassword: true });
  serviceClass = await makeService(operate);
});
afterAll(() => app.close());

const said = ({ status, body }: Answer) => [status, body[0]?.message_id, body[0]?.field];
const api = (path: string) => `/api/service/tenants/${tenant.tenantId}${path}`;
const on = (token: string, licenseId: string, call: string, body: object) =>
  app.call('POST', api(`/availableServices/${serviceClass}/licenses/${licenseId}/${call}`), { token, body });
const rulesOf = async (type: 'user' | 'device', licenseId: string) =>
  (
    await app.call('POST', api(`/operations/search/${type}Permissions`), {
      token: second,
      body: { licenseIds: [licenseId] },
    })
  ).body.rules[0];
const changesOf = (licenseId: string, since: number) =>
  app.call('GET', api(`/licenses/${licenseId}/permissionChanges?since=${since}`), { token: second });
const wish = (permitted: boolean, ...ids: string[]) => ({ permissions: ids.map((userId) => ({ userId, permitted })) });

it('who saves by what is out of date saves nothing, and learns who changed what', async () => {
  const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass });
  const { revision } = await rulesOf('user', licenseId);
  expect((await changesOf(licenseId, revision)).body).toEqual({ revision, results: [] });
  await on(first, licenseId, 'userPermissions', wish(true, 'a', 'b'));
  await on(first, licenseId, 'userPermissions', wish(false, 'b'));
  // An assignment that exists already is no change.
  await on(first, licenseId, 'userPermissions', wish(false, 'b'));

  const mine = { ...wish(true, 'c'), expectedRevision: revision };
  expect(said(await on(second, licenseId, 'userPermissions', mine))).toEqual([409, 'conflict', 'expectedRevision']);
  const { body } = await changesOf(licenseId, revision);
  const operator = { userId: 'first', familyName: expect.any(String), givenName: expect.any(String) };
  const at = expect.any(String);
  expect(body).toEqual({
    revision: revision + 2,
    results: [
      { at, operator, isRule: false, count: 1, permitted: [], taken: ['b'] },
      { at, operator, isRule: false, count: 2, permitted: ['a', 'b'], taken: [] },
    ],
  });
  const again = await on(second, licenseId, 'userPermissions', { ...mine, expectedRevision: body.revision });
  expect(again.body).toMatchObject({ changed: 1, license: { usedVolume: 2 } });
  const [latest] = (await changesOf(licenseId, body.revision)).body.results;
  expect(latest).toMatchObject({ operator: { userId: 'second' }, permitted: ['c'] });
});

it('of two who save at once by the same revision one does, and the count is exact', async () => {
  const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass });
  for (let round = 0; round < 10; round += 1) {
    const { revision: expectedRevision, singles } = await rulesOf('user', licenseId);
    const permitted = singles === 0;
    const answers = await Promise.all([
      on(first, licenseId, 'userPermissions', { ...wish(permitted, 'a', 'b'), expectedRevision }),
      on(second, licenseId, 'userPermissions', { ...wish(permitted, 'b', 'c'), expectedRevision }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200);
    expect(winner?.body.license.usedVolume).toBe(permitted ? 2 : expect.any(Number));
    await on(first, licenseId, 'allUserPermissions', { permissions: false });
  }
});

it('every way of saving keeps to the revision; a rule and permissions of one user are told too', async () => {
  const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass });
  const stale = { expectedRevision: 7 };
  const matching = { condition: { userId: 'a' }, expectedCount: 1, permissions: true, ...stale };
  for (const [call, body] of [
    ['userPermissions', { ...wish(true, 'a'), ...stale }],
    ['allUserPermissions', { permissions: true, ...stale }],
    ['matchingUserPermissions', matching],
  ] as const)
    expect(said(await on(second, licenseId, call, body))).toEqual([409, 'conflict', 'expectedRevision']);
  expect(await rulesOf('user', licenseId)).toMatchObject({ revision: 1, allUsers: false, singles: 0 });
  const permissions = [{ licenseId, permitted: true }];
  // The second time it is no change.
  for (let time = 0; time < 2; time += 1)
    await app.call('POST', api('/users/a/userPermissions'), { token: first, body: { permissions } });
  await on(first, licenseId, 'allUserPermissions', { permissions: true, reversePermittedUsers: ['b'] });
  const { results } = (await changesOf(licenseId, 1)).body;
  expect(results).toMatchObject([{ isRule: true }, { isRule: false, permitted: ['a'] }]);
  expect(await rulesOf('user', licenseId)).toMatchObject({ revision: 3, allUsers: true, exceptions: 1, singles: 0 });
  await app.call('DELETE', `/api/auth/tenants/${tenant.tenantId}/users/a`, { token: first });
  expect((await changesOf(licenseId, 1)).body.results[1]).toMatchObject({ count: 1, permitted: [] });
});

it('a rule for devices keeps what is still an exception from it, and says before what it would do', async () => {
  const [m, i] = ['PorticoMfp', 'PorticoIwb'];
  const device = (serialId: string, deviceType: string | undefined) => ({ serialId, deviceType });
  await makeDevices(app, tenant.tenantId, [
    ...['m1', 'm2', 'm3'].map((id) => device(id, m)),
    ...['i1', 'i2'].map((id) => device(id, i)),
    device('w1', 'WarningLight'),
  ]);
  const given = { serviceClass, volumeType: 'device', availableDeviceTypes: [m, i] };
  const licenseId = await makeLicense(operate, tenant.tenantId, given);
  const count = async (deviceTypeList: string[], keepExceptions: boolean) =>
    (
      await app.call('POST', api('/operations/count/deviceRule'), {
        token: second,
        body: { licenseId, deviceTypeList, keepExceptions },
      })
    ).body;
  const set = (deviceTypeList: unknown[], keepExceptions: boolean, reversePermittedDevices: string[] = []) =>
    on(first, licenseId, 'allDevicePermissions', {
      permissions: deviceTypeList.length > 0,
      deviceTypeList,
      keepExceptions,
      reversePermittedDevices,
    });
  const agree = async (deviceTypeList: string[], keepExceptions: boolean, expected: object) => {
    const foreseen = await count(deviceTypeList, keepExceptions);
    expect(foreseen).toEqual(expected);
    const { body } = await set(deviceTypeList, keepExceptions);
    expect(body.license.usedVolume).toBe(foreseen.used);
    expect((await rulesOf('device', licenseId)).deviceTypes).toEqual(deviceTypeList);
  };
  await set([m], false, ['m2', 'i1']);
  expect(await rulesOf('device', licenseId)).toMatchObject({ deviceTypes: [m], exceptions: 1, singles: 1 });
  // i1 is included by the rule; m2 stays excluded.
  await agree([m as string, i as string], true, { gaining: 1, losing: 0, exceptions: 1, used: 4 });
  // Without its type in the rule, m2 is no exception any more: it is excluded like the others of its type.
  await agree([i as string], true, { gaining: 0, losing: 2, exceptions: 0, used: 2 });
  await set([m, i], false, ['m1']);
  await agree([m as string], false, { gaining: 1, losing: 2, exceptions: 0, used: 3 });
  expect(said(await set([m, 'WarningLight'], true))).toEqual([409, 'device_type_not_allowed', 'deviceTypeList']);
});
