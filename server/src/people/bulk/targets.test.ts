import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { insist, patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';

/** Licenses assigned to many users, and many users added to a group. */

let app: TestApp;
let operate: Operate;
let serviceClass: string;
let tenant: TestTenant;
let admin: TestUser;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL_SIZE: '12' });
  operate = await makeOperator(app);
  serviceClass = await makeService(operate);
  await app.startWorker();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { userId: 'boss', roles: ['PowerUser'] });
  signedIn = await signIn(app, admin);
});

const auth = (method: string, path: string, body?: object) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: signedIn.token, ...(body && { body }) });
const bulk = (body: object) => auth('POST', '/operations/users', body);
const license = (given: object) => makeLicense(operate, tenant.tenantId, { serviceClass, ...given });
const used = async (licenseId: string) =>
  (
    await app.call('GET', `/api/service/tenants/${tenant.tenantId}/licenses?licenseId=${licenseId}`, {
      token: signedIn.token,
    })
  ).body.results[0].usedVolume;
const preview = async (body: object) =>
  (
    await app.call('POST', `/api/service/tenants/${tenant.tenantId}/operations/preview/userPermissions`, {
      token: signedIn.token,
      body,
    })
  ).body;
const fill = (prefix: string, many: number) =>
  app.owner.query(
    `insert into users (tenant_id, uuid, user_id, status) select $1, gen_random_uuid(), $2 || lpad(n::text, 4, '0'), 'active' from generate_series(1, $3) n`,
    [tenant.tenantId, prefix, many],
  );
const historyOf = async (uuid: string) =>
  (await auth('POST', '/operations/search/logs/systemOperation', { targetType: 'user', targetId: uuid })).body.results;

it('assigns a license to those it is for while seats last, and says who was refused and why', async () => {
  const licenseId = await license({ volume: 2, availableRoles: ['User'] });
  const people = [];
  for (const userId of ['anna', 'ben', 'carl', 'dora']) people.push(await makeUser(app, tenant, { userId }));
  // An administrator is a user too (docs/decisions): a role of its own keeps this one out.
  await app.owner.query(`update users set roles = '{PowerUser}' where uuid = $1`, [people[3]?.uuid]);
  await bulk({ action: 'assignLicense', licenseId, userIds: ['anna'] });
  const userIds = ['anna', 'BEN', 'carl', 'dora', 'nobody'];
  expect(await preview({ licenseId, userIds })).toEqual({
    ...{ matching: 4, gaining: 2, permitted: 1, refused: 1, refusedUserIds: ['dora'] },
    ...{ used: 1, volume: 2 },
  });
  const done = await bulk({ action: 'assignLicense', licenseId, userIds });
  expect(done.body).toMatchObject({ matched: 5, changed: 1, unchanged: 1, failed: 3, job: null });
  const [gained] = done.body.changedUserIds;
  const other = ['ben', 'carl'].find((one) => one !== gained);
  const reasons = Object.fromEntries(
    done.body.failures.map(({ userId, message_id }: { userId: string; message_id: string }) => [userId, message_id]),
  );
  expect(reasons).toEqual({
    nobody: 'not_found',
    dora: 'role_not_allowed',
    [other as string]: 'exceeded_permitted_users',
  });
  expect(await used(licenseId)).toBe(2);
  const uuid = people.find(({ userId }) => userId === gained)?.uuid as string;
  expect((await historyOf(uuid))[0]).toMatchObject({
    operatorUserId: 'boss',
    changes: { permittedLicenses: { after: licenseId } },
  });
});

it('refuses the whole call for a license that is not there or not active, and without a license', async () => {
  await makeUser(app, tenant, { userId: 'anna' });
  const gone = await license({ startsAt: '2019-01-01T00:00:00Z', expiresAt: '2020-01-01T00:00:00Z' });
  const ask = async (more: object) => {
    const { status, body } = await bulk({ action: 'assignLicense', userIds: ['anna'], ...more });
    return [status, body[0]?.message_id];
  };
  expect(await ask({ licenseId: gone })).toEqual([409, 'license_expired']);
  expect(await ask({ licenseId: 'nothing' })).toEqual([404, 'license_not_exist']);
  expect(await ask({})).toEqual([400, 'invalid_params']);
  expect(await ask({ action: 'activate', licenseId: gone })).toEqual([400, 'invalid_params']);
  for (const [licenseId, refusal] of [
    ['nothing', 'license_not_exist'],
    [gone, 'license_expired'],
  ] as const)
    expect(await preview({ licenseId, condition: {} })).toMatchObject([{ message_id: refusal, field: 'licenseId' }]);
});

it('gives exactly as many seats as there are, however many take at once', async () => {
  const licenseId = await license({ volume: 23 });
  await fill('taker-', 50);
  const takers = Array.from({ length: 50 }, (_, at) => `taker-${String(at + 1).padStart(4, '0')}`);
  const answers = await Promise.all(
    takers.map((userId) => insist(() => bulk({ action: 'assignLicense', licenseId, userIds: [userId] }))),
  );
  const changed = answers.map(({ body }) => body.changed);
  expect(changed.filter((one) => one === 1)).toHaveLength(23);
  expect(await used(licenseId)).toBe(23);
  expect(answers.filter(({ body }) => body.failures[0]?.message_id === 'exceeded_permitted_users')).toHaveLength(27);
});

it('more than a thousand who match become a job, which stops at the last seat', async () => {
  const licenseId = await license({ volume: 1150 });
  await fill('crowd-', 1200);
  const condition = { userId: 'crowd-' };
  expect(await preview({ licenseId, condition })).toMatchObject({
    matching: 1200,
    gaining: 1200,
    used: 0,
    volume: 1150,
  });
  const begun = await bulk({ action: 'assignLicense', licenseId, condition, expectedCount: 1200 });
  const { bulkId } = begun.body.job;
  const read = async () => (await auth('GET', `/userBulks/${bulkId}`)).body;
  await expect.poll(async () => (await read()).status, patiently).toBe('completed');
  const over = await read();
  expect(over).toMatchObject({ action: 'assignLicense', changed: 1150, failed: 50 });
  expect(over.failures[0].message_id).toBe('exceeded_permitted_users');
  expect(await used(licenseId)).toBe(1150);
  expect((await auth('POST', `/userBulks/${bulkId}/undo`)).body[0].message_id).toBe('conflict');
});

it('adds users to a group, and undoes it for those who came', async () => {
  const people = [];
  for (const userId of ['anna', 'ben']) people.push(await makeUser(app, tenant, { userId }));
  const { uuid: group } = (await auth('POST', '/groups', { groupId: 'north', name: 'North', userIds: ['anna'] })).body;
  const done = await bulk({ action: 'addToGroup', group, userIds: ['anna', 'ben', 'nobody'] });
  expect(done.body).toMatchObject({ changed: 1, unchanged: 1, failed: 1, changedUserIds: ['ben'] });
  expect((await auth('GET', `/groups/${group}`)).body.userCount).toBe(2);
  expect((await historyOf(people[1]?.uuid as string))[0].changes).toEqual({ groups: { before: [], after: ['north'] } });
  const { results } = (await auth('GET', '/userBulks')).body;
  const { importId } = (await auth('POST', `/userBulks/${results[0].bulkId}/undo`)).body;
  const read = async () => (await auth('GET', `/userImports/${importId}`)).body;
  await expect.poll(async () => (await read()).status, patiently).toBe('previewed');
  expect((await read()).counts).toMatchObject({ update: 1 });
  const unknown = await bulk({ action: 'addToGroup', group: randomUUID(), userIds: ['anna'] });
  expect([unknown.status, unknown.body]).toMatchObject([404, [{ message_id: 'not_found', field: 'group' }]]);
});

it.each(['deactivate', 'delete', 'signOut'])('leaves out whoever has others %s', async (action) => {
  await makeUser(app, tenant, { userId: 'second', roles: ['PowerUser'] });
  const done = await bulk({ action, userIds: ['boss', 'second'] });
  expect(done.body.failures).toEqual([{ userId: 'boss', message_id: 'own_account' }]);
  expect((await app.call('GET', '/api/auth/me', { token: signedIn.token })).status).toBe(200);
  expect((await bulk({ action: 'activate', userIds: ['boss'] })).body).toMatchObject({ unchanged: 1, failed: 0 });
});
