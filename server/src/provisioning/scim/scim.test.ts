import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';

/** SCIM from outside: what Entra ID and Okta really send, and what nobody should. */

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
let admin: string;
let token: string;
let source: string;

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [tenant, other] = [await makeTenant(app), await makeTenant(app)];
  admin = (await signIn(app, await makeUser(app, tenant, { roles: ['User', 'PowerUser'] }))).token;
  ({ source, token } = await makeSource());
});

async function makeSource(given: object = {}, of = tenant, by = admin) {
  const body = { kind: 'aad', displayName: `Source ${Math.random()}`, ...given };
  const made = await app.call('POST', `/api/auth/tenants/${of.tenantId}/provisioningSources`, { token: by, body });
  expect(made.status).toBe(200);
  return { source: made.body.uuid as string, ...(await makeToken(made.body.uuid, by)) };
}
async function makeToken(sourceUuid: string, by = admin) {
  const body = { name: 'token', scopes: ['scim'], sourceUuid, days: 30 };
  const answer = await app.call('POST', '/api/auth/oauth/provider/managementTokens', { token: by, body });
  expect(answer.status).toBe(200);
  return { token: answer.body.token as string, id: answer.body.id as string };
}
const scim = (method: string, path: string, body?: unknown, more: { token?: string; headers?: object } = {}) =>
  app.call(method, `/api/auth/scim/v2${path}`, {
    token: more.token ?? token,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/scim+json', ...more.headers },
  });
const create = async (userName = 'taro@contoso.example', more: object = {}) => {
  const answer = await scim('POST', '/Users', { schemas: [USER], userName, active: true, ...more });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body;
};
const patch = (id: string, ...Operations: object[]) =>
  scim('PATCH', `/Users/${id}`, { schemas: [PATCH_OP], Operations });
const find = async (filter: string, more = '') =>
  (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)).body;
const idsOf = (list: { Resources: { id: string }[] }) => list.Resources.map(({ id }) => id);
const account = async (id: string) => {
  const { rows } = await app.owner.query('select * from users where tenant_id = $1 and uuid = $2', [
    tenant.tenantId,
    id,
  ]);
  return rows[0];
};
const proveDomain = (domain: string) =>
  app.owner.query(
    `insert into email_domains (tenant_id, uuid, domain, proof_value, proven_at, created_at)
     values ($1, gen_random_uuid(), $2, 'x', now(), now())`,
    [tenant.tenantId, domain],
  );

describe('tokens and sources', () => {
  it('a token is shown once, and used at once; a revoked, foreign or made-up one is nobody', async () => {
    const listed = await app.call('GET', '/api/auth/oauth/provider/managementTokens', { token: admin });
    expect(JSON.stringify(listed.body)).not.toContain(token.split('.')[1]);
    expect(token).toMatch(new RegExp(`^${tenant.tenantId}\\.[\\w-]{43}$`));
    expect((await scim('GET', '/Users')).status).toBe(200);
    const [{ id }] = listed.body.results;
    const used = async () =>
      (await app.call('GET', '/api/auth/oauth/provider/managementTokens', { token: admin })).body.results[0];
    await expect.poll(async () => (await used()).lastUsedAddress).toMatch(/127\.0\.0\.1|::1/);
    const end = await app.call('DELETE', `/api/auth/oauth/provider/managementTokens/${id}`, { token: admin });
    expect(end.status).toBe(204);
    const stranger = await scim('GET', '/Users');
    expect([stranger.status, stranger.body.schemas, stranger.body.status]).toEqual([401, [ERROR], '401']);
    const moved = `${other.tenantId}.${token.split('.')[1]}`;
    for (const wrong of [moved, 'nonsense', admin])
      expect((await scim('GET', '/Users', undefined, { token: wrong })).status).toBe(401);
    expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(401);
  });

  it('a source that is off, and a token that has run out, are nobody', async () => {
    const path = `/api/auth/tenants/${tenant.tenantId}/provisioningSources/${source}`;
    const set = (body: object) => app.call('PUT', path, { token: admin, body });
    expect((await set({ enabled: false })).status).toBe(200);
    expect((await scim('GET', '/Users')).status).toBe(401);
    expect((await set({ enabled: true, expected: { enabled: true } })).status).toBe(409);
    await set({ enabled: true });
    await app.owner.query('update management_tokens set expires_at = now() where tenant_id = $1', [tenant.tenantId]);
    expect((await scim('GET', '/Users')).status).toBe(401);
  });

  it('a deleted source leaves its users to the organization', async () => {
    const { id } = await create();
    const path = `/api/auth/tenants/${tenant.tenantId}`;
    const user = await account(id);
    expect(user.source).toBe('scim');
    const rename = () =>
      app.call('PUT', `${path}/users/${user.user_id}`, { token: admin, body: { familyName: 'New' } });
    expect((await rename()).status).toBe(403);
    expect((await app.call('DELETE', `${path}/provisioningSources/${source}`, { token: admin })).status).toBe(204);
    expect((await scim('GET', '/Users')).status).toBe(401);
    expect((await rename()).status).toBe(200);
    expect((await account(id)).source).toBe('local');
  });

  it('a second source of the same name, and one token too many, are refused', async () => {
    const path = `/api/auth/tenants/${tenant.tenantId}/provisioningSources`;
    const add = () => app.call('POST', path, { token: admin, body: { kind: 'okta', displayName: 'Okta' } });
    expect((await add()).status).toBe(200);
    expect((await add()).body[0]).toMatchObject({ message_id: 'duplicated', field: 'displayName' });
    for (let n = 1; n < 20; n += 1) await makeToken(source);
    const body = { name: 'more', scopes: ['scim'], sourceUuid: source, days: 1 };
    expect((await app.call('POST', '/api/auth/oauth/provider/managementTokens', { token: admin, body })).status).toBe(
      409,
    );
  });
});

describe('discovery', () => {
  it('tells what is there', async () => {
    const config = await scim('GET', '/ServiceProviderConfig');
    expect(config.headers.get('content-type')).toContain('application/scim+json');
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      etag: { supported: true },
    });
    expect(idsOf((await scim('GET', '/Schemas')).body)).toEqual([USER, ENTERPRISE]);
    expect((await scim('GET', `/Schemas/${ENTERPRISE}`)).body.name).toBe('EnterpriseUser');
    expect(idsOf((await scim('GET', '/ResourceTypes')).body)).toEqual(['User']);
    expect((await scim('GET', '/Nothing')).body).toMatchObject({ schemas: [ERROR], status: '404' });
  });
});

describe('Entra ID', () => {
  const whole = {
    schemas: [USER, ENTERPRISE],
    externalId: 'taro',
    userName: 'Taro@contoso.example',
    active: true,
    displayName: 'Taro Yamada',
    emails: [{ type: 'work', value: 'taro@contoso.example', primary: true }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Taro Yamada', familyName: 'Yamada', givenName: 'Taro' },
    roles: [],
    title: 'Engineer',
    [ENTERPRISE]: { department: 'Sales', manager: '26118915-6090-4610-87e4-49d8ca9f808d' },
  };

  it('asks before it creates, creates, and finds', async () => {
    expect(await find('userName eq "taro@contoso.example"')).toMatchObject({
      schemas: [LIST],
      totalResults: 0,
      Resources: [],
    });
    const made = await scim('POST', '/Users', whole);
    expect(made.status).toBe(201);
    const { id, meta } = made.body;
    expect(made.headers.get('location')).toBe(meta.location);
    expect(made.headers.get('etag')).toBe(meta.version);
    expect(made.body).toMatchObject({
      ...{ userName: 'Taro@contoso.example', externalId: 'taro', active: true, title: 'Engineer' },
      [ENTERPRISE]: { department: 'Sales', manager: { value: '26118915-6090-4610-87e4-49d8ca9f808d' } },
    });
    expect((await scim('GET', `/Users/${id}`)).body).toEqual(made.body);
    for (const filter of ['userName eq "TARO@contoso.example"', 'externalId eq "taro"', `id eq "${id}"`])
      expect(idsOf(await find(filter))).toEqual([id]);
    const user = await account(id);
    expect(user).toMatchObject({ family_name: 'Yamada', given_name: 'Taro', department: 'Sales', roles: ['User'] });
    // The domain is not proven to be the organization's: the address waits for its owner.
    expect(user).toMatchObject({
      status: 'registering',
      login_mail_address: null,
      next_login_mail_address: 'taro@contoso.example',
    });
    const log = await app.owner.query(
      'select actor_type, actor_id, type from system_operation_log where target_id = $1',
      [id],
    );
    expect(log.rows).toEqual([{ actor_type: 'source', actor_id: source, type: 'user.provisioned' }]);
  });

  it('of a proven domain the address counts at once', async () => {
    await proveDomain('contoso.example');
    const { id } = (await scim('POST', '/Users', whole)).body;
    expect(await account(id)).toMatchObject({ status: 'active', login_mail_address: 'taro@contoso.example' });
    await patch(id, { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@contoso.example' });
    expect(await account(id)).toMatchObject({
      login_mail_address: 'new@contoso.example',
      next_login_mail_address: null,
    });
    await patch(id, { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@elsewhere.example' });
    expect(await account(id)).toMatchObject({
      login_mail_address: 'new@contoso.example',
      next_login_mail_address: 'new@elsewhere.example',
    });
  });

  it.each([
    ['a capital and a text', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    ['no path', { op: 'replace', value: { active: 'False' } }, { active: false }],
    [
      'dotted keys',
      { op: 'Add', value: { 'name.givenName': 'Jiro', title: 'Boss' } },
      { name: { givenName: 'Jiro' }, title: 'Boss' },
    ],
    [
      'a path with a URN',
      { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'HR' },
      { [ENTERPRISE]: { department: 'HR' } },
    ],
    ['a core URN', { op: 'Replace', path: `${USER}:title`, value: 'X' }, { title: 'X' }],
    [
      'a key with a URN',
      { op: 'Add', value: { [`${ENTERPRISE}:employeeNumber`]: 7 } },
      { [ENTERPRISE]: { employeeNumber: '7' } },
    ],
    [
      'an extension',
      { op: 'Add', value: { [ENTERPRISE]: { costCenter: '9' } } },
      { [ENTERPRISE]: { costCenter: '9' } },
    ],
    [
      'a manager as text',
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: 'abc' },
      { [ENTERPRISE]: { manager: { value: 'abc' } } },
    ],
    [
      'an email that is not there',
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'h@x.example' },
      { emails: [{ type: 'home', value: 'h@x.example' }] },
    ],
    [
      'a phone that is not there',
      { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
      { phoneNumbers: [{ type: 'mobile', value: '1' }] },
    ],
    [
      'an address part',
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Kyoto' },
      { addresses: [{ type: 'work', locality: 'Kyoto' }] },
    ],
    ['a name part', { op: 'Replace', path: 'name.familyName', value: 'Sato' }, { name: { familyName: 'Sato' } }],
    ['a name object', { op: 'Add', path: 'NAME', value: { FamilyName: 'Sato' } }, { name: { familyName: 'Sato' } }],
  ])('changes with %s', async (_, operation, expected) => {
    const { id } = await create();
    const answer = await patch(id, operation);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ id })]);
    expect(answer.body).toMatchObject(expected);
    expect((await scim('GET', `/Users/${id}`)).body).toEqual(answer.body);
  });

  it.each([
    ['title', { title: 'X' }, { op: 'Remove', path: 'title' }],
    [
      'a phone',
      { phoneNumbers: [{ type: 'work', value: '1' }] },
      { op: 'remove', path: 'phoneNumbers[type eq "work"]' },
    ],
    [
      'the number',
      { phoneNumbers: [{ type: 'work', value: '1' }] },
      { op: 'remove', path: 'phoneNumbers[type eq "work"].value' },
    ],
    ['by value', { phoneNumbers: [{ value: '1' }] }, { op: 'Remove', path: 'phoneNumbers', value: [{ value: '1' }] }],
    ['the extension', { [ENTERPRISE]: { department: 'X' } }, { op: 'remove', path: ENTERPRISE }],
    ['with null', { title: 'X' }, { op: 'replace', path: 'title', value: null }],
  ])('removes %s', async (_, more, operation) => {
    const { id } = await create(undefined, more);
    const { body } = await patch(id, operation);
    for (const name of Object.keys(more)) expect(body[name]).toBeUndefined();
  });

  it('switches a user off and on, who comes back with what there was', async () => {
    await proveDomain('contoso.example');
    const { id } = await create();
    await patch(id, { op: 'Replace', path: 'active', value: 'False' });
    expect((await account(id)).status).toBe('inactive');
    expect(idsOf(await find('active eq false'))).toEqual([id]);
    await patch(id, { op: 'Replace', path: 'active', value: 'True' });
    expect((await account(id)).status).toBe('active');
    const { rows } = await app.owner.query('select type from system_operation_log where target_id = $1 order by at', [
      id,
    ]);
    expect(rows.map(({ type }) => type)).toEqual(['user.provisioned', 'user.deactivated', 'user.activated']);
    const mails = (await app.mails('taro@contoso.example')).map(({ kind }) => kind);
    expect(mails).toEqual(expect.arrayContaining(['userDeactivated', 'userActivated']));
  });
});

describe('Okta', () => {
  it('sends whole users, pages from 1, and switches off without a path', async () => {
    const made = await create('hanako@okta.example', { name: { familyName: 'A', givenName: 'B' }, title: 'T' });
    const { id: _, meta: __, ...user } = made;
    const put = await scim('PUT', `/Users/${made.id}`, {
      ...user,
      id: made.id,
      title: undefined,
      groups: [],
      password: 'x'.repeat(20),
    });
    expect(put.status).toBe(200);
    expect(put.body.title).toBeUndefined();
    expect(JSON.stringify(put.body)).not.toContain('xxxx');
    await create('second@okta.example');
    const page = (await scim('GET', '/Users?startIndex=2&count=1')).body;
    expect(page).toMatchObject({ totalResults: 2, startIndex: 2, itemsPerPage: 1 });
    expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 2, Resources: [] });
    expect((await patch(made.id, { op: 'replace', value: { active: false } })).body.active).toBe(false);
    // A whole user who does not say so stays as they were.
    expect((await scim('PUT', `/Users/${made.id}`, user.active ? { userName: user.userName } : user)).body.active).toBe(
      false,
    );
    const passwords = await app.owner.query('select 1 from user_passwords where tenant_id = $1 and user_uuid = $2', [
      tenant.tenantId,
      made.id,
    ]);
    expect(passwords.rows).toEqual([]);
  });
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
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => scim('POST', '/Users', { userName: 'race@x.example' })),
    );
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

  it('another source and another tenant see and change nothing', async () => {
    const { id, meta } = await create('wall', { externalId: 'e' });
    const second = (await makeSource()).token;
    const foreign = (await signIn(app, await makeUser(app, other, { roles: ['User', 'PowerUser'] }))).token;
    const third = (await makeSource({}, other, foreign)).token;
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

it('more calls at once than one source may make are told to come back', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, () => scim('GET', '/Users')));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect((await scim('GET', '/Users')).status).toBe(200);
});

describe('versions', () => {
  it('a version that is not the present one changes nothing', async () => {
    const { id, meta } = await create('v');
    const send = (tag: string) =>
      scim('PUT', `/Users/${id}`, { userName: 'v', title: tag }, { headers: { 'if-match': tag } });
    expect((await send('W/"0-0"')).status).toBe(412);
    const changed = await send(meta.version);
    expect(changed.status).toBe(200);
    expect((await send(meta.version)).status).toBe(412);
    expect((await send('*')).status).toBe(200);
    const same = await scim('GET', `/Users/${id}`, undefined, {
      headers: { 'if-none-match': (await scim('GET', `/Users/${id}`)).body.meta.version },
    });
    expect(same.status).toBe(304);
    // What changes nothing makes no new version.
    const { version } = (await scim('GET', `/Users/${id}`)).body.meta;
    expect((await patch(id, { op: 'replace', path: 'title', value: '*' })).body.meta.version).toBe(version);
  });
});

describe('deleting', () => {
  const setBehavior = (deleteBehavior: string) =>
    app.call('PUT', `/api/auth/tenants/${tenant.tenantId}/provisioningSources/${source}`, {
      token: admin,
      body: { deleteBehavior },
    });
  const gone = async (id: string) => {
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await scim(method, `/Users/${id}`)).status).toBe(404);
    expect((await find('userName eq "leaver"')).totalResults).toBe(0);
  };

  it('deactivates, and who is provided again is the same user', async () => {
    const { id } = await create('leaver', { externalId: 'L1' });
    await gone(id);
    expect((await account(id)).status).toBe('inactive');
    const back = await create('leaver', { externalId: 'L1', title: 'Back' });
    expect(back).toMatchObject({ id, active: true, title: 'Back' });
    expect((await account(id)).status).not.toBe('inactive');
  });

  it('deletes, which administrators can undo; the names are free', async () => {
    await setBehavior('delete');
    const { id } = await create('leaver');
    await gone(id);
    expect(await account(id)).toBeUndefined();
    const binned = await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/deletedUsers`, { token: admin });
    expect(binned.body.results).toMatchObject([{ uuid: id, userId: 'leaver' }]);
    const restore = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/deletedUsers/${id}/restore`, {
      token: admin,
      body: {},
    });
    expect(restore.status).toBe(200);
    expect((await account(id)).source).toBe('local');
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    expect((await scim('POST', '/Users', { userName: 'leaver' })).status).toBe(409);
  });

  it('keeps, and the organization manages the user', async () => {
    await setBehavior('keep');
    const { id } = await create('leaver');
    await gone(id);
    expect(await account(id)).toMatchObject({ source: 'local', status: 'registering' });
  });
});
