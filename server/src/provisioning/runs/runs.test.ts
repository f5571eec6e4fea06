import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { GROUP, makeScim, type SourceOfTest } from '#test/scim.ts';

/** What a source did, by the hour. */

let app: TestApp;
let test: SourceOfTest;

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  test = await makeScim(app);
});

const path = () => `/api/auth/tenants/${test.tenant.tenantId}/provisioningSources/${test.source}`;
const list = async (body: object = {}) =>
  (await app.call('POST', `${path()}/runs/search`, { token: test.admin, body })).body;
const none = {
  created: 0,
  adopted: 0,
  spared: 0,
  updated: 0,
  deactivated: 0,
  deleted: 0,
  held: 0,
  unchanged: 0,
  groups: 0,
  failed: 0,
};

it('counts calls by what became of them', async () => {
  const { scim, create, patch, admin } = test;
  await app.call('PUT', path(), { token: admin, body: { maxLeaving: 2, deleteBehavior: 'delete' } });
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) ids.push((await create(`${name}@x.example`)).id);
  const [a, b, c, d] = ids as [string, string, string, string];
  const off = (id: string) => patch(id, { op: 'Replace', path: 'active', value: 'False' });
  await patch(a, { op: 'replace', path: 'name.givenName', value: 'Taro' });
  await patch(a, { op: 'replace', path: 'name.givenName', value: 'Taro' });
  const group = { schemas: [GROUP], displayName: 'Sales', members: [{ value: b }] };
  const made = (await scim('POST', '/Groups', group)).body;
  await scim('DELETE', `/Users/${b}`);
  await off(c);
  await off(d);
  await create('a@x.example').catch(() => undefined);
  await scim('PATCH', `/Groups/${made.id}`, { Operations: [{ op: 'nothing' }] });
  await scim('GET', '/Users/nobody');
  await scim('GET', '/Users?filter=nonsense');
  const { results, totalResults } = await list();
  expect(totalResults).toBe(1);
  const { hour, ...counts } = results[0];
  expect(counts).toEqual({
    ...{
      created: 4,
      adopted: 0,
      updated: 1,
      deactivated: 1,
      deleted: 1,
      held: 1,
      spared: 0,
      unchanged: 1,
      groups: 1,
      failed: 2,
    },
  });
  expect(new Date(hour).getTime() % 3_600_000).toBe(0);
});

it('tells the hours that are asked for, latest first, and keeps none for ever', async () => {
  const add = (hours: number) =>
    app.owner.query(
      `insert into source_runs (tenant_id, source_uuid, hour, slot, created)
       select $1, $2, date_trunc('hour', now()) - make_interval(hours => $3), slot, 1 from generate_series(20, 21) slot`,
      [test.tenant.tenantId, test.source, hours],
    );
  for (const hours of [1, 23, 24, 91 * 24]) await add(hours);
  expect((await list({ hours: 24 })).results.map(({ created }: { created: number }) => created)).toEqual([2, 2]);
  await test.create();
  const { results } = await list({ hours: 24 });
  expect(results.map(({ created }: { created: number }) => created)).toEqual([1, 2, 2]);
  expect(results[0]).toMatchObject({ ...none, created: 1 });
  const { rows } = await app.owner.query('select hour from source_runs where source_uuid = $1', [test.source]);
  expect(rows).toHaveLength(7);
});

it('is told to administrators of the tenant alone', async () => {
  const other = await makeTenant(app);
  const theirs = (await signIn(app, await makeUser(app, other, { roles: ['User', 'PowerUser'] }))).token;
  const user = (await signIn(app, await makeUser(app, test.tenant, { roles: ['User'] }))).token;
  for (const [token, status] of [
    [theirs, 404],
    [user, 403],
    [test.token, 401],
  ] as const)
    expect((await app.call('POST', `${path()}/runs/search`, { token, body: {} })).status).toBe(status);
});
