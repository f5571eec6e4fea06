import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import { carryOut, type Importing, preview, startImporting } from '#test/imports.ts';

let app: TestApp;
let importing: Importing;

beforeAll(async () => {
  ({ app, importing } = await startImporting());
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/auth/tenants/${importing.tenantId}${path}`, {
    token: importing.token,
    ...(body && { body }),
  });
const makeGroup = async (groupId: string) => (await call('POST', '/groups', { groupId, name: groupId })).body.uuid;
const inGroups = (...groupIds: string[]) => ({ groups: groupIds.map((groupId) => ({ groupId })) });
const came = (...after: string[]) => ({ before: [], after });
const went = (...before: string[]) => ({ before, after: [] });

/** The member changes in the history of a group, newest first. */
async function told(targetId: string): Promise<object[]> {
  const asked = { targetType: 'group', targetId };
  const { results } = (await call('POST', '/operations/search/logs/systemOperation', asked)).body;
  return results.slice(0, -1).map(({ changes }: { changes: object }) => changes);
}

it('of a group has the users added and removed by changes of single users', async () => {
  const [one, two] = [await makeGroup('one'), await makeGroup('two')];
  expect((await call('POST', '/users', { userId: 'Lena', ...inGroups('one', 'TWO') })).status).toBe(200);
  expect((await call('PUT', '/users/lena', inGroups('two'))).status).toBe(200);
  expect((await call('PUT', '/users/lena', { familyName: 'L', ...inGroups('two') })).status).toBe(200);
  expect((await call('DELETE', '/users/lena')).status).toBe(204);
  expect(await told(one)).toEqual([{ userIds: went('Lena') }, { userIds: came('Lena') }]);
  expect(await told(two)).toEqual([{ userIds: went('Lena') }, { userIds: came('Lena') }]);
});

it('of a group has the users changed by a file or deleted together, one row per batch', async () => {
  const [three, four] = [await makeGroup('three'), await makeGroup('Four')];
  for (const userId of ['Moves', 'stays']) await call('POST', '/users', { userId, ...inGroups('four') });
  const carry = async (...lines: string[]) =>
    carryOut(importing, (await preview(importing, lines.join('\n'))).importId);
  const update = ['update,MOVES,three', 'update,stays,four;three'];
  await carry('operation,userId,groups', 'create,new,four;three', 'create,none,', ...update);
  expect((await told(three))[0]).toEqual({ userIds: came('Moves', 'new', 'stays') });
  expect((await told(four))[0]).toEqual({ userIds: { before: ['Moves'], after: ['new'] } });
  await carry('operation,userId', 'delete,new', 'delete,none');
  expect((await told(three))[0]).toEqual({ userIds: went('new') });
  await call('POST', '/operations/users', { action: 'delete', userIds: ['stays', 'moves'] });
  expect((await told(three)).slice(0, 3)).toEqual([
    { userIds: went('Moves', 'stays') },
    { userIds: went('new') },
    { userIds: came('Moves', 'new', 'stays') },
  ]);
  expect((await told(four)).slice(0, 2)).toEqual([{ userIds: went('stays') }, { userIds: went('new') }]);
});
