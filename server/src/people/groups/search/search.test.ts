import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { containsPattern } from '#contract/wildcard.ts';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';

let app: TestApp;
let call: (method: string, path: string, body?: object) => Promise<Answer>;
const uuids = new Map<string, string>();

/** Asia is a top-level group with Japan (with Tokyo and Osaka) and Korea; Projects contains Tokyo too. */
const tree: [groupId: string, name: string, parents: string[]][] = [
  ['asia', 'Asia', []],
  ['projects', 'Projects 100%', []],
  ['empty', 'empty * star', []],
  ['japan', '日本', ['asia']],
  ['korea', 'Korea', ['asia']],
  ['tokyo', '東京', ['japan', 'projects']],
  ['osaka', '大阪', ['japan']],
];

beforeAll(async () => {
  app = await sharedTestApp();
  const tenant = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  call = (method, path, body) => app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token, body });
  await call('POST', '/tags', { name: 'city' });
  for (const [groupId, name, parentGroupIds] of tree) {
    const tagNames = ['tokyo', 'osaka'].includes(groupId) ? ['city'] : [];
    const { body } = await call('POST', '/groups', { groupId, name, parentGroupIds, tagNames });
    uuids.set(groupId, body.uuid);
  }
});
afterAll(() => app.close());

const search = (body: object) => call('POST', '/operations/search/groups', body);
const ids = async (body: object) => {
  const answer = await search(body);
  expect([answer.status, answer.status === 200 ? '' : answer.body]).toEqual([200, '']);
  const found = answer.body.results.map(({ groupId }: { groupId: string }) => groupId);
  expect(answer.body.totalResults).toBe(found.length);
  return found;
};
const below = (groupId: string, included = true) => ({
  filter: { name: 'childGroups', option: { baseGroupId: uuids.get(groupId) }, included },
});
const keyword = (text: string) => {
  const pattern = containsPattern(text);
  return { condition: { or: { groupId: pattern, name: pattern } } };
};

it('lists top-level groups by name', async () => {
  expect(await ids({ condition: { hasParents: false } })).toEqual(['asia', 'empty', 'projects']);
  expect(await ids({ condition: { hasParents: false, hasChildren: true }, order: 'descending' })).toEqual([
    'projects',
    'asia',
  ]);
  expect(await ids({ condition: { hasChildren: false }, sort: 'groupId' })).toEqual([
    'empty',
    'korea',
    'osaka',
    'tokyo',
  ]);
});

it('opens child groups and tells the place in the tree', async () => {
  expect(await ids(below('asia'))).toEqual(['korea', 'japan']);
  const { body } = await search(below('japan'));
  expect(body.filter).toEqual({
    ...{ name: 'childGroups', option: { baseGroupId: uuids.get('japan') }, included: true },
    baseGroup: { uuid: uuids.get('japan'), groupId: 'japan', name: '日本' },
  });
  expect(body.results).toMatchObject([
    { groupId: 'osaka' },
    { groupId: 'tokyo', hasParents: true, tagNames: ['city'] },
  ]);
  expect(await ids(below('korea'))).toEqual([]);
  expect(await ids({ ...below('asia', false), sort: 'groupId' })).toEqual(['empty', 'osaka', 'projects', 'tokyo']);
});

it('tells which groups of a page cannot contain a group: itself and groups in it', async () => {
  const within = async (groupId: string, body: object) => {
    const answer = await search({ ...body, forGroup: uuids.get(groupId) });
    const found = new Map(
      answer.body.results.map((group: { uuid: string; groupId: string }) => [group.uuid, group.groupId]),
    );
    return answer.body.within.map((uuid: string) => found.get(uuid)).sort();
  };
  expect(await within('asia', {})).toEqual(['asia', 'japan', 'korea', 'osaka', 'tokyo']);
  expect(await within('japan', keyword('o'))).toEqual(['osaka', 'tokyo']);
  expect(await within('korea', below('asia'))).toEqual(['korea']);
  expect(await within('tokyo', { condition: { hasParents: false } })).toEqual([]);
  expect((await search({})).body).not.toHaveProperty('within');
  const gone = await search({ forGroup: randomUUID() });
  expect([gone.status, gone.body.within]).toEqual([200, []]);
});

it('reports a deleted base group', async () => {
  const gone = { filter: { name: 'childGroups', option: { baseGroupId: randomUUID() }, included: true } };
  const answer = await search(gone);
  expect([answer.status, answer.body[0]]).toMatchObject([
    404,
    { message_id: 'not_found', field: 'filter.option.baseGroupId' },
  ]);
});

it.each([
  ['ASIA', ['asia']],
  ['京', ['tokyo']],
  ['o', ['korea', 'projects', 'osaka', 'tokyo']],
  [' 100% ', ['projects']],
  ['*', ['empty']],
  ['_', []],
  ['nothing', []],
  ['', ['asia', 'empty', 'korea', 'projects', 'osaka', 'tokyo', 'japan']],
])('finds %j anywhere in name or id', async (text, found) => {
  const [got, wanted] = [await ids(keyword(text)), found];
  expect([...got].sort()).toEqual([...wanted].sort());
});

it('accepts wildcards anywhere, and combines all conditions', async () => {
  expect(await ids({ condition: { or: { groupId: '*o*o*' } } })).toEqual(['tokyo']);
  expect(await ids({ condition: { or: { name: 'asia' } } })).toEqual(['asia']);
  expect(await ids({ condition: { or: { name: 'asi' } } })).toEqual([]);
  expect(await ids({ condition: { tagName: 'CITY' }, ...below('projects') })).toEqual(['tokyo']);
});

it('goes page by page', async () => {
  const page = async (number: number) => (await search({ count: 3, page: number, sort: 'groupId' })).body;
  expect(await page(3)).toMatchObject({ totalResults: 7, itemsPerPage: 3, results: [{ groupId: 'tokyo' }] });
  expect((await page(1)).results).toHaveLength(3);
  expect((await page(1_000_000_000)).results).toEqual([]);
});

it('lists children and parents of a group', async () => {
  const of = async (groupId: string, body: object) => {
    const answer = await call('POST', `/groups/${uuids.get(groupId)}/operations/search/groups`, body);
    return answer.body.results.map((group: { groupId: string }) => group.groupId);
  };
  expect(await of('tokyo', { relation: 'parents' })).toEqual(['projects', 'japan']);
  expect(await of('japan', {})).toEqual(['osaka', 'tokyo']);
  expect(await of('japan', { ...keyword('saka') })).toEqual(['osaka']);
});

it.each([
  [{ condition: { or: {} } }, 'condition.or'],
  [{ condition: { or: { name: 'x'.repeat(129) } } }, 'condition.or.name'],
  [{ condition: { or: { name: '*'.repeat(259) } } }, 'condition.or.name'],
  [{ condition: { name: 'x' } }, 'name'],
  [{ filter: { name: 'parents', option: { baseGroupId: randomUUID() } } }, 'filter.name'],
  [{ filter: { name: 'childGroups', option: { baseGroupId: 'asia' } } }, 'filter.option.baseGroupId'],
  [{ sort: 'description' }, 'sort'],
  [{ count: 501 }, 'count'],
])('refuses %j', async (body, field) => {
  const answer = await search(body);
  expect([answer.status, answer.body[0].message_id, answer.body[0].field]).toEqual([400, 'invalid_params', field]);
});

it('accepts a keyword of 128 characters, escaped', async () => {
  expect(await ids(keyword('*'.repeat(128)))).toEqual([]);
});
