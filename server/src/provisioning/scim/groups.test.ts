import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { GROUP, idsOf, LIST, makeScim, makeSource, PATCH_OP, type SourceOfTest } from '#test/scim.ts';

/** Groups by SCIM: what Entra ID and Okta really send, and what a source may not do. */

let app: TestApp;
let tenant: SourceOfTest['tenant'];
let admin: SourceOfTest['admin'];
let source: SourceOfTest['source'];
let scim: SourceOfTest['scim'];
let create: SourceOfTest['create'];
/** The IDs of three users whom the source provides. */
let [a, b, c] = ['', '', ''];

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ tenant, admin, source, scim, create } = await makeScim(app));
  [a, b, c] = [(await create('a@x.example')).id, (await create('b@x.example')).id, (await create('c@x.example')).id];
});

const make = async (more: object = {}) => {
  const answer = await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Sales', externalId: 'g1', ...more });
  expect([answer.status, answer.status === 201 || answer.body]).toEqual([201, true]);
  return answer.body;
};
const change = (id: string, ...Operations: object[]) =>
  scim('PATCH', `/Groups/${id}`, { schemas: [PATCH_OP], Operations });
const read = async (id: string) => (await scim('GET', `/Groups/${id}`)).body;
const names = { [Symbol.iterator]: () => [a, b, c][Symbol.iterator]() };
/** Who is in it, as letters. */
const membersOf = async (id: string): Promise<string> =>
  (await read(id)).members.map(({ value }: { value: string }) => 'abc'[[...names].indexOf(value)]).join('');
/** Letters in braces stand for IDs of users. */
const filled = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replace(/\{([abc])\}/g, (_, letter) => [...names]['abc'.indexOf(letter)] ?? ''));
const stored = async (id: string) =>
  (await app.owner.query('select * from groups where tenant_id = $1 and uuid = $2', [tenant.tenantId, id])).rows[0];

describe('a group', () => {
  it('is made, found, changed and deleted', async () => {
    const made = await scim('POST', '/Groups', {
      ...{ schemas: [GROUP], displayName: '営業 Sales', externalId: 'g1', members: [{ value: a }, { value: b }] },
    });
    expect(made.status).toBe(201);
    const { id, meta } = made.body;
    expect([made.headers.get('location'), made.headers.get('etag')]).toEqual([meta.location, meta.version]);
    expect(made.body).toMatchObject({ schemas: [GROUP], displayName: '営業 Sales', externalId: 'g1' });
    expect(made.body.members).toEqual([
      { value: a, display: 'a@x.example', type: 'User' },
      { value: b, display: 'b@x.example', type: 'User' },
    ]);
    expect(await read(id)).toEqual(made.body);
    expect(await stored(id)).toMatchObject({ name: '営業 Sales', source: 'scim', azure_ad_status: 'synchronized' });
    const log = await app.owner.query(
      `select actor_type, actor_id, type from system_operation_log where target_id = any ($1) and type like '%roup%' order by type`,
      [[id, a]],
    );
    expect(log.rows).toEqual(
      ['group.created', 'group.membersChanged', 'user.groupsChanged'].map((type) => ({
        ...{ actor_type: 'source', actor_id: source, type },
      })),
    );
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(404);
    expect(await stored(id)).toBeUndefined();
  });

  it('is named once in a source, and once by an external ID; twenty at once make one', async () => {
    const { id } = await make();
    for (const given of [{ displayName: 'SALES' }, { displayName: 'Other', externalId: 'g1' }]) {
      const again = await scim('POST', '/Groups', { schemas: [GROUP], ...given });
      expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
      expect(again.body.detail).toContain(id);
    }
    const other = await make({ displayName: 'Other', externalId: 'g2' });
    expect((await change(other.id, { op: 'replace', path: 'displayName', value: 'sales' })).status).toBe(409);
    const body = { schemas: [GROUP], displayName: 'Crowd' };
    const all: number[] = [];
    for (let round = 0; round < 5; round += 1)
      all.push(
        ...(await Promise.all(Array.from({ length: 4 }, () => scim('POST', '/Groups', body)))).map((one) => one.status),
      );
    expect(all.filter((status) => status === 201)).toHaveLength(1);
    expect(all.filter((status) => status === 409)).toHaveLength(19);
  });

  it('a whole one keeps the members that it does not name', async () => {
    const { id } = await make({ members: [{ value: a }] });
    const put = (body: object) => scim('PUT', `/Groups/${id}`, { schemas: [GROUP], displayName: 'Sales', ...body });
    expect((await put({ displayName: 'New' })).body).toMatchObject({ displayName: 'New', members: [{ value: a }] });
    expect((await put({ members: [{ value: b }, { value: c }] })).status).toBe(200);
    expect(await membersOf(id)).toBe('bc');
    expect((await put({ members: [] })).body.members).toEqual([]);
  });

  it('has versions', async () => {
    const { id, meta } = await make();
    const add = (headers: object) =>
      scim(
        'PATCH',
        `/Groups/${id}`,
        { Operations: [{ op: 'add', path: 'members', value: [{ value: a }] }] },
        { headers },
      );
    expect((await add({ 'if-match': 'W/"0-0"' })).status).toBe(412);
    const done = await add({ 'if-match': meta.version });
    expect(done.status).toBe(204);
    expect(done.headers.get('etag')).not.toBe(meta.version);
    // Who is in it already changes nothing.
    expect((await add({})).headers.get('etag')).toBe(done.headers.get('etag'));
    const same = await scim('GET', `/Groups/${id}`, undefined, {
      headers: { 'if-none-match': done.headers.get('etag') },
    });
    expect(same.status).toBe(304);
  });
});

/** [what, whom there are, operation, who is there then, the displayName then]; null: refused with that. */
const cases: [string, string, object, string | null, string?][] = [
  ['Entra ID adds a member', 'a', { op: 'Add', path: 'members', value: [{ $ref: null, value: '{b}' }] }, 'ab'],
  ['Entra ID adds several', '', { op: 'Add', path: 'members', value: [{ value: '{a}' }, { value: '{c}' }] }, 'ac'],
  [
    'Entra ID removes by a list',
    'abc',
    { op: 'Remove', path: 'members', value: [{ value: '{a}' }, { value: '{b}' }] },
    'c',
  ],
  ['Entra ID removes by a filter', 'abc', { op: 'Remove', path: 'members[value eq "{b}"]' }, 'ac'],
  ['Entra ID renames', 'a', { op: 'Replace', path: 'displayName', value: 'New' }, 'a', 'New'],
  ['Entra ID renames with the URN', 'a', { op: 'Replace', path: `${GROUP}:displayName`, value: 'New' }, 'a', 'New'],
  ['Entra ID, one that is no list', 'a', { op: 'Add', path: 'members', value: { value: '{b}' } }, 'ab'],
  ['Okta adds', 'a', { op: 'add', path: 'members', value: [{ value: '{b}', display: 'b@x.example' }] }, 'ab'],
  ['Okta replaces all', 'ab', { op: 'replace', path: 'members', value: [{ value: '{c}' }] }, 'c'],
  ['Okta renames without a path', 'a', { op: 'replace', value: { id: 'x', displayName: 'New' } }, 'a', 'New'],
  ['Okta removes by a filter', 'ab', { op: 'remove', path: 'members[value eq "{a}"]' }, 'b'],
  ['without a path', 'a', { op: 'add', value: { members: [{ value: '{b}' }], Nothing: 1 } }, 'ab'],
  ['a bare ID', 'a', { op: 'add', path: 'members', value: ['{b}'] }, 'ab'],
  ['IDs in capitals', 'ab', { OP: 'REMOVE', Path: 'Members', Value: [{ Value: '{b}' }] }, 'a'],
  ['two by or', 'abc', { op: 'remove', path: 'members[value eq "{a}" or value eq "{c}"]' }, 'b'],
  ['all', 'abc', { op: 'remove', path: 'members' }, ''],
  ['an empty list names nobody', 'abc', { op: 'remove', path: 'members', value: [] }, 'abc'],
  ['who is not in it', 'a', { op: 'remove', path: 'members', value: [{ value: '{b}' }] }, 'a'],
  [
    'who is gone',
    'a',
    { op: 'remove', path: 'members', value: [{ value: '00000000-0000-4000-8000-000000000000' }] },
    'a',
  ],
  ['who is in it', 'a', { op: 'add', path: 'members', value: [{ value: '{a}' }] }, 'a'],
  [
    'a member twice',
    '',
    { op: 'add', path: 'members', value: [{ value: '{a}' }, { value: '{a}' }] },
    null,
    'invalidValue',
  ],
  [
    'one who is unknown',
    'a',
    { op: 'add', path: 'members', value: [{ value: '{b}' }, { value: 'nobody' }] },
    null,
    'invalidValue',
  ],
  [
    'all but one who is unknown',
    'a',
    { op: 'replace', path: 'members', value: [{ value: 'x' }] },
    null,
    'invalidValue',
  ],
  ['a group', 'a', { op: 'add', path: 'members', value: [{ value: '{b}', type: 'Group' }] }, null, 'invalidValue'],
  ['a member of no value', 'a', { op: 'add', path: 'members', value: [{}] }, null, 'invalidValue'],
  ['no name', 'a', { op: 'remove', path: 'displayName' }, null, 'invalidValue'],
  ['an empty name', 'a', { op: 'replace', path: 'displayName', value: ' ' }, null, 'invalidValue'],
  ['the ID', 'a', { op: 'replace', path: 'id', value: 'x' }, null, 'mutability'],
  ['a part of members', 'a', { op: 'replace', path: 'members.value', value: 'x' }, null, 'invalidPath'],
  ['another attribute', 'a', { op: 'add', path: 'roles', value: 'PowerUser' }, null, 'invalidPath'],
  ['members by name', 'a', { op: 'remove', path: 'members[display eq "a"]' }, null, 'invalidFilter'],
  ['removing without a path', 'a', { op: 'remove' }, null, 'noTarget'],
];

describe('a change', () => {
  it.each(cases)('%s', async (_, there, operation, after, more) => {
    const { id } = await make({ members: [...there].map((letter) => ({ value: [...names]['abc'.indexOf(letter)] })) });
    const answer = await change(id, filled(operation));
    if (after === null) {
      expect([answer.status, answer.body.scimType]).toEqual([400, more]);
      expect(await membersOf(id)).toBe(there);
    } else {
      expect(answer.status).toBe(204);
      expect(await membersOf(id)).toBe(after);
      expect((await read(id)).displayName).toBe(more ?? 'Sales');
    }
  });

  it('several are one: all or nothing', async () => {
    const { id } = await make({ members: [{ value: a }] });
    const first = { op: 'add', path: 'members', value: [{ value: b }] };
    const broken = await change(id, first, { op: 'add', path: 'members', value: [{ value: 'nobody' }] });
    expect([broken.status, await membersOf(id)]).toEqual([400, 'a']);
    const both = await change(id, first, { op: 'remove', path: 'members', value: [{ value: a }] });
    expect([both.status, await membersOf(id)]).toEqual([204, 'b']);
  });
});

describe('a list', () => {
  it('is searched, sorted, paged, and without members if they are not wanted', async () => {
    const one = await make({ displayName: 'One', externalId: '1', members: [{ value: a }, { value: b }] });
    const two = await make({ displayName: 'Two', externalId: '2', members: [{ value: b }] });
    const find = async (filter: string) =>
      idsOf((await scim('GET', `/Groups?filter=${encodeURIComponent(filter)}`)).body);
    for (const [filter, ids] of [
      ['displayName eq "ONE"', [one.id]],
      ['externalId eq "2"', [two.id]],
      [`id eq "${one.id}"`, [one.id]],
      [`members.value eq "${a}"`, [one.id]],
      [`members eq "${a}"`, [one.id]],
      [`members[value eq "${a}"] or displayName sw "tw"`, [one.id, two.id].sort()],
      [`not (members[value eq "${a}"])`, [two.id]],
      ['displayName eq "Nobody"', []],
      [`id eq "${one.id}" and members eq "${c}"`, []],
    ] as const)
      expect([filter, (await find(filter)).sort()]).toEqual([filter, ids]);
    for (const wrong of ['userName eq "a"', '__proto__ eq "a"', 'members.display eq "a"', 'members gt "a"'])
      expect((await scim('GET', `/Groups?filter=${encodeURIComponent(wrong)}`)).body.scimType).toBe('invalidFilter');
    const page = (await scim('GET', '/Groups?sortBy=displayName&sortOrder=descending&count=1')).body;
    expect(page).toMatchObject({ schemas: [LIST], totalResults: 2, startIndex: 1, itemsPerPage: 1 });
    expect(idsOf(page)).toEqual([two.id]);
    expect(page.Resources[0].members).toHaveLength(1);
    for (const query of ['excludedAttributes=members', 'attributes=displayName'])
      for (const group of (await scim('GET', `/Groups?${query}`)).body.Resources)
        expect(group).not.toHaveProperty('members');
    expect((await scim('GET', `/Groups/${one.id}?attributes=members.value`)).body).toEqual({
      ...{ schemas: [GROUP], id: one.id, members: one.members },
    });
  });
});

describe('a source', () => {
  it('has its own groups, and no other', async () => {
    const { id } = await make();
    const own = (await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/groups`, {
      ...{ token: admin, body: { groupId: 'own', name: 'Own' } },
    })) as { body: { uuid: string } };
    const second = await makeSource(app, tenant, admin);
    const elsewhere = await makeScim(app);
    for (const [group, by] of [
      [own.body.uuid, undefined],
      [id, second.token],
      [id, elsewhere.token],
    ] as const) {
      const more = by ? { token: by } : {};
      const body = { Operations: [{ op: 'add', path: 'members', value: [{ value: a }] }] };
      for (const [method, given] of [
        ['GET', undefined],
        ['PATCH', body],
        ['PUT', { displayName: 'x' }],
        ['DELETE', undefined],
      ] as const)
        expect([method, (await scim(method, `/Groups/${group}`, given, more)).status]).toEqual([method, 404]);
    }
    expect((await scim('GET', '/Groups', undefined, { token: second.token })).body.totalResults).toBe(0);
  });

  it('puts nobody into a group whom it does not provide', async () => {
    const { id } = await make();
    const second = await makeSource(app, tenant, admin);
    const theirs = (await scim('POST', '/Users', { userName: 'd@x.example' }, { token: second.token })).body.id;
    const own = await makeUser(app, tenant, { roles: ['User'] });
    for (const user of [theirs, own.uuid])
      expect((await change(id, { op: 'add', path: 'members', value: [{ value: user }] })).status).toBe(400);
  });

  it('keeps the name and the users of its groups: no administrator changes them', async () => {
    const { id } = await make({ members: [{ value: a }] });
    const path = `/api/auth/tenants/${tenant.tenantId}`;
    const by = (method: string, to: string, body: object) => app.call(method, path + to, { token: admin, body });
    const { groupId } = (await app.call('GET', `${path}/groups/${id}`, { token: admin })).body;
    const [one, two] = await Promise.all(
      [a, b].map(
        async (uuid) => (await app.owner.query('select user_id from users where uuid = $1', [uuid])).rows[0].user_id,
      ),
    );
    for (const [method, to, body, at] of [
      ['PUT', `/groups/${id}`, { name: 'Other' }, 'name'],
      ['POST', `/groups/${id}/operations/add/users`, { userIds: [two] }, 'userIds'],
      ['POST', `/groups/${id}/operations/remove/users`, { userIds: [one] }, 'userIds'],
      ['POST', '/operations/users', { action: 'addToGroup', group: id, userIds: [two] }, 'group'],
      ['PUT', `/users/${two}`, { groups: [{ groupId }] }, 'groups'],
      ['PUT', `/users/${one}`, { groups: [] }, 'groups'],
      ['POST', '/users', { userId: 'newcomer', groups: [{ groupId }] }, 'groups'],
    ] as const) {
      const answer = await by(method, to, body);
      expect([to, answer.status, answer.body[0].message_id, answer.body[0].field]).toEqual([to, 403, 'forbidden', at]);
    }
    expect((await by('PUT', `/groups/${id}`, { name: 'Sales', description: 'Ours' })).status).toBe(200);
    expect((await by('PUT', `/users/${one}`, { groups: [{ groupId }] })).status).toBe(200);
    expect(await membersOf(id)).toBe('a');
  });

  it('whom it deletes and provides again is in no group until it says so', async () => {
    const { id } = await make({ members: [{ value: a }, { value: b }] });
    const path = `/api/auth/tenants/${tenant.tenantId}/provisioningSources/${source}`;
    await app.call('PUT', path, { token: admin, body: { deleteBehavior: 'deactivate' } });
    expect((await scim('DELETE', `/Users/${a}`)).status).toBe(204);
    expect((await create('a@x.example')).id).toBe(a);
    expect(await membersOf(id)).toBe('b');
  });

  it('who is the tenant’s own by now can be taken out of its groups, and not put in', async () => {
    const { id } = await make({ members: [{ value: a }] });
    const path = `/api/auth/tenants/${tenant.tenantId}`;
    const { groupId } = (await app.call('GET', `${path}/groups/${id}`, { token: admin })).body;
    await app.call('PUT', `${path}/provisioningSources/${source}`, { token: admin, body: { deleteBehavior: 'keep' } });
    expect((await scim('DELETE', `/Users/${a}`)).status).toBe(204);
    const { rows } = await app.owner.query('select user_id from users where uuid = $1', [a]);
    const set = (groups: object[]) =>
      app.call('PUT', `${path}/users/${rows[0].user_id}`, { token: admin, body: { groups } });
    expect((await set([])).body).toMatchObject({ groups: [] });
    expect((await set([{ groupId }])).status).toBe(403);
  });

  it('that is deleted leaves its groups and their members to the organization', async () => {
    const { id } = await make({ members: [{ value: a }] });
    const path = `/api/auth/tenants/${tenant.tenantId}`;
    expect((await app.call('DELETE', `${path}/provisioningSources/${source}`, { token: admin })).status).toBe(204);
    expect(await stored(id)).toMatchObject({ source: 'local', azure_ad_status: null });
    const group = await app.call('GET', `${path}/groups/${id}`, { token: admin });
    expect(group.body).toMatchObject({ name: 'Sales', userCount: 1, azureADStatus: null });
  });

  it('that leaves its users to the organization leaves a deleted group too', async () => {
    const { id } = await make();
    const path = `/api/auth/tenants/${tenant.tenantId}/provisioningSources/${source}`;
    await app.call('PUT', path, { token: admin, body: { deleteBehavior: 'keep' } });
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(404);
    expect(await stored(id)).toMatchObject({ source: 'local' });
  });
});
