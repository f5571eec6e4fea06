import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_GROUP_LEVELS } from '#contract/limits.ts';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let token: string;
let other: { tenant: TestTenant; token: string };
let call: Caller;
let foreign: Caller;

type Made = { uuid: string; groupId: string };
type Caller = (method: string, path: string, body?: object) => Promise<Answer>;

beforeAll(async () => {
  app = await sharedTestApp();
  const makeSide = async () => {
    const at = await makeTenant(app);
    const signed = await signIn(app, await makeUser(app, at, { userId: 'admin', roles: ['PowerUser'] }));
    return { tenant: at, token: signed.token };
  };
  ({ tenant, token } = await makeSide());
  other = await makeSide();
  const callerOf =
    (at: TestTenant, bearer: string): Caller =>
    (method, path, body) =>
      app.call(method, `/api/auth/tenants/${at.tenantId}${path}`, { token: bearer, body });
  call = callerOf(tenant, token);
  foreign = callerOf(other.tenant, other.token);
});
afterAll(() => app.close());

let made = 0;
const make = async (given: object = {}, by = call) => {
  made += 1;
  const answer = await by('POST', '/groups', { groupId: `group-${made}`, name: `Group ${made}`, ...given });
  expect([answer.status, answer.status === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.body as Made;
};
const refusal = ({ status, body }: Answer) => [
  status,
  ...body.flatMap((entry: { message_id: string; field?: string }) => [entry.message_id, entry.field]),
];
const history = async (targetType: string, targetId: string) =>
  (await call('POST', '/operations/search/logs/systemOperation', { targetType, targetId })).body.results;
const put = (uuid: string, body: object) => call('PUT', `/groups/${uuid}`, body);
const children = (act: 'add' | 'remove', uuid: string, ...groupIds: string[]) =>
  call('POST', `/groups/${uuid}/operations/${act}/groups`, { groupIds });

describe('a group', () => {
  it('is created with everything given, or not at all', async () => {
    const member = await makeUser(app, tenant, { userId: 'Member.One' });
    await call('POST', '/tags', { name: 'Building A' });
    const [parent, child] = [await make(), await make()];
    const given = {
      groupId: 'Sales',
      name: 'Sales 営業',
      description: 'All who sell\nand those who help',
      tagNames: ['building a'],
      userIds: ['member.one'],
      groupIds: [child.groupId],
      parentGroupIds: [parent.groupId.toUpperCase()],
    };
    const answer = await call('POST', '/groups', given);
    expect(answer.body).toMatchObject({
      tenantId: tenant.tenantId,
      groupId: 'Sales',
      name: 'Sales 営業',
      description: 'All who sell\nand those who help',
      tagNames: ['Building A'],
      source: 'local',
      azureADStatus: null,
      hasChildren: true,
      hasParents: true,
      userCount: 1,
      childCount: 1,
      parentCount: 1,
      parents: [{ uuid: parent.uuid, groupId: parent.groupId }],
      deletion: { users: 1, parentGroups: 1, childGroups: 1, topGroups: 1 },
    });
    expect((await call('GET', `/groups/${answer.body.uuid}`)).body).toEqual(answer.body);
    const [entry] = await history('group', answer.body.uuid);
    expect(entry).toMatchObject({ operation: 'create', operatorUserId: 'admin' });
    expect(entry.changes).toMatchObject({ groupId: { after: 'Sales' }, userIds: { after: ['member.one'] } });
    expect((await history('user', member.uuid))[0].changes).toEqual({ groups: { before: [], after: ['sales'] } });
    expect((await history('group', child.uuid))[0].changes).toEqual({
      parentGroupIds: { before: [], after: ['sales'] },
    });
    expect((await history('group', parent.uuid))[0].changes).toEqual({ groupIds: { before: [], after: ['sales'] } });
    expect(refusal(await call('POST', '/groups', { groupId: 'SALES', name: 'x' }))).toEqual([
      409,
      'duplicated_params_groupId',
      'groupId',
    ]);
  });

  it.each([
    [{}, ['invalid_params', 'groupId', 'invalid_params', 'name']],
    [{ groupId: '-x', name: 'x' }, ['invalid_params', 'groupId']],
    [{ groupId: 'x', name: '  ' }, ['invalid_params', 'name']],
    [{ groupId: 'x', name: 'a\0b' }, ['invalid_params', 'name']],
    [{ groupId: 'x', name: 'x', uuid: randomUUID() }, ['invalid_params', 'uuid']],
    [{ groupId: 'x', name: 'x', userIds: ['admin', 'ADMIN'] }, ['invalid_params', 'userIds']],
    [{ groupId: 'x', name: 'x', tagNames: ['nowhere'] }, ['invalid_params', 'tagNames.0']],
    [{ groupId: 'x', name: 'x', userIds: ['admin', 'nobody'] }, ['invalid_params_userIds', 'userIds.1']],
    [{ groupId: 'x', name: 'x', groupIds: ['nothing'] }, ['invalid_params_groupIds', 'groupIds.0']],
    [{ groupId: 'x', name: 'x', groupIds: ['x'] }, ['cycle_detected', 'groupIds.0']],
    [
      { groupId: 'x', name: 'x', parentGroupIds: ['a', 'b'] },
      [...['invalid_params_groupIds', 'parentGroupIds.0', 'invalid_params_groupIds', 'parentGroupIds.1']],
    ],
  ])('is refused: %j', async (body, [...said]) => {
    const answer = await call('POST', '/groups', body);
    expect(refusal(answer).slice(1)).toEqual(said);
    const { results } = (await call('POST', '/operations/search/groups', { condition: { or: { groupId: 'x' } } })).body;
    expect(results).toEqual([]);
  });

  it('changes only the given fields', async () => {
    await call('POST', '/tags', { name: 'red' });
    const { uuid, groupId } = await make({ description: 'before', tagNames: ['red'] });
    const changed = await put(uuid, { name: 'New name' });
    expect(changed.body).toMatchObject({ groupId, name: 'New name', description: 'before', tagNames: ['red'] });
    expect((await put(uuid, { tagNames: [] })).body.tagNames).toEqual([]);
    const [latest, earlier] = await history('group', uuid);
    expect(latest.changes).toEqual({ tagNames: { before: ['red'], after: [] } });
    expect(earlier.changes.name.after).toBe('New name');
    expect(refusal(await put(uuid, { groupId: 'other' }))).toEqual([400, 'invalid_params', 'groupId']);
    expect(refusal(await put(randomUUID(), { name: 'x' }))).toEqual([404, 'not_found', undefined]);
  });

  it('has at most twenty tags', async () => {
    const names = Array.from({ length: 21 }, (_, n) => `many-${n}`);
    for (const name of names) await call('POST', '/tags', { name });
    const { uuid } = await make({ tagNames: names.slice(0, 20) });
    expect(refusal(await put(uuid, { tagNames: names }))).toEqual([409, 'exceeded_tags', 'tagNames']);
    expect((await call('GET', `/groups/${uuid}`)).body.tagNames).toHaveLength(20);
  });

  it('is deleted without its members, and reports the effects', async () => {
    const user = await makeUser(app, tenant);
    const [parent, child, shared] = [await make(), await make(), await make()];
    const { uuid, groupId } = await make({
      userIds: [user.userId],
      groupIds: [child.groupId, shared.groupId],
      parentGroupIds: [parent.groupId],
    });
    await children('add', parent.uuid, shared.groupId);
    const { deletion } = (await call('GET', `/groups/${uuid}`)).body;
    const answer = await call('DELETE', `/groups/${uuid}`);
    const gone = { users: 1, devices: 0, parentGroups: 1, childGroups: 2, topGroups: 1 };
    expect([answer.status, answer.body]).toEqual([200, gone]);
    expect(deletion).toEqual(answer.body);
    expect((await call('GET', `/groups/${uuid}`)).status).toBe(404);
    expect((await call('DELETE', `/groups/${uuid}`)).status).toBe(404);
    expect((await call('GET', `/groups/${child.uuid}`)).body.hasParents).toBe(false);
    expect((await call('GET', `/groups/${shared.uuid}`)).body.parents).toMatchObject([{ uuid: parent.uuid }]);
    expect((await call('GET', `/users/${user.userId}`)).body.groups).toEqual([]);
    const [entry] = await history('group', uuid);
    expect(entry).toMatchObject({
      operation: 'delete',
      changes: { groupId: { before: groupId }, users: { before: 1 } },
    });
    const left = await app.owner.query('select from group_user_counts where group_uuid = $1', [uuid]);
    expect(left.rows).toEqual([]);
  });

  it('has nothing of an old group with the same ID', async () => {
    const user = await makeUser(app, tenant);
    const old = await make({ groupId: 'again', userIds: [user.userId] });
    await call('DELETE', `/groups/${old.uuid}`);
    const again = await make({ groupId: 'again' });
    expect((await call('GET', `/groups/${again.uuid}`)).body).toMatchObject({ userCount: 0, childCount: 0 });
  });
});

describe('the tree', () => {
  it('refuses circles by every call', async () => {
    const [top, middle, leaf] = [await make(), await make(), await make()];
    await children('add', top.uuid, middle.groupId);
    await children('add', middle.uuid, leaf.groupId);
    const self = await children('add', top.uuid, top.groupId);
    expect(refusal(self)).toEqual([409, 'cycle_detected', 'groupIds.0']);
    const far = await children('add', leaf.uuid, (await make()).groupId, top.groupId);
    expect(refusal(far)).toEqual([409, 'cycle_detected', 'groupIds.1']);
    const moved = await put(top.uuid, { parentGroupIds: [leaf.groupId] });
    expect(refusal(moved)).toEqual([409, 'cycle_detected', 'parentGroupIds.0']);
    const between = await call('POST', '/groups', {
      ...{ groupId: 'between', name: 'x', groupIds: [top.groupId], parentGroupIds: [leaf.groupId] },
    });
    expect(refusal(between)).toEqual([409, 'cycle_detected', 'groupIds.0']);
    expect((await call('GET', `/groups/${leaf.uuid}`)).body.hasChildren).toBe(false);
  });

  it('refuses more than thirty levels by every call', async () => {
    const chain = async (length: number) => {
      const nodes = [await make()];
      while (nodes.length < length) nodes.push(await make({ parentGroupIds: [nodes.at(-1)?.groupId] }));
      return nodes as [Made, ...Made[]];
    };
    const [main, short, flat] = [await chain(MAX_GROUP_LEVELS), await chain(3), await make()];
    const level = (number: number) => main[number - 1] as Made;
    const tooDeep = (field: string) => [409, 'exceeded_group_levels', field];
    const under = (parent: Made) => ({ parentGroupIds: [flat.groupId, parent.groupId] });
    const below = await call('POST', '/groups', { groupId: 'deep', name: 'x', ...under(level(30)) });
    expect(refusal(below)).toEqual(tooDeep('parentGroupIds.1'));
    const between = { groupId: 'deep', name: 'x', groupIds: [short[0].groupId], parentGroupIds: [level(27).groupId] };
    expect(refusal(await call('POST', '/groups', between))).toEqual(tooDeep('groupIds.0'));
    expect(refusal(await put(short[0].uuid, under(level(28))))).toEqual(tooDeep('parentGroupIds.1'));
    const added = await children('add', level(28).uuid, flat.groupId, short[0].groupId);
    expect(refusal(added)).toEqual(tooDeep('groupIds.1'));
    expect((await put(short[0].uuid, under(level(27)))).status).toBe(200);
    // A group that is deeper from before the limit stays, and can be moved up.
    const old = await chain(5);
    await app.owner.query('insert into group_groups (tenant_id, parent_uuid, child_uuid) values ($1, $2, $3)', [
      ...[tenant.tenantId, level(30).uuid, old[0].uuid],
    ]);
    expect((await children('add', level(30).uuid, old[0].groupId)).body.changed).toBe(0);
    expect((await put(old[0].uuid, { ...under(level(30)), name: 'same place' })).status).toBe(200);
    expect((await put(old[0].uuid, { parentGroupIds: [level(28).groupId] })).status).toBe(200);
    expect(refusal(await put(old[0].uuid, { parentGroupIds: [level(29).groupId] }))).toEqual(
      tooDeep('parentGroupIds.0'),
    );
    expect((await children('remove', level(28).uuid, old[0].groupId)).status).toBe(200);
  });

  it('refuses a circle that two administrators close at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await make(), await make()];
      const answers = await Promise.all([
        children('add', one.uuid, two.groupId),
        children('add', two.uuid, one.groupId),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body[0].message_id).toBe('cycle_detected');
    }
  });

  it('is protected from circles by the database itself', async () => {
    const [one, two] = [await make(), await make()];
    await children('add', one.uuid, two.groupId);
    const insert = app.owner.query(
      'insert into group_groups (tenant_id, parent_uuid, child_uuid) values ($1, $2, $3)',
      [tenant.tenantId, two.uuid, one.uuid],
    );
    await expect(insert).rejects.toMatchObject({ constraint: 'cycle_detected' });
  });

  it('moves a group to other parents', async () => {
    const [from, to, moved] = [await make(), await make(), await make()];
    await children('add', from.uuid, moved.groupId);
    const answer = await put(moved.uuid, { parentGroupIds: [to.groupId] });
    expect(answer.body.parents).toMatchObject([{ uuid: to.uuid }]);
    expect((await call('GET', `/groups/${from.uuid}`)).body.hasChildren).toBe(false);
    expect((await history('group', from.uuid))[0].changes).toEqual({
      groupIds: { before: [moved.groupId], after: [] },
    });
    expect((await put(moved.uuid, { parentGroupIds: [] })).body.hasParents).toBe(false);
  });

  it('counts every path, so that members without one are no longer in the group', async () => {
    // top → a, b → leaf: two ways down.
    const leaf = await make();
    const [a, b] = [await make({ groupIds: [leaf.groupId] }), await make({ groupIds: [leaf.groupId] })];
    const top = await make({ groupIds: [a.groupId, b.groupId] });
    const ways = async () => {
      const sql = 'select ways::integer from group_ancestry where ancestor_uuid = $1 and descendant_uuid = $2';
      return (await app.owner.query(sql, [top.uuid, leaf.uuid])).rows.map((row) => row.ways);
    };
    expect(await ways()).toEqual([2]);
    await children('remove', a.uuid, leaf.groupId);
    expect(await ways()).toEqual([1]);
    await call('DELETE', `/groups/${b.uuid}`);
    expect(await ways()).toEqual([]);
  });

  it('always matches its edges', async () => {
    const nodes = await Promise.all(Array.from({ length: 12 }, () => make()));
    let seed = 7;
    const draw = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let step = 0; step < 120; step += 1) {
      const [one, two] = [nodes[draw(12)], nodes[draw(12)]];
      await children(draw(3) === 0 ? 'remove' : 'add', one?.uuid ?? '', two?.groupId ?? '');
    }
    const { rows } = await app.owner.query(
      `with recursive way (ancestor, descendant, nodes) as (
         select parent_uuid, child_uuid, array[parent_uuid, child_uuid] from group_groups where tenant_id = $1
         union all
         select w.ancestor, e.child_uuid, w.nodes || e.child_uuid from way w
         join group_groups e on e.tenant_id = $1 and e.parent_uuid = w.descendant)
       select count(*)::integer as wrong from (
         select ancestor, descendant, count(*)::numeric as ways from way group by 1, 2) w
       full join (select * from group_ancestry where tenant_id = $1) a
         on a.ancestor_uuid = w.ancestor and a.descendant_uuid = w.descendant
       where a.ways is distinct from w.ways`,
      [tenant.tenantId],
    );
    expect(rows).toEqual([{ wrong: 0 }]);
    const counts = await app.owner.query(
      `select count(*)::integer as wrong from groups g where tenant_id = $1 and (
         child_count <> (select count(*) from group_groups where parent_uuid = g.uuid)
         or parent_count <> (select count(*) from group_groups where child_uuid = g.uuid))`,
      [tenant.tenantId],
    );
    expect(counts.rows).toEqual([{ wrong: 0 }]);
  });
});

describe('another tenant', () => {
  it('has no groups, users or tags that can be used here', async () => {
    const mine = await make();
    const theirs = await make({}, foreign);
    await makeUser(app, other.tenant, { userId: 'their-user' });
    await foreign('POST', '/tags', { name: 'their tag' });
    for (const [method, path, body] of [
      ['GET', ''],
      ['PUT', '', { name: 'x' }],
      ['DELETE', ''],
      ['POST', '/operations/add/users', { userIds: ['admin'] }],
      ['POST', '/operations/search/users', {}],
      ['POST', '/operations/add/groups', { groupIds: [mine.groupId] }],
      ['POST', '/operations/search/groups', {}],
    ] as const) {
      expect(refusal(await call(method, `/groups/${theirs.uuid}${path}`, body))).toEqual([404, 'not_found', undefined]);
    }
    expect(refusal(await children('add', mine.uuid, theirs.groupId))[1]).toBe('invalid_params_groupIds');
    expect(refusal(await put(mine.uuid, { parentGroupIds: [theirs.groupId] }))[1]).toBe('invalid_params_groupIds');
    expect(refusal(await put(mine.uuid, { tagNames: ['their tag'] }))).toEqual([400, 'invalid_params', 'tagNames.0']);
    const users = await call('POST', `/groups/${mine.uuid}/operations/add/users`, { userIds: ['their-user'] });
    expect(refusal(users)).toEqual([400, 'invalid_params_userIds', 'userIds.0']);
    expect((await foreign('GET', `/groups/${theirs.uuid}`)).body).toMatchObject({ userCount: 0, parentCount: 0 });
  });
});
