import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { ENTERPRISE, ERROR, USER, makeScim, makeSource, type SourceOfTest } from '#test/scim.ts';

/** Filters, and what nobody should be able to send: names of others, other sources, other tenants. */

let app: TestApp;
let other: TestTenant;
let tenant: SourceOfTest['tenant'];
let admin: SourceOfTest['admin'];
let source: SourceOfTest['source'];
let token: SourceOfTest['token'];
let scim: SourceOfTest['scim'];
let create: SourceOfTest['create'];
let patch: SourceOfTest['patch'];
let find: SourceOfTest['find'];
let account: SourceOfTest['account'];

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  other = await makeTenant(app);
  ({ tenant, admin, source, token, scim, create, patch, find, account } = await makeScim(app));
});

describe('filters', () => {
  it.each([
    ['userName sw "a" or (userName co "b" and not (title pr))', ['ann', 'bob']],
    ['title eq "boss"', ['ann']],
    ['not (title eq "BOSS")', ['bob', 'cy']],
    ['name.familyName gt "a" and name.familyName le "m"', ['ann']],
    ['emails.value ew "@one.example"', ['bob']],
    ['emails[type eq "work" and value co "one"]', ['bob']],
    ['emails.type pr', ['bob']],
    ['emails co "one"', ['bob']],
    [`${ENTERPRISE}:department eq "sales"`, ['cy']],
    [`${USER}:userName eq "CY"`, ['cy']],
    ['meta.created gt "2020-01-01T00:00:00Z"', ['ann', 'bob', 'cy']],
    ['meta.lastModified lt "2020-01-01T00:00:00Z"', []],
    ['active ne true', []],
    ['externalId eq "X"', []],
    ['id eq "nobody"', []],
    ['USERNAME EQ "ann" AND title PR', ['ann']],
    ['title ne null', ['ann']],
    ['userName eq "\\u0061nn"', ['ann']],
    [`userName eq "' or 1=1 --"`, []],
  ])('%s', async (filter, expected) => {
    await create('ann', { title: 'Boss', name: { familyName: 'Lee' } });
    await create('bob', { emails: [{ type: 'work', value: 'b@one.example' }] });
    await create('cy', { externalId: 'x', [ENTERPRISE]: { department: 'Sales' } });
    const answer = await find(filter, '&sortBy=userName');
    expect([answer.totalResults, answer.Resources?.map(({ userName }: { userName: string }) => userName)]).toEqual([
      expected.length,
      expected,
    ]);
  });

  it.each([
    ['__proto__ eq "x"', 'invalidFilter'],
    ['__proto__.polluted pr', 'invalidFilter'],
    ['constructor eq "x"', 'invalidFilter'],
    ['emails[__proto__ eq "x"]', 'invalidFilter'],
    ['password eq "x"', 'invalidFilter'],
    ['userName', 'invalidFilter'],
    ['userName eq', 'invalidFilter'],
    ['userName eq taro', 'invalidFilter'],
    ['userName eq "x" and', 'invalidFilter'],
    ['userName xx "x"', 'invalidFilter'],
    ['(userName eq "x"', 'invalidFilter'],
    ['userName eq "x")', 'invalidFilter'],
    ['title[value eq "x"]', 'invalidFilter'],
    ['name eq "x"', 'invalidFilter'],
    ['active gt true', 'invalidFilter'],
    ['meta.created gt "never"', 'invalidFilter'],
    ['meta.created gt "-271821-04-20T00:00:00Z"', 'invalidFilter'],
    ['meta.created lt "+275760-09-13T00:00:00Z"', 'invalidFilter'],
    [`${'('.repeat(100)}userName eq "x"${')'.repeat(100)}`, 'invalidFilter'],
    [Array.from({ length: 101 }, () => 'userName eq "x"').join(' or '), 'invalidFilter'],
    [`userName eq "${'x'.repeat(5000)}"`, 'invalidFilter'],
    [';', 'invalidFilter'],
  ])('%s is refused', async (filter, scimType) => {
    const answer = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect(answer.body).toMatchObject({ schemas: [ERROR], status: '400', scimType });
  });

  it('lists in order, and what is asked for alone', async () => {
    for (const name of ['b', 'a', 'c']) await create(`${name}@x.example`, { title: name, name: { familyName: name } });
    const page = async (query: string) => (await scim('GET', `/Users?${query}`)).body.Resources;
    expect((await page('sortBy=title&sortOrder=descending')).map(({ title }: { title: string }) => title)).toEqual([
      'c',
      'b',
      'a',
    ]);
    expect(Object.keys((await page('attributes=userName,name.familyName'))[0]).sort()).toEqual([
      'id',
      'name',
      'schemas',
      'userName',
    ]);
    expect((await page('excludedAttributes=name,meta'))[0]).not.toHaveProperty('meta');
    const search = { filter: 'title eq "a"', attributes: ['title'], count: 5 };
    for (const path of ['/.search', '/Users/.search'])
      expect((await scim('POST', path, search)).body.Resources).toMatchObject([{ title: 'a' }]);
    expect((await scim('GET', '/Users?sortBy=nothing')).status).toBe(400);
    expect((await scim('GET', '/Users?count=x')).status).toBe(400);
  });
});

describe('what is refused', () => {
  it.each([
    ['no userName', {}, 'invalidValue'],
    ['a userName that is a list', { userName: ['a'] }, 'invalidValue'],
    ['an address that is none', { userName: 'a', emails: [{ value: 'nonsense' }] }, 'invalidValue'],
    ['a long name', { userName: 'a', name: { familyName: 'x'.repeat(200) } }, 'invalidValue'],
    ['a list', [], 'invalidSyntax'],
    ['active that is neither', { userName: 'a', active: 'maybe' }, 'invalidValue'],
    ['NUL', { userName: 'a\0b' }, 'invalidValue'],
    ['a long externalId', { userName: 'a', externalId: randomBytes(300).toString('hex') }, 'invalidValue'],
    [
      'more than is stored of a user',
      { userName: 'a', addresses: Array.from({ length: 40 }, () => ({ formatted: 'x'.repeat(1000) })) },
      'invalidValue',
    ],
  ])('%s', async (_, body, scimType) => {
    const answer = await scim('POST', '/Users', body);
    expect([answer.status, answer.body]).toMatchObject([400, { schemas: [ERROR], scimType }]);
  });

  it.each([
    [{ op: 'add', path: 'nothing', value: 1 }, 'invalidPath'],
    [{ op: 'add', path: '__proto__', value: 1 }, 'invalidPath'],
    [{ op: 'add', path: 'password', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: 'roles', value: [{ value: 'PowerUser' }] }, 'invalidPath'],
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'move', path: 'title' }, 'invalidSyntax'],
    [{ op: 'replace', path: 'userName', value: null }, 'invalidValue'],
    [{ op: 'replace', path: 'emails[nothing eq "x"].value', value: 'x' }, 'invalidFilter'],
  ])('%j', async (operation, scimType) => {
    const { id } = await create(undefined, { emails: [{ value: 'x@x.example' }] });
    expect((await patch(id, operation)).body).toMatchObject({ status: '400', scimType });
  });

  it('more operations than a hundred', async () => {
    const { id } = await create();
    const add = (at: number) => ({ op: 'add', path: 'title', value: `Title ${at}` });
    const times = (n: number) => Array.from({ length: n }, (_, at) => add(at));
    expect((await patch(id, ...times(101))).body).toMatchObject({ status: '400', scimType: 'tooMany' });
    expect((await patch(id, ...times(100))).body.title).toBe('Title 99');
  });

  it('a number that is an object', async () => {
    for (const count of [{ toString: 1, valueOf: 1 }, [[1]], true])
      expect((await scim('POST', '/.search', { count })).body).toMatchObject({
        status: '400',
        scimType: 'invalidValue',
      });
    expect((await scim('POST', '/.search', { count: '1' })).status).toBe(200);
  });

  it('a URN within itself: its attributes are read once', async () => {
    const made = await create('once', { [USER]: { title: 'Boss', [USER]: { title: 'Deep' } } });
    expect(made.title).toBe('Boss');
    const deep = 3500;
    const body = `{"userName":"deep",${`"${USER}":{`.repeat(deep)}${'}'.repeat(deep)}}`;
    const answer = await app.call('POST', '/api/auth/scim/v2/Users', {
      ...{ token, body, headers: { 'content-type': 'application/scim+json' } },
    });
    expect(answer.status).toBe(201);
  });

  it('broken JSON, other media, and __proto__ in a body', async () => {
    const post = (body: string, type = 'application/scim+json') =>
      app.call('POST', '/api/auth/scim/v2/Users', { token, body, headers: { 'content-type': type } });
    expect((await post('{"userName":')).body).toMatchObject({ status: '400', scimType: 'invalidSyntax' });
    expect((await post('{"userName":"a","__proto__":{"x":1}}')).body.status).toBe('400');
    expect((await post('a=b', 'application/x-www-form-urlencoded')).body).toMatchObject({ status: '415' });
    expect((await post(JSON.stringify({ userName: 'x'.repeat(300_000) }))).body).toMatchObject({ status: '413' });
  });

  it('a name or address of somebody whom the source does not have is never taken over', async () => {
    const user = await makeUser(app, tenant, { userId: 'taken' });
    for (const body of [
      { userName: 'TAKEN' },
      { userName: user.mail },
      { userName: 'fresh', emails: [{ value: user.mail.toUpperCase() }] },
    ])
      expect((await scim('POST', '/Users', body)).body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    const { id } = await create('mine');
    expect((await patch(id, { op: 'replace', path: 'userName', value: 'taken' })).status).toBe(409);
    expect((await patch(id, { op: 'add', path: 'emails', value: [{ value: user.mail }] })).status).toBe(409);
    // An external ID is never taken for one of ours.
    await create('external', { externalId: user.uuid });
    expect((await scim('GET', `/Users/${user.uuid}`)).status).toBe(404);
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect(
        (
          await scim(
            method,
            `/Users/${user.uuid}`,
            method === 'DELETE' ? undefined : { userName: 'x', Operations: [{ op: 'add', value: {} }] },
          )
        ).status,
      ).toBe(404);
  });

  it('a user twice, by name or external ID, names the one there is', async () => {
    const { id } = await create('twice', { externalId: 'e1' });
    for (const body of [{ userName: 'Twice' }, { userName: 'else', externalId: 'e1' }]) {
      const answer = await scim('POST', '/Users', body);
      expect(answer.body).toMatchObject({ status: '409', scimType: 'uniqueness', detail: expect.stringContaining(id) });
    }
  });

  it('of twenty at once one is made', async () => {
    // Who is told to come back does.
    const insist = async () => {
      for (;;) {
        const answer = await scim('POST', '/Users', { userName: 'race@x.example' });
        if (answer.status !== 429) return answer;
      }
    };
    const answers = await Promise.all(Array.from({ length: 20 }, insist));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect((await find('userName eq "race@x.example"')).totalResults).toBe(1);
  });

  it('an administrator is not changed, whoever made them', async () => {
    const { id } = await create('boss@x.example');
    await app.owner.query(
      `update users set roles = '{User,PowerUser}', status = 'active' where tenant_id = $1 and uuid = $2`,
      [tenant.tenantId, id],
    );
    const before = await account(id);
    for (const answer of [
      await patch(id, { op: 'replace', path: 'active', value: false }),
      await patch(id, { op: 'replace', path: 'name.familyName', value: 'X' }),
      await scim('DELETE', `/Users/${id}`),
    ])
      expect([answer.status, answer.body.schemas]).toEqual([403, [ERROR]]);
    expect(await account(id)).toEqual(before);
    const { rows } = await app.owner.query(
      `select status, error_id, actor_type from system_operation_log where tenant_id = $1 and target_id = $2 and status = 'error'`,
      [tenant.tenantId, id],
    );
    expect(rows).toHaveLength(3);
    expect(rows[0]).toEqual({ status: 'error', error_id: 'forbidden', actor_type: 'source' });
  });

  it('nor is one who becomes one while the source waits for them', async () => {
    const { id } = await create('rising@x.example');
    const other = await app.owner.connect();
    try {
      await other.query('begin');
      await other.query(`update users set roles = '{User,PowerUser}' where tenant_id = $1 and uuid = $2`, [
        tenant.tenantId,
        id,
      ]);
      const changed = patch(id, { op: 'replace', path: 'active', value: false });
      await expect
        .poll(async () => {
          const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%for update of u, s%'`;
          return (await app.owner.query(waiting)).rowCount;
        })
        .toBe(1);
      await other.query('commit');
      expect((await changed).status).toBe(403);
    } finally {
      other.release(true);
    }
  });

  it('another source and another tenant see and change nothing', async () => {
    const { id, meta } = await create('wall', { externalId: 'e' });
    const second = (await makeSource(app, tenant, admin)).token;
    const foreign = (await signIn(app, await makeUser(app, other, { roles: ['User', 'PowerUser'] }))).token;
    const third = (await makeSource(app, other, foreign)).token;
    for (const one of [second, third]) {
      const as = { token: one };
      expect((await scim('GET', '/Users', undefined, as)).body.totalResults).toBe(0);
      const body = { userName: 'x', Operations: [{ op: 'replace', value: { title: 'x' } }] };
      for (const [method, sent] of [['GET'], ['PUT', body], ['PATCH', body], ['DELETE']] as const)
        expect((await scim(method, `/Users/${id}`, sent, as)).status).toBe(404);
    }
    expect((await scim('GET', `/Users/${id}`)).body.meta).toEqual(meta);
    const own = await app.call('POST', '/api/auth/oauth/provider/managementTokens', {
      token: foreign,
      body: { name: 'x', scopes: ['scim'], sourceUuid: source, days: 1 },
    });
    expect(own.status).toBe(404);
    // The same external ID is another user at another source.
    expect((await scim('POST', '/Users', { userName: 'own', externalId: 'e' }, { token: second })).status).toBe(201);
  });
});
