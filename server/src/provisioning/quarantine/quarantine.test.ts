import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestUser } from '#test/factories.ts';
import { idsOf, makeScim, makeSource, type SourceOfTest } from '#test/scim.ts';

/** A source that wants more users to leave within a day than its settings allow. */

let app: TestApp;
let tenant: SourceOfTest['tenant'];
let admin: SourceOfTest['admin'];
let source: SourceOfTest['source'];
let scim: SourceOfTest['scim'];
let create: SourceOfTest['create'];
let patch: SourceOfTest['patch'];
let find: SourceOfTest['find'];
let account: SourceOfTest['account'];
let second: TestUser;
let ids: string[];

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ tenant, admin, source, scim, create, patch, find, account } = await makeScim(app));
  second = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  ids = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ids.push((await create(`${name}@x.example`)).id);
});

const path = () => `/api/auth/tenants/${tenant.tenantId}/provisioningSources/${source}`;
const set = async (body: object) => expect((await app.call('PUT', path(), { token: admin, body })).status).toBe(200);
const off = (id: string) => patch(id, { op: 'Replace', path: 'active', value: 'False' });
const at = (place: number) => ids[place] as string;
const list = async (body: object = {}) =>
  (await app.call('POST', `${path()}/quarantine/search`, { token: admin, body })).body;
const decide = async (decision: 'allow' | 'reject', more: object = {}) =>
  (await app.call('POST', `${path()}/quarantine/decide`, { token: admin, body: { decision, ...more } })).body;
const statusOf = async (id: string) => (await account(id))?.status ?? 'deleted';

it('nothing happens to more than may leave; the administrators hear of it once, with the numbers', async () => {
  await set({ maxLeaving: 2 });
  for (const id of ids.slice(0, 4)) expect((await off(id)).body).toMatchObject({ active: false });
  expect(await Promise.all(ids.map(statusOf))).toEqual([
    ...['inactive', 'inactive', 'registering', 'registering', 'registering', 'registering'],
  ]);
  const [mail, ...others] = (await app.mails(second.mail)).filter(({ kind }) => kind === 'departuresHeld');
  expect(others).toEqual([]);
  expect(mail?.text).toMatch(/2 of 6 users/);
  expect(mail?.text).toContain(`/portal/provisioning/${source}`);
  const held = await list();
  expect(held).toMatchObject({ totalResults: 2, itemsPerPage: 2 });
  expect(held.results.map(({ user, kind }: { user: { uuid: string }; kind: string }) => [user.uuid, kind])).toEqual([
    [at(2), 'deactivate'],
    [at(3), 'deactivate'],
  ]);
  expect((await app.call('GET', path(), { token: admin })).body).toMatchObject({ quarantined: 2, users: 6 });
  const first = await list({ count: 1 });
  expect((await list({ count: 1, cursor: first.next })).results[0].user.uuid).toBe(at(3));
  // For the source it is done, and the same again is nothing.
  expect(idsOf(await find('active eq false')).sort()).toEqual(ids.slice(0, 4).sort());
  await off(at(2));
  expect((await list()).totalResults).toBe(2);
  const log = await app.owner.query(
    `select type, count(*)::integer as count from system_operation_log where target_id = any ($1)
     and type <> 'user.provisioned' group by type order by type`,
    [ids],
  );
  expect(log.rows).toEqual([
    { type: 'user.deactivated', count: 2 },
    { type: 'user.departureHeld', count: 2 },
  ]);
});

it('it is decided row by row, or whole', async () => {
  await set({ maxLeaving: 0 });
  for (const id of ids.slice(0, 3)) await off(id);
  const [one, two] = (await list()).results;
  expect(await decide('reject', { ids: [one.id] })).toEqual({ decided: 1, spared: 0, left: 2 });
  expect(await decide('allow', { ids: [two.id, one.id] })).toEqual({ decided: 1, spared: 0, left: 1 });
  expect(await decide('allow')).toEqual({ decided: 1, spared: 0, left: 0 });
  expect(await Promise.all(ids.slice(0, 3).map(statusOf))).toEqual(['registering', 'inactive', 'inactive']);
  // Whose leaving was rejected is active for the source too, and may be asked for again.
  expect((await scim('GET', `/Users/${at(0)}`)).body.active).toBe(true);
  await off(at(0));
  expect((await list()).totalResults).toBe(1);
});

it('no more of the oldest are decided than were confirmed', async () => {
  await set({ maxLeaving: 0 });
  for (const id of ids.slice(0, 3)) await off(id);
  expect(await decide('allow', { most: 2 })).toEqual({ decided: 2, spared: 0, left: 1 });
  expect(await Promise.all(ids.slice(0, 3).map(statusOf))).toEqual(['inactive', 'inactive', 'registering']);
});

it('what the source takes back waits no more', async () => {
  await set({ maxLeaving: 0 });
  await off(at(0));
  expect((await patch(at(0), { op: 'replace', value: { active: true } })).body).toMatchObject({ active: true });
  expect(await list()).toMatchObject({ totalResults: 0, results: [] });
  expect(await statusOf(at(0))).toBe('registering');
});

it('deletions wait too: for the source the user is gone, provided again the same', async () => {
  await set({ maxLeaving: 0, deleteBehavior: 'delete' });
  for (const id of ids.slice(0, 3)) expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
  expect((await scim('GET', `/Users/${at(0)}`)).status).toBe(404);
  expect(await Promise.all(ids.slice(0, 3).map(statusOf))).toEqual(['registering', 'registering', 'registering']);
  expect((await create('a@x.example')).id).toBe(at(0));
  const [one, two] = (await list()).results;
  expect([one.user.uuid, one.kind, two.user.uuid]).toEqual([at(1), 'delete', at(2)]);
  await decide('reject', { ids: [one.id] });
  expect(await decide('allow')).toMatchObject({ decided: 1, left: 0 });
  expect(await Promise.all(ids.slice(0, 3).map(statusOf))).toEqual(['registering', 'registering', 'deleted']);
  // Whom the source has no more is the organization's own.
  expect([(await account(at(0))).source, (await account(at(1))).source]).toEqual(['scim', 'local']);
});

it('provided again as inactive, a user is no longer to be deleted', async () => {
  await set({ maxLeaving: 0, deleteBehavior: 'delete' });
  await scim('DELETE', `/Users/${at(0)}`);
  const again = await scim('POST', '/Users', { userName: 'a@x.example', active: false });
  expect([again.status, again.body.id, again.body.active]).toEqual([201, at(0), false]);
  expect((await list()).results.map(({ kind }: { kind: string }) => kind)).toEqual(['deactivate']);
  expect(await decide('allow')).toMatchObject({ decided: 1, left: 0 });
  expect(await statusOf(at(0))).toBe('inactive');
});

it('who was deleted, or came back as the tenant’s own, takes no place of those who wait', async () => {
  await set({ maxLeaving: 0 });
  for (const id of ids.slice(0, 3)) await off(id);
  const users = `/api/auth/tenants/${tenant.tenantId}/users`;
  for (const id of ids.slice(0, 2))
    await app.call('DELETE', `${users}/${(await account(id)).user_id}`, { token: admin });
  const bin = `/api/auth/tenants/${tenant.tenantId}/deletedUsers`;
  expect((await app.call('POST', `${bin}/${at(0)}/restore`, { token: admin, body: {} })).status).toBe(200);
  const held = await list();
  expect([held.totalResults, held.results.map(({ user }: { user: { uuid: string } }) => user.uuid)]).toEqual([
    1,
    [at(2)],
  ]);
  expect(await decide('allow', { most: 1 })).toEqual({ decided: 1, spared: 0, left: 0 });
});

it('forgets what was decided a day ago, and keeps who waits', async () => {
  await set({ maxLeaving: 1 });
  for (const id of ids.slice(0, 3)) await off(id);
  await decide('reject', { most: 1 });
  await app.owner.query("update source_departures set at = at - interval '25 hours' where source_uuid = $1", [source]);
  // The next call is the first of its hour.
  await app.owner.query('delete from source_runs where source_uuid = $1', [source]);
  await patch(at(4), { op: 'replace', path: 'name.familyName', value: 'Ito' });
  const kept = await app.owner.query('select state from source_departures where source_uuid = $1', [source]);
  expect(kept.rows).toEqual([{ state: 'held' }]);
});

it('who became an administrator stays, and so does who the source may not decide about', async () => {
  await set({ maxLeaving: 0 });
  await off(at(0));
  await app.owner.query("update users set roles = '{User,PowerUser}' where uuid = $1", [at(0)]);
  expect(await decide('allow')).toEqual({ decided: 0, spared: 1, left: 0 });
  expect(await statusOf(at(0))).toBe('registering');
});

it('the share counts, but five may always leave; without limits all may', async () => {
  await set({ maxLeavingPercent: 1 });
  for (const id of ids) await off(id);
  expect((await list()).totalResults).toBe(1);
  await decide('reject');
  await set({ maxLeavingPercent: null });
  await off(at(5));
  expect((await list()).totalResults).toBe(0);
  expect(await statusOf(at(5))).toBe('inactive');
});

it('who left a day ago is not counted', async () => {
  await set({ maxLeaving: 1 });
  await off(at(0));
  await app.owner.query("update source_departures set at = at - interval '25 hours' where source_uuid = $1", [source]);
  await off(at(1));
  await off(at(2));
  expect((await list()).totalResults).toBe(1);
});

it('an administrator who deletes the user decides as well', async () => {
  await set({ maxLeaving: 0 });
  await off(at(0));
  const { user_id: userId } = await account(at(0));
  await app.call('DELETE', `/api/auth/tenants/${tenant.tenantId}/users/${userId}`, { token: admin });
  expect((await list()).totalResults).toBe(0);
  expect(await decide('allow')).toEqual({ decided: 0, spared: 0, left: 0 });
});

it('is nobody else’s: neither other tenants, users nor sources', async () => {
  await set({ maxLeaving: 0 });
  await off(at(0));
  const [held] = (await list()).results;
  const other = await makeTenant(app);
  const theirs = (await signIn(app, await makeUser(app, other, { roles: ['User', 'PowerUser'] }))).token;
  const user = (await signIn(app, await makeUser(app, tenant, { roles: ['User'] }))).token;
  const body = { decision: 'allow', ids: [held.id] };
  for (const [token, status] of [
    [theirs, 404],
    [user, 403],
  ] as const) {
    expect((await app.call('POST', `${path()}/quarantine/search`, { token, body: {} })).status).toBe(status);
    expect((await app.call('POST', `${path()}/quarantine/decide`, { token, body })).status).toBe(status);
  }
  const { source: further } = await makeSource(app, tenant, admin);
  const at2 = `/api/auth/tenants/${tenant.tenantId}/provisioningSources/${further}/quarantine/decide`;
  expect((await app.call('POST', at2, { token: admin, body })).body).toEqual({ decided: 0, spared: 0, left: 0 });
  expect((await list()).totalResults).toBe(1);
});
