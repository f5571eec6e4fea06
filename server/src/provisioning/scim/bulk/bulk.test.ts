import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { ENTERPRISE, GROUP, idsOf, makeScim, makeSource, PATCH_OP, type SourceOfTest, USER } from '#test/scim.ts';

/** Bulks from outside (RFC 7644 section 3.7). */

const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
let app: TestApp;
let of: SourceOfTest;

beforeAll(async () => {
  app = await sharedTestApp('with jobs');
});
afterAll(() => app.close());
beforeEach(async () => {
  of = await makeScim(app);
});

const user = (userName: string, more: object = {}) => ({ schemas: [USER], userName, active: true, ...more });
const post = (bulkId: string, data: object = user(`${bulkId}@x.example`), on = 'Users') => ({
  ...{ method: 'POST', path: `/${on}`, bulkId, data },
});
const patch = (path: string, ...Operations: object[]) => ({
  ...{ method: 'PATCH', path, data: { schemas: [PATCH_OP], Operations } },
});
const off = { op: 'Replace', path: 'active', value: 'False' };
const send = (Operations: object[], more: object = {}, headers: object = {}) =>
  of.scim('POST', '/Bulk', { schemas: [BULK], Operations, ...more }, { headers });
const idOf = (operation: { location: string }) => operation.location.split('/').at(-1) as string;
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
const done = async (Operations: object[], more: object = {}): Promise<any[]> => {
  const answer = await send(Operations, more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.Operations;
};
const statusesOf = (all: { status: string }[]) => all.map(({ status }) => status);
const count = async (text: string, ...values: unknown[]) =>
  (await app.owner.query(text, [of.tenant.tenantId, ...values])).rows[0].n as number;

it('makes users and a group of them, in any order, and answers in the order that was sent', async () => {
  const [group, a, b] = await done([
    post(
      'g',
      { schemas: [GROUP], displayName: 'Sales', members: [{ value: 'bulkId:a' }, { value: 'bulkId:b' }] },
      'Groups',
    ),
    post('a'),
    post('b', user('b@x.example', { [ENTERPRISE]: { manager: 'bulkId:a' } })),
  ]);
  expect(statusesOf([group, a, b])).toEqual(['201', '201', '201']);
  expect([group.bulkId, a.bulkId, b.bulkId]).toEqual(['g', 'a', 'b']);
  const made = await of.scim('GET', `/Groups/${idOf(group)}`);
  expect(made.headers.get('etag')).toBe(group.version);
  expect(made.body.members.map(({ value }: { value: string }) => value).sort()).toEqual([idOf(a), idOf(b)].sort());
  const second = (await of.scim('GET', `/Users/${idOf(b)}`)).body;
  expect(second.meta.version).toBe(b.version);
  expect(second[ENTERPRISE].manager.value).toBe(idOf(a));
  const log = await app.owner.query(
    `select action, actor_type from system_operation_log where tenant_id = $1 and type = 'user.provisioned'`,
    [of.tenant.tenantId],
  );
  expect(log.rows).toEqual(Array(2).fill({ action: 'POST /api/auth/scim/v2/Bulk', actor_type: 'source' }));
});

it('what is refused says so, and nothing of it stays', async () => {
  const { id } = await of.create('here@x.example');
  const all = await done([
    post('again', user('here@x.example')),
    patch(`/Users/${id}`, off),
    patch(`/Users/${id}`, { op: 'replace', path: 'nothing', value: 1 }),
    { method: 'DELETE', path: '/Users/018f0000-0000-7000-8000-000000000000' },
    post('g', { displayName: 'Half', members: [{ value: id }, { value: 'nobody' }] }, 'Groups'),
    { ...patch(`/Users/${id}`, off), version: 'W/"9-9"' },
    patch('/Users/bulkId:again', off),
  ]);
  expect(statusesOf(all)).toEqual(['409', '200', '400', '404', '400', '412', '409']);
  expect(all[0].response).toMatchObject({ status: '409', scimType: 'uniqueness' });
  expect((await of.scim('GET', '/Groups')).body.totalResults).toBe(0);
  expect((await of.account(id)).status).toBe('inactive');
  expect(
    await count("select count(*)::int as n from system_operation_log where tenant_id = $1 and status = 'error'"),
  ).toBe(6);
  expect(await count('select sum(failed)::int as n from source_runs where tenant_id = $1')).toBe(6);
});

it('stops when too many fail: neither less nor more is done', async () => {
  await of.create('c@x.example');
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => post(name));
  expect(statusesOf(await done([...all, post('c2', user('c@x.example')), post('f')], { failOnErrors: 1 }))).toEqual([
    ...['201', '201', '409'],
  ]);
  expect((await of.scim('GET', '/Users')).body.totalResults).toBe(3);
  expect(statusesOf(await done([...all.slice(0, 3), post('z')], { failOnErrors: 4 }))).toEqual([
    '409',
    '409',
    '409',
    '201',
  ]);
});

it('holds back a Bulk that deletes most of the users, and deactivates no more than may leave', async () => {
  const ids = (await done(Array.from({ length: 20 }, (_, at) => post(`u${at}`)))).map(idOf);
  const gone = await done(ids.slice(0, 12).map((id) => ({ method: 'DELETE', path: `/Users/${id}` })));
  expect(new Set(statusesOf(gone))).toEqual(new Set(['204']));
  const inactive =
    "select count(*)::int as n from users where tenant_id = $1 and source = 'scim' and status = 'inactive'";
  expect(await count(inactive)).toBe(5);
  expect(await count("select count(*)::int as n from source_departures where tenant_id = $1 and state = 'held'")).toBe(
    7,
  );
  await done(ids.slice(12).map((id) => patch(`/Users/${id}`, off)));
  expect(await count(inactive)).toBe(5);
  expect(await count("select count(*)::int as n from source_departures where tenant_id = $1 and state = 'held'")).toBe(
    15,
  );
  expect(await count('select sum(held)::int as n from source_runs where tenant_id = $1')).toBe(15);
});

it('what is sent again because its answer was lost goes on, and is done once', async () => {
  const operations = Array.from({ length: 450 }, (_, at) => post(`u${at}`));
  const first = await done(operations);
  // As a process that was killed behind the first two pieces leaves it.
  const forget = 'update scim_bulks set answered_at = null where tenant_id = $1 and answered_at is not null';
  await expect.poll(async () => (await app.owner.query(forget, [of.tenant.tenantId])).rowCount, patiently).toBe(1);
  expect((await done(operations)).map(idOf)).toEqual(first.map(idOf));
  expect((await of.scim('GET', '/Users?count=0')).body.totalResults).toBe(450);
  // One whose answer arrived is another.
  await expect
    .poll(
      () => count('select count(*)::int as n from scim_bulks where tenant_id = $1 and answered_at is null'),
      patiently,
    )
    .toBe(0);
  expect(new Set(statusesOf(await done(operations)))).toEqual(new Set(['409']));
});

it('a bulkId is any name, also beyond the piece in which it was made', async () => {
  const all = [post('constructor'), ...Array.from({ length: 199 }, (_, at) => post(`u${at}`))];
  const group = post('g', { displayName: 'Sales', members: [{ value: 'bulkId:constructor' }] }, 'Groups');
  expect(new Set(statusesOf(await done([...all, group])))).toEqual(new Set(['201']));
});

it('what is no Bulk is refused, however deep it is', async () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000);
  const raw = (body: string) => {
    const headers = { 'content-type': 'application/scim+json' };
    return app.call('POST', '/api/auth/scim/v2/Bulk', { token: of.token, body, headers });
  };
  const [one] = JSON.stringify([post('a')]).split('"data":');
  expect((await raw(`{"Operations":${one}"data":${deep}}]}`)).status).toBe(400);
  expect((await send([{ method: { toString: 1 }, path: '/Users' }])).status).toBe(400);
  expect((await raw(`{"Operations":${JSON.stringify([post('a')])},"schemas":${deep}}`)).status).toBe(200);
  expect(statusesOf(await done([post('b')], { failOnErrors: 3_000_000_000 }))).toEqual(['201']);
});

it('one that is too large is refused, and who names it', async () => {
  const manager = { [ENTERPRISE]: { manager: 'bulkId:a' } };
  const all = [
    post('a', user('a@x.example', { title: 'x'.repeat(1_100_000) })),
    post('b', user('b', manager)),
    post('c'),
  ];
  expect(statusesOf(await done(all))).toEqual(['413', '409', '201']);
});

it('two equal ones at once are one', async () => {
  const operations = Array.from({ length: 250 }, (_, at) => post(`u${at}`));
  const answers = await Promise.all([send(operations), send(operations)]);
  const statuses = answers.map(({ body }) => new Set(statusesOf(body.Operations)));
  expect(statuses).toContainEqual(new Set(['201']));
  expect((await of.scim('GET', '/Users?count=0')).body.totalResults).toBe(250);
});

it('is a job for who prefers not to wait', async () => {
  await app.startWorker();
  const begun = await send([post('a'), post('a2', user('a@x.example'))], {}, { prefer: 'respond-async' });
  expect(begun.status).toBe(202);
  const path = `/Bulk/${begun.body.id}`;
  expect(begun.headers.get('location')).toContain(path);
  await expect.poll(async () => (await of.scim('GET', path)).body.status, patiently).toBe('completed');
  const ended = (await of.scim('GET', path)).body;
  expect(ended).toMatchObject({ totalOperations: 2, doneOperations: 2, failedOperations: 1 });
  expect(statusesOf(ended.Operations)).toEqual(['201', '409']);
  expect(idsOf((await of.scim('GET', '/Bulk')).body)).toEqual([begun.body.id]);
  const { token } = await makeSource(app, of.tenant, of.admin);
  expect((await of.scim('GET', path, undefined, { token })).status).toBe(404);
  expect((await of.scim('GET', '/Bulk', undefined, { token })).body.totalResults).toBe(0);
  expect((await of.scim('GET', '/Bulk/nothing')).status).toBe(404);
});

it('a source that is switched off meanwhile does nothing more', async () => {
  await done([post('a')]);
  await app.owner.query("update scim_bulks set status = 'processing', answered_at = null where tenant_id = $1", [
    of.tenant.tenantId,
  ]);
  const path = `/api/auth/tenants/${of.tenant.tenantId}/provisioningSources/${of.source}`;
  await app.call('PUT', path, { token: of.admin, body: { enabled: false } });
  expect((await send([post('a')])).status).toBe(401);
});
