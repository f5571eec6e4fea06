import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAdministered } from '#test/administrator.ts';
import type { Answer, TestApp } from '#test/app.ts';

let app: TestApp;
let call: (method: string, path: string, body?: object) => Promise<Answer>;

beforeAll(async () => {
  const { tenant, signedIn, ...started } = await startAdministered({ shared: 'without jobs' });
  app = started.app;
  const { token } = signedIn;
  call = (method, path, body) => app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token, body });
  for (const name of ['red', 'green', 'blue']) await call('POST', '/tags', { name });
  for (const groupId of ['east', 'west', 'north']) await call('POST', '/groups', { groupId, name: groupId });
});
afterAll(() => app.close());

let made = 0;
/** A group that two administrators have read, and a save by each of them based on it. */
async function shared() {
  made += 1;
  const given = { groupId: `shared-${made}`, name: 'Shared', tagNames: ['red'], parentGroupIds: ['east'] };
  const { uuid } = (await call('POST', '/groups', given)).body;
  const seen = { name: 'Shared', description: '', tagNames: ['red'], parentGroupIds: ['east'] };
  return {
    save: (changes: Partial<typeof seen>, expected: object = pick(seen, changes)) =>
      call('PUT', `/groups/${uuid}`, { ...changes, expected }),
    now: async () => {
      const { name, description, tagNames, parents } = (await call('GET', `/groups/${uuid}`)).body;
      const parentGroupIds = parents.map(({ groupId }: { groupId: string }) => groupId);
      return { name, description, tagNames, parentGroupIds };
    },
    seen,
  };
}
const pick = (from: object, fields: object) =>
  Object.fromEntries(Object.entries(from).filter(([field]) => field in fields));
const refused = ({ status, body }: Answer) =>
  status === 200
    ? [200]
    : [status, ...body.map((entry: { message_id: string; field?: string }) => [entry.message_id, entry.field])];

it.each([
  [{ tagNames: ['green', 'red'] }, { tagNames: ['blue', 'red'] }],
  [{ parentGroupIds: ['west'] }, { parentGroupIds: ['north'] }],
  [{ parentGroupIds: ['east', 'west'] }, { parentGroupIds: [] }],
  [{ name: 'One' }, { name: 'Two' }],
  [{ description: 'One' }, { description: 'Two' }],
])('of two who change the same field, the second overwrites nothing: %j, %j', async (first, second) => {
  const { save, now, seen } = await shared();
  expect(refused(await save(first))).toEqual([200]);
  const [field = ''] = Object.keys(second);
  expect(refused(await save(second))).toEqual([409, ['conflict', field]]);
  expect(await now()).toEqual({ ...seen, ...first });
  // An administrator who has seen the first change may replace it.
  expect(refused(await save(second, first))).toEqual([200]);
  expect(await now()).toEqual({ ...seen, ...second });
});

it('of two concurrent changes of the same field, one is refused', async () => {
  const { save, now } = await shared();
  const both = await Promise.all([save({ tagNames: ['green'] }), save({ tagNames: ['blue'] })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = both[0]?.status === 200 ? 'green' : 'blue';
  expect((await now()).tagNames).toEqual([won]);
});

it('two changes of different fields are both saved', async () => {
  const { save, now } = await shared();
  await save({ tagNames: ['green'] });
  expect(refused(await save({ name: 'Two', parentGroupIds: ['west'] }))).toEqual([200]);
  expect(await now()).toEqual({ name: 'Two', description: '', tagNames: ['green'], parentGroupIds: ['west'] });
});

it('names each field that differs, and saves nothing', async () => {
  const { save, now, seen } = await shared();
  const first = { tagNames: ['green'], parentGroupIds: ['west'] };
  await save(first);
  const answer = await save({ name: 'Two', tagNames: [], parentGroupIds: [] });
  expect(refused(answer)).toEqual([409, ['conflict', 'tagNames'], ['conflict', 'parentGroupIds']]);
  expect(await now()).toEqual({ ...seen, ...first });
});

it('order and case of a list do not matter, and setting the current value is not refused', async () => {
  const { save, now } = await shared();
  await save({ tagNames: ['green', 'red'], parentGroupIds: ['west', 'east'] });
  const [tagNames, parentGroupIds] = [
    ['RED', 'Green'],
    ['EAST', 'west'],
  ];
  expect(refused(await save({ name: 'Two' }, { name: 'Shared', tagNames, parentGroupIds }))).toEqual([200]);
  expect(refused(await save({ tagNames: ['red', 'green'] }, { tagNames: ['red'] }))).toEqual([200]);
  expect((await now()).tagNames).toEqual(['green', 'red']);
});

it('a change without expected values is always saved', async () => {
  const { save, now } = await shared();
  await save({ tagNames: ['green'] });
  expect(refused(await save({ tagNames: ['blue'] }, {}))).toEqual([200]);
  expect((await now()).tagNames).toEqual(['blue']);
});
