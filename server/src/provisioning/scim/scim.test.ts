import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { ENTERPRISE, ERROR, GROUP, LIST, USER, idsOf, makeScim, type SourceOfTest } from '#test/scim.ts';

/** SCIM from outside: what Entra ID and Okta really send, versions, and deleting. */

let app: TestApp;
let tenant: SourceOfTest['tenant'];
let admin: SourceOfTest['admin'];
let source: SourceOfTest['source'];
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
  ({ tenant, admin, source, scim, create, patch, find, account } = await makeScim(app));
});

const proveDomain = (domain: string) =>
  app.owner.query(
    `insert into email_domains (tenant_id, uuid, domain, proof_value, proven_at, created_at)
     values ($1, gen_random_uuid(), $2, 'x', now(), now())`,
    [tenant.tenantId, domain],
  );

describe('discovery', () => {
  it('tells what is there', async () => {
    const config = await scim('GET', '/ServiceProviderConfig');
    expect(config.headers.get('content-type')).toContain('application/scim+json');
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: true, maxOperations: 10_000, maxPayloadSize: 16 * 1024 * 1024 },
      etag: { supported: true },
    });
    expect(idsOf((await scim('GET', '/Schemas')).body)).toEqual([USER, ENTERPRISE, GROUP]);
    expect((await scim('GET', `/Schemas/${ENTERPRISE}`)).body.name).toBe('EnterpriseUser');
    expect(idsOf((await scim('GET', '/ResourceTypes')).body)).toEqual(['User', 'Group']);
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

  it('adds to a list what is not in it yet, in whatever order it is written', async () => {
    const { id } = await create(undefined, { phoneNumbers: [{ type: 'work', value: '1' }] });
    const value = [
      { value: '1', type: 'work' },
      { value: '1', type: 'home' },
    ];
    const { body } = await patch(
      id,
      { op: 'add', path: 'phoneNumbers', value },
      { op: 'add', value: { phoneNumbers: value } },
    );
    expect(body.phoneNumbers).toEqual([
      { type: 'work', value: '1' },
      { type: 'home', value: '1' },
    ]);
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

  it('of who is inactive already, the log tells it too', async () => {
    const { id } = await create('leaver', { active: false });
    await gone(id);
    const { rows } = await app.owner.query(
      `select action, type from system_operation_log where target_id = $1 and status = 'success' order by at`,
      [id],
    );
    expect(rows.slice(1)).toEqual([{ action: 'DELETE /api/auth/scim/v2/Users/{id}', type: 'user.deactivated' }]);
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
