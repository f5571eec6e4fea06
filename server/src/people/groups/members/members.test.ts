import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroupMember } from '#contract/people/groups-members.ts';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { ofUsers } from './kind.ts';
import { mergeGroups, scanAll } from './list-queries.ts';

let app: TestApp;
let tenant: TestTenant;
let call: (method: string, path: string, body?: object) => Promise<Answer>;

/** top contains left and right; left contains deep; shared is in left and right. */
const uuids = new Map<string, string>();
const members: Record<string, string[]> = {
  top: ['anna', 'ben'],
  left: ['anna', 'chloe'],
  right: ['dora'],
  deep: ['emil', 'ben'],
  shared: ['fritz'],
  aside: ['gerda'],
};
const parents: Record<string, string[]> = { left: ['top'], right: ['top'], deep: ['left'], shared: ['left', 'right'] };
const people = [...new Set(Object.values(members).flat())].sort();

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, tenant, { userId: 'admin', roles: ['PowerUser'] }));
  call = (method, path, body) => app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token, body });
  for (const userId of people) await makeUser(app, tenant, { userId, withoutPassword: true });
  for (const groupId of Object.keys(members)) {
    const given = { groupId, name: `Group ${groupId}`, userIds: members[groupId], parentGroupIds: parents[groupId] };
    uuids.set(groupId, (await call('POST', '/groups', given)).body.uuid);
  }
});
afterAll(() => app.close());

const list = async (groupId: string, body: object) =>
  (await call('POST', `/groups/${uuids.get(groupId)}/operations/search/users`, body)).body;
const ids = ({ results }: { results: { userId: string }[] }) => results.map(({ userId }) => userId);
const change = (act: 'add' | 'remove', groupId: string, ...userIds: string[]) =>
  call('POST', `/groups/${uuids.get(groupId)}/operations/${act}/users`, { userIds });
const counted = async (groupId: string) => (await call('GET', `/groups/${uuids.get(groupId)}`)).body.userCount;

describe('the members', () => {
  it.each([
    ['direct', ['anna', 'ben']],
    ['inherited', ['anna', 'ben', 'chloe', 'dora', 'emil', 'fritz']],
    ['all', ['anna', 'ben', 'chloe', 'dora', 'emil', 'fritz']],
  ])('that are %s, ordered by ID', async (which, wanted) => {
    const page = await list('top', { members: which });
    expect([ids(page), page.totalResults, page.totalIsEstimate]).toEqual([wanted, wanted.length, undefined]);
    expect(ids(await list('top', { members: which, order: 'descending' }))).toEqual([...wanted].reverse());
  });

  it('show their child groups', async () => {
    const { results } = await list('top', { members: 'all' });
    const ways = results.map((user: GroupMember) => [
      user.userId,
      user.direct,
      user.through.map(({ groupId }) => groupId),
    ]);
    expect(ways).toEqual([
      ['anna', true, ['left']],
      ['ben', true, ['left']],
      ['chloe', false, ['left']],
      ['dora', false, ['right']],
      ['emil', false, ['left']],
      ['fritz', false, ['left', 'right']],
    ]);
    expect(results[2].through).toEqual([{ uuid: uuids.get('left'), groupId: 'left', name: 'Group left' }]);
  });

  it('have pages forward and back', async () => {
    for (const which of ['direct', 'all', 'inherited']) {
      for (const order of ['ascending', 'descending']) {
        const asked = { members: which, order, count: 2 };
        const whole = ids(await list('top', { ...asked, count: 100 }));
        const seen: string[] = [];
        let page = await list('top', asked);
        expect(page.previous).toBeUndefined();
        for (; page.next; page = await list('top', { ...asked, cursor: page.next })) seen.push(...ids(page));
        seen.push(...ids(page));
        expect(seen).toEqual(whole);
        if (!page.previous) continue;
        const before = await list('top', { ...asked, cursor: page.previous });
        expect(ids(before)).toEqual(whole.slice(whole.length - ids(page).length - 2, whole.length - ids(page).length));
      }
    }
  });

  it('are found by a keyword', async () => {
    const page = await list('top', { members: 'all', keyword: ' EMI ' });
    expect(page.results).toMatchObject([{ userId: 'emil', direct: false, through: [{ groupId: 'left' }] }]);
    expect(ids(await list('top', { members: 'direct', keyword: 'emi' }))).toEqual([]);
    expect(ids(await list('top', { members: 'all', keyword: 'gerda' }))).toEqual([]);
  });

  it('follow changes of the tree', async () => {
    await call('POST', `/groups/${uuids.get('left')}/operations/remove/groups`, { groupIds: ['deep'] });
    expect(ids(await list('top', { members: 'inherited' }))).not.toContain('emil');
    await call('POST', `/groups/${uuids.get('right')}/operations/add/groups`, { groupIds: ['deep'] });
    const { results } = await list('top', { members: 'inherited', keyword: 'emil' });
    expect(results).toMatchObject([{ userId: 'emil', through: [{ groupId: 'right' }] }]);
  });

  it.each([
    [{ members: 'some' }, 'members'],
    [{ count: 101 }, 'count'],
    [{ keyword: 'x'.repeat(257) }, 'keyword'],
    [{ cursor: 'bm9uZQ' }, 'cursor'],
    [{ cursor: Buffer.from('direct\ndn\nanna').toString('base64url') }, 'cursor'],
  ])('are not listed for %j', async (body, field) => {
    const [refused] = await list('top', body);
    expect(refused).toMatchObject({ message_id: 'invalid_params', field });
  });
});

describe('changing members', () => {
  it('changes all or none, and reports how many', async () => {
    const added = await change('add', 'aside', 'HANS', 'ANNA', 'gerda');
    expect([added.status, added.body[0].message_id, added.body[0].field]).toEqual([
      ...[400, 'invalid_params_userIds', 'userIds.0'],
    ]);
    expect(await counted('aside')).toBe(1);
    expect((await change('add', 'aside', 'ANNA', 'gerda')).body).toEqual({ matched: 2, changed: 1 });
    expect(await counted('aside')).toBe(2);
    expect((await change('remove', 'aside', 'anna', 'ben')).body).toEqual({ matched: 2, changed: 1 });
    expect(ids(await list('aside', {}))).toEqual(['gerda']);
    expect((await change('add', 'aside')).status).toBe(400);
  });

  it('is in the history of the group and of each user', async () => {
    const user = await makeUser(app, tenant, { userId: 'told', withoutPassword: true });
    await change('add', 'aside', 'told');
    await change('add', 'right', 'told');
    await change('remove', 'aside', 'told');
    const history = async (targetType: string, targetId: string | undefined) =>
      (await call('POST', '/operations/search/logs/systemOperation', { targetType, targetId })).body.results.map(
        (entry: { changes: object }) => entry.changes,
      );
    expect(await history('user', user.uuid)).toEqual([
      { groups: { before: ['aside', 'right'], after: ['right'] } },
      { groups: { before: ['aside'], after: ['aside', 'right'] } },
      { groups: { before: [], after: ['aside'] } },
    ]);
    expect((await history('group', uuids.get('aside')))[0]).toEqual({ userIds: { before: ['told'], after: [] } });
  });

  it('counts each member once during concurrent calls, and not after deletion', async () => {
    const userIds = Array.from({ length: 8 }, (_, n) => `many-${n}`);
    for (const userId of userIds) await makeUser(app, tenant, { userId, withoutPassword: true });
    const before = await counted('aside');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => change('add', 'aside', ...(n % 2 ? userIds : [...userIds].reverse()))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.changed, 0)).toBe(8);
    expect(await counted('aside')).toBe(before + 8);
    await call('DELETE', '/users/many-0');
    await call('PUT', '/users/many-1', { groups: [] });
    expect(await counted('aside')).toBe(before + 6);
  });

  it('refuses a user who is deleted at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const userId = `leaving-${round}`;
      await makeUser(app, tenant, { userId, withoutPassword: true });
      const [gone, added] = await Promise.all([call('DELETE', `/users/${userId}`), change('add', 'aside', userId)]);
      expect(gone.status).toBe(204);
      expect([200, 400]).toContain(added.status);
      expect(ids(await list('aside', { count: 100 }))).not.toContain(userId);
    }
  });

  it('refuses a group that is deleted at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { uuid } = (await call('POST', '/groups', { groupId: `leaving-${round}`, name: 'x' })).body;
      const [gone, added, changed] = await Promise.all([
        call('DELETE', `/groups/${uuid}`),
        call('POST', `/groups/${uuid}/operations/add/users`, { userIds: ['anna'] }),
        call('PUT', '/users/ben', { groups: [{ groupId: `leaving-${round}` }] }),
      ]);
      expect(gone.status).toBe(200);
      expect([200, 404]).toContain(added.status);
      expect([200, 400]).toContain(changed.status);
      const left = await app.owner.query('select from group_users where group_uuid = $1', [uuid]);
      expect(left.rows).toEqual([]);
    }
  });
});

describe('the search of users', () => {
  const search = async (group: object, more: object = {}) =>
    (await call('POST', '/operations/search/users', { condition: { group, ...more }, count: 100 })).body;

  it('finds users in a group and users not in it', async () => {
    expect(ids(await search({ uuid: uuids.get('right') }))).toEqual(['dora', 'told']);
    expect(ids(await search({ uuid: uuids.get('right'), members: 'all' }))).toContain('fritz');
    expect(ids(await search({ uuid: uuids.get('right'), members: 'inherited' }))).not.toContain('dora');
    const others = ids(await search({ uuid: uuids.get('right'), members: 'all', included: false }));
    expect(others).toContain('anna');
    expect(others).not.toContain('fritz');
    expect(ids(await search({ uuid: uuids.get('right') }, { keyword: 'dor' }))).toEqual(['dora']);
  });

  it('refuses an unknown group, also for bulk actions on all matches', async () => {
    const group = { uuid: randomUUID(), included: false };
    const refused = [{ message_id: 'invalid_params', field: 'condition.group.uuid' }];
    expect(await search(group)).toMatchObject(refused);
    const bulk = { action: 'deactivate', condition: { group }, expectedCount: 3 };
    expect((await call('POST', '/operations/users', bulk)).body).toMatchObject(refused);
  });
});

it('finds the same members by both ways', async () => {
  const uuid = uuids.get('top') ?? '';
  await app.tools.db.inTenant(tenant.tenantId, async (tx) => {
    for (const which of ['all', 'inherited'] as const) {
      for (const descending of [false, true]) {
        for (const from of [undefined, 'chloe', 'zzz']) {
          const reading = { kind: ofUsers, uuid, members: which, descending, from, limit: 4 };
          expect(await scanAll(tx, reading, 1000)).toEqual(await mergeGroups(tx, reading));
        }
      }
    }
  });
});
