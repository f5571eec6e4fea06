import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { makeScim, type SourceOfTest, USER } from '#test/scim.ts';

/** Users whom a source never touches (docs/decisions/0281-excluded-users.md). */

let app: TestApp;
let tenant: SourceOfTest['tenant'];
let admin: SourceOfTest['admin'];
let scim: SourceOfTest['scim'];
let create: SourceOfTest['create'];
let patch: SourceOfTest['patch'];
let find: SourceOfTest['find'];
let account: SourceOfTest['account'];
let path: string;

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  let source: string;
  ({ tenant, admin, source, scim, create, patch, find, account } = await makeScim(app));
  path = `/api/auth/tenants/${tenant.tenantId}/provisioningSources/${source}`;
});

const put = (body: object) => app.call('PUT', path, { token: admin, body });
const set = async (body: object) => expect((await put(body)).status).toBe(200);
const nobody = { excludedUsers: [], excludedGroups: [], excludedPatterns: [] };
const preview = async (body: object, token = admin) =>
  app.call('POST', `${path}/exclusions/preview`, { token, body: { ...nobody, ...body } });
const runs = async () => (await app.call('POST', `${path}/runs/search`, { token: admin, body: {} })).body.results[0];
const namesIn = (answer: { body: { results: { userId: string }[] } }) =>
  answer.body.results.map(({ userId }) => userId);
const spared = async (uuid: string) =>
  (
    await app.owner.query(
      `select changes from system_operation_log where tenant_id = $1 and target_id = $2 and type = 'user.spared'
       order by id`,
      [tenant.tenantId, uuid],
    )
  ).rows.map(({ changes }) => changes);
const makeGroup = async (name: string) =>
  (
    await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/groups`, {
      token: admin,
      body: { groupId: name, name },
    })
  ).body.uuid as string;

it('changes nothing of an excluded user, answers as if, and says so in log and count', async () => {
  const { id } = await create('taro@contoso.example', { name: { familyName: 'Yamada', givenName: 'Taro' } });
  await set({ excludedUsers: [id], deleteBehavior: 'delete' });
  const before = await account(id);
  const renamed = await patch(id, {
    op: 'replace',
    value: { userName: 'jiro@contoso.example', 'name.givenName': 'Jiro' },
  });
  expect([renamed.status, renamed.body.userName]).toEqual([200, 'jiro@contoso.example']);
  const off = await patch(id, { op: 'Replace', path: 'active', value: 'False' });
  expect([off.status, off.body.active]).toEqual([200, true]);
  expect(await account(id)).toEqual(before);
  // The directory finds the user by its new name, and would otherwise create another.
  expect((await find('userName eq "jiro@contoso.example"')).Resources[0].id).toBe(id);
  expect(await spared(id)).toEqual([{}, {}]);
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
  expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
  expect(await account(id)).toMatchObject({ status: before.status, given_name: 'Taro', source: 'local' });
  expect((await spared(id))[2]).toEqual({ source: { before: 'scim', after: 'local' } });
  expect(await runs()).toMatchObject({ created: 1, updated: 0, deactivated: 0, deleted: 0, spared: 3, failed: 0 });
});

it('what the source said meanwhile is made good by its next change', async () => {
  const { id } = await create('taro@contoso.example', { name: { givenName: 'Taro' } });
  await set({ excludedPatterns: ['TARO@*'] });
  await patch(id, { op: 'replace', path: 'name.givenName', value: 'Jiro' });
  expect((await account(id)).given_name).toBe('Taro');
  await set({ excludedPatterns: [] });
  await patch(id, { op: 'replace', path: 'name.familyName', value: 'Yamada' });
  expect(await account(id)).toMatchObject({ given_name: 'Jiro', family_name: 'Yamada' });
});

it('by group, in the groups within too, also in a Bulk', async () => {
  const [outer, inner] = [await makeGroup('outer'), await makeGroup('inner')];
  await app.owner.query(`insert into group_groups (tenant_id, parent_uuid, child_uuid) values ($1, $2, $3)`, [
    tenant.tenantId,
    outer,
    inner,
  ]);
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) ids.push((await create(`${name}@x.example`)).id);
  const [a, b, c, d] = ids as [string, string, string, string];
  for (const [group, user] of [
    [outer, a],
    [inner, b],
  ] as const)
    await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/groups/${group}/operations/add/users`, {
      ...{ token: admin, body: { userIds: [(await account(user)).user_id] } },
    });
  await set({ excludedGroups: [outer], deleteBehavior: 'delete', maxLeavingPercent: null });
  const off = { Operations: [{ op: 'replace', path: 'active', value: false }] };
  const Operations = [
    ...[a, c].map((id) => ({ method: 'PATCH', path: `/Users/${id}`, data: off })),
    ...[b, d].map((id) => ({ method: 'DELETE', path: `/Users/${id}` })),
  ];
  const done = await scim('POST', '/Bulk', { Operations });
  expect(done.body.Operations.map(({ status }: { status: string }) => status)).toEqual(['200', '200', '204', '204']);
  const statuses = await Promise.all([a, b, c, d].map(async (id) => (await account(id))?.status ?? 'deleted'));
  expect(statuses).toEqual(['registering', 'registering', 'inactive', 'deleted']);
  expect(await runs()).toMatchObject({ spared: 2, deactivated: 1, deleted: 1, failed: 0 });
});

it('neither creates nor takes over whom a pattern means: alone, and in a Bulk', async () => {
  await makeUser(app, tenant, { userId: 'svc-print' });
  await set({ excludedPatterns: ['svc-*', '*@partners.example'], adoption: 'userId' });
  const add = (userName: string, address?: string) => ({
    ...{ schemas: [USER], userName },
    ...(address !== undefined && { emails: [{ value: address, primary: true }] }),
  });
  // Who is there already is a conflict, as for every user whom the source may not take over.
  expect((await scim('POST', '/Users', add('svc-print'))).status).toBe(409);
  expect((await scim('POST', '/Users', add('SVC-scan'))).status).toBe(403);
  expect((await scim('POST', '/Users', add('taro', 'taro@partners.example'))).status).toBe(403);
  const data = [add('svc-fax'), add('jiro', 'jiro@partners.example'), add('hanako'), add('saburo')];
  const Operations = data.map((one, at) => ({ method: 'POST', path: '/Users', bulkId: String(at), data: one }));
  const done = await scim('POST', '/Bulk', { Operations });
  expect(done.body.Operations.map(({ status }: { status: string }) => status)).toEqual(['403', '403', '201', '201']);
  expect(await runs()).toMatchObject({ created: 2, adopted: 0, spared: 4, failed: 1 });
});

it('whom administrators exclude stays, though the departure was held back and is allowed', async () => {
  const { id } = await create('taro@x.example');
  await set({ maxLeaving: 0 });
  await patch(id, { op: 'replace', path: 'active', value: false });
  await set({ excludedUsers: [id] });
  const decided = await app.call('POST', `${path}/quarantine/decide`, { token: admin, body: { decision: 'allow' } });
  expect(decided.body).toEqual({ decided: 0, spared: 1, left: 0 });
  expect((await account(id)).status).toBe('registering');
});

it('shows whom a rule means before it is saved', async () => {
  await create('Anna@x.example');
  const partner = await makeUser(app, tenant, { userId: 'bert', mail: 'bert@partners.example' });
  const chosen = await makeUser(app, tenant, { userId: 'carl_1' });
  await makeUser(app, tenant, { userId: 'carlx1' });
  const all = await preview({ excludedPatterns: ['ANNA*', '*@partners.*', 'carl_1'], excludedUsers: [chosen.uuid] });
  expect(namesIn(all)).toEqual([expect.stringMatching(/^anna/i), partner.userId, chosen.userId]);
  expect(all.body).toMatchObject({ totalResults: 3, provided: 1 });
  expect(all.body.results[0]).toMatchObject({ isProvided: true });
  expect(all.body.results[1]).toMatchObject({ isProvided: false, mailAddress: partner.mail });
  expect((await preview({})).body).toEqual({ totalResults: 0, provided: 0, results: [] });
  const foreign = await makeTenant(app);
  const stranger = (await signIn(app, await makeUser(app, foreign, { roles: ['User', 'PowerUser'] }))).token;
  expect((await preview({}, stranger)).status).toBe(404);
  expect((await preview({}, (await signIn(app, partner)).token)).status).toBe(403);
});

it('refuses unknown users and patterns that mean everybody; of two administrators the second is told', async () => {
  for (const pattern of ['*', '**', '', 'a b', 'a*b*c*d*e', 'x'.repeat(101)])
    expect([pattern, (await put({ excludedPatterns: [pattern] })).status]).toEqual([pattern, 400]);
  const foreign = await makeUser(app, await makeTenant(app));
  const unknown = await put({ excludedUsers: [foreign.uuid] });
  expect([unknown.status, unknown.body[0].field]).toEqual([404, 'excludedUsers']);
  const person = await makeUser(app, tenant, { userId: 'taro' });
  await set({ excludedUsers: [person.uuid], expected: { excludedUsers: [] } });
  expect((await put({ excludedUsers: [], expected: { excludedUsers: [] } })).status).toBe(409);
  const log = await app.owner.query(
    `select changes from system_operation_log where tenant_id = $1 and type = 'provisioningSource.changed' and status = 'success'
     order by id desc limit 1`,
    [tenant.tenantId],
  );
  expect(log.rows[0].changes).toEqual({ excludedUsers: { before: [], after: ['taro'] } });
  // Who is gone stays excluded, and is so again when restored.
  await app.call('DELETE', `/api/auth/tenants/${tenant.tenantId}/users/taro`, { token: admin });
  await set({ excludedPatterns: ['Svc-*', 'svc-*'] });
  expect((await app.call('GET', path, { token: admin })).body).toMatchObject({
    ...{ excludedUsers: [person.uuid], excludedPatterns: ['svc-*'] },
  });
});
