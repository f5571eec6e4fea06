import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_TAGS_PER_TENANT } from '#contract/limits.ts';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';

type Caller = (method: string, path: string, body?: object) => Promise<Answer>;

let app: TestApp;
let call: Caller;
let foreign: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  const makeSide = async (): Promise<Caller> => {
    const tenant = await makeTenant(app);
    const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
    return (method, path, body) => app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token, body });
  };
  [call, foreign] = [await makeSide(), await makeSide()];
});
afterAll(() => app.close());

const names = async (query = '') =>
  (await call('GET', `/tags${query}`)).body.results.map(({ name }: { name: string }) => name);

it('makes, lists, changes and removes tags', async () => {
  const made = await call('POST', '/tags', { name: '  Floor 3 ', description: 'Third floor' });
  expect(made.body).toMatchObject({ name: 'Floor 3', description: 'Third floor', groupCount: 0 });
  await call('POST', '/tags', { name: 'external', description: 'does not work on a floor' });
  await call('POST', '/tags', { name: '課' });
  await call('POST', '/groups', { groupId: 'one', name: 'One', tagNames: ['external', 'floor 3'] });
  await call('POST', '/groups', { groupId: 'two', name: 'Two', tagNames: ['external'] });
  expect(await names()).toEqual(['external', 'Floor 3', '課']);
  expect(await names('?sort=groupCount&order=descending')).toEqual(['external', 'Floor 3', '課']);
  expect(await names('?keyword=FLOOR')).toEqual(['external', 'Floor 3']);
  expect(await names('?count=1&page=2')).toEqual(['Floor 3']);
  const changed = await call('PUT', `/tags/${made.body.uuid}`, { name: '3F' });
  expect(changed.body).toMatchObject({ name: '3F', description: 'Third floor', groupCount: 1 });
  const search = { condition: { or: { groupId: 'one' } } };
  const [group] = (await call('POST', '/operations/search/groups', search)).body.results;
  expect(group.tagNames).toEqual(['3F', 'external']);
  expect(await call('DELETE', `/tags/${made.body.uuid}`)).toMatchObject({ status: 200, body: { groups: 1 } });
  expect((await call('GET', `/groups/${group.uuid}`)).body.tagNames).toEqual(['external']);
  const history = { targetType: 'tag', targetId: made.body.uuid };
  const { results } = (await call('POST', '/operations/search/logs/systemOperation', history)).body;
  expect(results.map((entry: { operation: string }) => entry.operation)).toEqual(['delete', 'update', 'create']);
  // Which groups lost it: no group's own history tells that.
  expect(results[0].changes).toMatchObject({ groupCount: { before: 1 }, groupIds: { before: ['one'] } });
  expect(results[1].changes).toEqual({ name: { before: 'Floor 3', after: '3F' } });
});

it('has each name once, whatever the case, however many try at once', async () => {
  const answers = await Promise.all(['Once', 'ONCE', 'once'].map((name) => call('POST', '/tags', { name })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body[0].message_id).toBe('duplicated_params_name');
  const { uuid } = (await call('POST', '/tags', { name: 'twice' })).body;
  expect((await call('PUT', `/tags/${uuid}`, { name: 'oNCE' })).body[0].message_id).toBe('duplicated_params_name');
  expect((await call('PUT', `/tags/${uuid}`, { name: 'TWICE' })).body.name).toBe('TWICE');
});

it('keeps names in one form, whatever they were typed in', async () => {
  const made = await call('POST', '/tags', { name: 'Bu\u0308ro', description: 'Ko\u0308ln' });
  expect(made.body).toMatchObject({ name: 'Büro', description: 'Köln' });
  for (const name of ['Büro', 'BU\u0308RO', ' büro\u3000'])
    expect((await call('POST', '/tags', { name })).body[0].message_id).toBe('duplicated_params_name');
  const group = { groupId: 'forms', name: ' Gru\u0308n ', tagNames: [' bu\u0308ro '] };
  expect((await call('POST', '/groups', group)).body).toMatchObject({ name: 'Grün', tagNames: ['Büro'] });
  expect(await names('?keyword=BU%CC%88RO')).toEqual(['Büro']);
});

it('knows those that were made before there was one form', async () => {
  const { uuid } = (await call('POST', '/tags', { name: 'old' })).body;
  await app.owner.query('update tags set name = $2 where uuid = $1', [uuid, 'Ho\u0308he']);
  const { body } = await call('POST', '/groups', { groupId: 'high', name: 'High', tagNames: ['Ho\u0308he'] });
  expect(body.tagNames).toEqual(['Ho\u0308he']);
  const search = { condition: { tagName: 'Ho\u0308he' } };
  expect((await call('POST', '/operations/search/groups', search)).body.results).toMatchObject([{ groupId: 'high' }]);
  const kept = await call('PUT', `/groups/${body.uuid}`, { tagNames: body.tagNames });
  expect([kept.status, kept.body.tagNames]).toEqual([200, ['Ho\u0308he']]);
});

it.each([
  [{ name: '' }, 'name'],
  [{ name: ' \t' }, 'name'],
  [{ name: 'x'.repeat(129) }, 'name'],
  [{ name: 'x', description: 'x'.repeat(257) }, 'description'],
  [{ name: 'x', color: 'red' }, 'color'],
])('refuses %j', async (body, field) => {
  const answer = await call('POST', '/tags', body);
  expect([answer.status, answer.body[0].message_id, answer.body[0].field]).toEqual([400, 'invalid_params', field]);
});

it('does not know the tags of another tenant', async () => {
  const { uuid } = (await foreign('POST', '/tags', { name: 'theirs' })).body;
  for (const tag of [uuid, randomUUID()]) {
    expect((await call('PUT', `/tags/${tag}`, { name: 'mine' })).status).toBe(404);
    expect((await call('DELETE', `/tags/${tag}`)).status).toBe(404);
  }
  expect((await foreign('GET', '/tags')).body.results).toMatchObject([{ name: 'theirs' }]);
});

it('gives the last place to one of many', async () => {
  const { results } = (await foreign('GET', '/tags')).body;
  await app.owner.query(
    `insert into tags (tenant_id, uuid, name) select t.tenant_id, gen_random_uuid(), 'tag ' || n
     from (select tenant_id from tags where uuid = $1) t, generate_series(1, $2::integer) n`,
    [results[0].uuid, MAX_TAGS_PER_TENANT - 1 - results.length],
  );
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => foreign('POST', '/tags', { name: `last ${n}` })),
  );
  const said = answers.map(({ status, body }) => (status === 200 ? 'made' : body[0].message_id)).sort();
  expect(said).toEqual([...Array.from({ length: 9 }, () => 'exceeded_tags'), 'made']);
  expect((await foreign('GET', '/tags?count=500')).body.results).toHaveLength(MAX_TAGS_PER_TENANT);
});
