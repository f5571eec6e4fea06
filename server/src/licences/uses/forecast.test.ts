import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { carryOut, type Importing, preview } from '#test/imports.ts';
import { makeLicense, makeOperator, makeService, permitToAll, type Operate } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let importing: Importing;
let serviceClass: string;
/** Assigned to all; to all administrators; to single users; to nobody. */
let all: string;
let admins: string;
let single: string;
let free: string;

beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  operate = await makeOperator(app);
  tenant = await makeTenant(app);
  const { tenantId } = tenant;
  const admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  importing = { app, tenantId, token: (await signIn(app, admin)).token };
  serviceClass = await makeService(operate, { names: { en: 'Print Flow' } });
  const make = (given: object) => makeLicense(operate, tenantId, { serviceClass, ...given });
  [all, admins, single, free] = [
    await make({ volume: 5 }),
    await make({ availableRoles: ['PowerUser'] }),
    await make({}),
    await make({ volume: 1 }),
  ];
  for (const userId of ['goes', 'rises', 'out']) await makeUser(app, tenant, { userId, withoutPassword: true });
  for (const licenseId of [all, admins]) await permitToAll(app, importing, { serviceClass, licenseId });
  const assign = (licenseId: string, permissions: object[]) =>
    post(`/availableServices/${serviceClass}/licenses/${licenseId}/userPermissions`, { permissions });
  await assign(single, [
    { userId: 'goes', permitted: true },
    { userId: 'rises', permitted: true },
  ]);
  await assign(all, [{ userId: 'out', permitted: false }]);
  await app.startWorker();
});
afterAll(() => app.close());

const post = (path: string, body: object) =>
  app.call('POST', `/api/service/tenants/${tenant.tenantId}${path}`, { token: importing.token, body });
const seatsOf = (body: { results: { licenseId: string; asked: number; ground: string }[] }) =>
  Object.fromEntries(body.results.map(({ licenseId, asked, ground }) => [licenseId, [asked, ground]]));
async function used(): Promise<Record<string, number>> {
  const { tenantId, token } = importing;
  const { body } = await app.call('GET', `/api/service/tenants/${tenantId}/licenses?count=100`, { token });
  return Object.fromEntries(
    body.results.map((one: { licenseId: string; usedVolume: number }) => [one.licenseId, one.usedVolume]),
  );
}

it('new users take the seats of rules for all that are for their role, and of licenses named', async () => {
  const ask = async (body: object) => seatsOf((await post('/operations/count/seats', body)).body);
  expect(await ask({ count: 7, roles: ['User'] })).toEqual({ [all]: [7, 'rule'] });
  expect(await ask({ count: 2, roles: ['PowerUser'], licenseIds: [free, all, 'nothing'] })).toEqual({
    [all]: [2, 'rule'],
    [admins]: [2, 'rule'],
    [free]: [2, 'named'],
  });
  const { body } = await post('/operations/count/seats', { count: 7, roles: ['User'] });
  expect(body.results[0]).toEqual({
    licenseId: all,
    serviceName: 'Print Flow',
    volume: 5,
    used: 3,
    asked: 7,
    ground: 'rule',
  });
  await operate('POST', `/tenants/${tenant.tenantId}/licenses/${all}/suspend`);
  expect(await ask({ count: 7, roles: ['User'] })).toEqual({});
  await operate('POST', `/tenants/${tenant.tenantId}/licenses/${all}/resume`);
  for (const wrong of [{ count: 0, roles: ['User'] }, { count: 1, roles: [] }, { count: 1 }])
    expect((await post('/operations/count/seats', wrong)).status).toBe(400);
});

it('an import says before it is confirmed what the triggers count after it', async () => {
  const { tenantId, token } = importing;
  const lines = [
    'operation,userId,familyName,givenName,roles',
    ...Array.from({ length: 6 }, (_, n) => `create,new${n},N,N,`),
    'create,boss,B,B,PowerUser',
    'update,rises,Up,Up,PowerUser',
    'delete,goes,,,',
    'delete,out,,,',
    'update,nobody,N,N,PowerUser',
  ];
  const { importId, counts } = await preview(importing, lines.join('\r\n'));
  expect(counts).toMatchObject({ create: 7, update: 1, delete: 2, wrong: 1 });
  const path = `/api/auth/tenants/${tenantId}/userImports/${importId}/seats`;
  const { body } = await app.call('GET', path, { token });
  const before = await used();
  expect(seatsOf(body)).toEqual({ [all]: [6, 'rule'], [admins]: [2, 'rule'], [single]: [-1, 'rule'] });
  await carryOut(importing, importId);
  const after = await used();
  for (const [licenseId, [asked]] of Object.entries(seatsOf(body)) as [string, [number]][])
    expect((after[licenseId] ?? 0) - (before[licenseId] ?? 0)).toBe(asked);
  expect(after[all]).toBe(9);
  // What is done is no preview any more; another tenant's is not there.
  expect((await app.call('GET', path, { token })).body.results).toEqual([]);
  const stranger = await makeTenant(app);
  const { token: theirs } = await signIn(app, await makeUser(app, stranger, { roles: ['PowerUser'] }));
  expect((await app.call('GET', path, { token: theirs })).status).toBe(404);
  const own = path.replace(tenantId, stranger.tenantId);
  expect((await app.call('GET', own, { token: theirs })).status).toBe(404);
});
