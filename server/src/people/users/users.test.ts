import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import {
  makeTenant,
  makeUser,
  PASSWORD,
  type SignedIn,
  signIn,
  type TestTenant,
  type TestUser,
} from '#test/factories.ts';
import { exchangeCodeIn } from '#test/mailed-links.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let signedIn: SignedIn;
let count = 0;

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  signedIn = await signIn(app, admin);
});
afterAll(() => app.close());

const base = (tenantId = tenant.tenantId) => `/api/auth/tenants/${tenantId}`;
const call = (method: string, path: string, body?: unknown) =>
  app.call(method, base() + path, { token: signedIn.token, body });
const create = (body: Record<string, unknown>) => call('POST', '/users', body);
const newId = () => `new-${++count}`;
const history = async (uuid: string) =>
  (await call('POST', '/operations/search/logs/systemOperation', { targetType: 'user', targetId: uuid })).body;
const makeGroup = async (groupId: string, of = tenant) => {
  const sql = 'insert into groups (tenant_id, uuid, group_id, name) values ($1, gen_random_uuid(), $2, $3)';
  await app.owner.query(sql, [of.tenantId, groupId, `Group ${groupId}`]);
};

describe('a new user', () => {
  it('has everything given, and the log says what', async () => {
    await makeGroup('Sales');
    const userId = newId();
    const given = {
      userId,
      familyName: '山田',
      givenName: '太郎',
      status: 'active',
      roles: ['User', 'PowerUser', 'User'],
      department: '営業部',
      location: '東京本社',
      description: 'first line\nsecond',
      locale: 'ja',
      timezone: 'Asia/Tokyo',
      mailAddresses: ['a@x.example', 'b@x.example'],
      extensionAttributes: { extensionAttribute1: 'E-1', extensionAttribute15: 'E-15', extensionAttribute2: '' },
      groups: [{ groupId: 'sALES' }],
    };
    const made = await create(given);
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      ...given,
      roles: ['User', 'PowerUser'],
      extensionAttributes: { extensionAttribute1: 'E-1', extensionAttribute15: 'E-15' },
      groups: [{ groupId: 'Sales', name: 'Group Sales' }],
      loginMailAddress: null,
      passwordAssigned: false,
      source: 'local',
      readOnlyFields: [],
    });
    expect((await call('GET', `/users/${userId.toUpperCase()}`)).body).toEqual({ ...made.body, permittedServices: [] });
    const { results, totalResults } = await history(made.body.uuid);
    expect(totalResults).toBe(1);
    expect(results[0]).toMatchObject({
      operation: 'create',
      operatorUserId: admin.userId,
      targetId: made.body.uuid,
      changes: { familyName: { after: '山田' }, groups: { after: ['Sales'] } },
    });
  });

  it('is answered as it is read afterwards', async () => {
    const plain = {
      userId: newId(),
      mailAddresses: ['b@x.example'],
      extensionAttributes: { extensionAttribute4: 'four' },
    };
    const made = await create(plain);
    expect((await call('GET', `/users/${plain.userId}`)).body).toEqual({ ...made.body, permittedServices: [] });
  });

  it('with a password signs in and must choose another; the address waits for its confirmation', async () => {
    const userId = newId();
    const mail = `${userId}@people.example`;
    const made = await create({ userId, status: 'active', password: PASSWORD, loginMailAddress: mail });
    expect(made.body).toMatchObject({
      passwordAssigned: true,
      mustChangePassword: true,
      nextLoginMailAddress: mail,
      loginMailAddress: null,
    });
    const login = (credentials: string, type: string) =>
      app.call('POST', '/api/auth/login/user', {
        body: { type, tenantId: tenant.tenantId, credentials, password: PASSWORD },
      });
    expect((await login(userId, 'userId')).body.status).toBe('passwordExpired');
    expect((await login(mail, 'loginMailAddress')).status).toBe(401);
    const [confirmation] = await app.mails(mail);
    expect(confirmation?.kind).toBe('loginMailAddressConfirmation');
    const exchangeCode = exchangeCodeIn(confirmation!);
    expect((await app.call('POST', '/api/account/confirmLoginMailAddress', { body: { exchangeCode } })).status).toBe(
      200,
    );
    expect((await login(mail, 'loginMailAddress')).body.status).toBe('passwordExpired');
    const { rows } = await app.owner.query('select changes::text from system_operation_log where target_id = $1', [
      made.body.uuid,
    ]);
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  });

  it('who is invited registers, and the address is then the one to sign in with', async () => {
    const userId = newId();
    const mail = `${userId}@people.example`;
    const made = await create({ userId, loginMailAddress: mail, invite: true });
    expect(made.body).toMatchObject({ status: 'registering', nextLoginMailAddress: mail });
    const [first] = await app.mails(mail);
    const again = await call('POST', `/users/${userId}/sendInvitation`);
    expect(again.status).toBe(200);
    // The first had not left yet, and does not any more.
    const [second, ...others] = await app.mails(mail);
    expect(others).toEqual([]);
    const exchange = (mailed: NonNullable<typeof first>) =>
      app.call('POST', '/api/account/temporaryCode/exchange', { body: { exchangeCode: exchangeCodeIn(mailed) } });
    expect((await exchange(first!)).status).toBe(410);
    const { temporaryCode } = (await exchange(second!)).body;
    expect(
      (await app.call('PUT', '/api/account/me', { body: { temporaryCode, userInfo: { password: PASSWORD } } })).status,
    ).toBe(204);
    expect((await call('GET', `/users/${userId}`)).body).toMatchObject({
      status: 'active',
      loginMailAddress: mail,
      nextLoginMailAddress: null,
    });
    expect((await call('POST', `/users/${userId}/sendInvitation`)).body[0].message_id).toBe('conflict');
  });

  it.each([
    [{ userId: '-x' }, 'userId'],
    [{ userId: 'x', invite: true }, 'loginMailAddress'],
    [{ userId: 'x', password: PASSWORD }, 'password'],
    [{ userId: 'x', roles: [] }, 'roles'],
    [{ userId: 'x', roles: ['Root'] }, 'roles.0'],
    [{ userId: 'x', status: 'locked' }, 'status'],
    [{ userId: 'x', source: 'scim' }, 'source'],
    [{ userId: 'x', uuid: '0' }, 'uuid'],
    [{ userId: 'x', tenantId: 'other' }, 'tenantId'],
    [{ userId: 'x', passwordAssigned: true }, 'passwordAssigned'],
    [{ userId: 'x', extensionAttributes: { extensionAttribute16: 'x' } }, 'extensionAttribute16'],
    [{ userId: 'x', mailAddresses: ['a@b.example', 'A@b.example'] }, 'mailAddresses'],
    [{ userId: 'x', groups: [{ groupId: 'a' }, { groupId: 'A' }] }, 'groups'],
    [{ userId: 'x', familyName: 'a\nb' }, 'familyName'],
  ])('%j is refused', async (body, field) => {
    const refused = await create(body);
    expect([refused.status, refused.body[0].message_id, refused.body[0].field]).toEqual([400, 'invalid_params', field]);
  });

  it('no two have a user id or a login mail address, and nothing half made is left', async () => {
    const other = await makeUser(app, tenant);
    const taken = await create({ userId: other.userId.toUpperCase() });
    expect([taken.status, taken.body[0]]).toMatchObject([
      409,
      { message_id: 'duplicated_params_userId', field: 'userId' },
    ]);
    const userId = newId();
    const mail = await create({ userId, status: 'active', loginMailAddress: other.mail.toUpperCase() });
    const refused = { message_id: 'duplicated_params_loginMailAddress', field: 'loginMailAddress' };
    expect([mail.status, mail.body[0]]).toMatchObject([409, refused]);
    const elsewhere = await makeTenant(app);
    await makeGroup('theirs', elsewhere);
    const group = await create({ userId, groups: [{ groupId: 'sales' }, { groupId: 'theirs' }] });
    expect(group.body[0]).toMatchObject({ message_id: 'invalid_params_groups.groupId', field: 'groups.1.groupId' });
    expect((await create({ userId, status: 'active', password: 'password1' })).body[0]).toMatchObject({
      field: 'password',
    });
    expect((await call('GET', `/users/${userId}`)).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ userId })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ status }) => status))).toEqual(new Set([409]));
  });
});

describe('a change', () => {
  it('touches only what is given, and the log has before and after', async () => {
    const user = await makeUser(app, tenant);
    await makeGroup('one');
    await makeGroup('two');
    const path = `/users/${user.userId}`;
    const before = (await call('GET', path)).body;
    await call('PUT', path, { groups: [{ groupId: 'one' }], extensionAttributes: { extensionAttribute3: 'three' } });
    const changed = await call('PUT', path, {
      department: 'Legal',
      groups: [{ groupId: 'two' }],
      mailAddresses: ['z@z.example'],
    });
    const { updatedAt: _, permittedServices: __, ...rest } = before;
    expect(changed.body).toMatchObject({
      ...rest,
      department: 'Legal',
      groups: [{ groupId: 'two' }],
      mailAddresses: ['z@z.example'],
      extensionAttributes: { extensionAttribute3: 'three' },
    });
    const log = await history(user.uuid);
    expect(log.results[0].changes).toEqual({
      department: { before: '', after: 'Legal' },
      groups: { before: ['one'], after: ['two'] },
      mailAddresses: { before: [], after: ['z@z.example'] },
    });
    expect((await call('PUT', path, { department: 'Legal' })).status).toBe(200);
    expect((await history(user.uuid)).totalResults).toBe(log.totalResults);
    const page = await call('POST', '/operations/search/logs/systemOperation', {
      targetType: 'user',
      targetId: user.uuid,
      count: 1,
    });
    const next = { targetType: 'user', targetId: user.uuid, count: 1, cursor: page.body.next };
    const second = await call('POST', '/operations/search/logs/systemOperation', next);
    expect(second.body.results[0].id).toBe(log.results[1].id);
  });

  it('of the role is in force at once; more rights come with the next token', async () => {
    const user = await makeUser(app, tenant, { roles: ['PowerUser'] });
    const { token } = await signIn(app, user);
    const look = (by: string) => app.call('GET', `${base()}/users/${user.userId}`, { token: by });
    expect((await look(token)).status).toBe(200);
    await call('PUT', `/users/${user.userId}`, { roles: ['User'] });
    expect((await look(token)).status).toBe(403);
    await call('PUT', `/users/${user.userId}`, { roles: ['PowerUser'] });
    expect((await look((await signIn(app, user)).token)).status).toBe(200);
  });

  it('of the login mail address waits, can be given up, and taken away', async () => {
    const user = await makeUser(app, tenant);
    const path = `/users/${user.userId}`;
    const mail = `next-${user.userId}@people.example`;
    expect((await call('PUT', path, { loginMailAddress: mail })).body).toMatchObject({
      loginMailAddress: user.mail,
      nextLoginMailAddress: mail,
    });
    const [mailed] = await app.mails(mail);
    expect((await call('PUT', path, { nextLoginMailAddress: null })).body.nextLoginMailAddress).toBeNull();
    const confirmed = await app.call('POST', '/api/account/confirmLoginMailAddress', {
      body: { exchangeCode: exchangeCodeIn(mailed!) },
    });
    expect(confirmed.status).toBe(410);
    expect((await call('PUT', path, { loginMailAddress: null })).body.loginMailAddress).toBeNull();
    const taken = await call('PUT', path, { loginMailAddress: admin.mail });
    expect(taken.body[0].message_id).toBe('duplicated_params_loginMailAddress');
  });

  it.each([
    'roles',
    'status',
    'verified',
    'tenantId',
    'passwordAssigned',
    'mfaStatus',
    'uuid',
    'userId',
    'source',
    'password',
  ])('does not reach %s by another name or value', async (field) => {
    const user = await makeUser(app, tenant);
    const refused = await call('PUT', `/users/${user.userId}`, { [field]: 'PowerUser' });
    expect([refused.status, refused.body[0].message_id]).toEqual([400, 'invalid_params']);
  });

  it('of a field that the source keeps is refused with its name; of others it is not', async () => {
    const user = await makeUser(app, tenant);
    await app.owner.query("update users set source = 'scim' where uuid = $1", [user.uuid]);
    const path = `/users/${user.userId}`;
    expect((await call('GET', path)).body.readOnlyFields).toContain('department');
    for (const [field, value] of Object.entries({
      familyName: 'X',
      department: 'X',
      loginMailAddress: 'x@x.example',
    })) {
      const refused = await call('PUT', path, { [field]: value });
      expect([refused.status, refused.body[0]]).toEqual([
        403,
        expect.objectContaining({ message_id: 'forbidden', field }),
      ]);
    }
    expect((await call('PUT', path, { familyName: 'Tester', description: 'ok', roles: ['User'] })).status).toBe(200);
  });
});

describe('a deleted user', () => {
  it('is out at once, and the id made again finds nothing old', async () => {
    const user = await makeUser(app, tenant);
    await call('PUT', `/users/${user.userId}`, { groups: [{ groupId: 'one' }], mailAddresses: ['old@x.example'] });
    const { token, cookie, refreshToken } = await signIn(app, user);
    expect((await call('DELETE', `/users/${user.userId}`)).status).toBe(204);
    expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(401);
    const refresh = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'portal',
      refresh_token: refreshToken,
    });
    expect((await fetch(`${app.url}/api/auth/oauth/provider/token`, { method: 'POST', body: refresh })).ok).toBe(false);
    expect((await call('GET', `/users/${user.userId}`)).status).toBe(404);
    const again = await create({
      userId: user.userId,
      status: 'active',
      password: PASSWORD,
      mustChangePassword: false,
    });
    expect(again.body).toMatchObject({
      groups: [],
      mailAddresses: [],
      totp: [],
      openSessions: 0,
      loginMailAddress: null,
    });
    expect(again.body.uuid).not.toBe(user.uuid);
    expect((await history(again.body.uuid)).totalResults).toBe(1);
    expect((await app.call('GET', '/api/auth/me', { token, cookie })).status).toBe(401);
    expect((await history(user.uuid)).results[0].changes).toMatchObject({ userId: { before: user.userId } });
  });
});

describe('who may', () => {
  it('another tenant’s users and ids answer like unknown ones', async () => {
    const other = await makeTenant(app);
    const stranger = await makeUser(app, other);
    const theirs = (method: string, path: string, body?: unknown) =>
      app.call(method, base(other.tenantId) + path, { token: signedIn.token, body });
    expect((await theirs('GET', `/users/${stranger.userId}`)).status).toBe(404);
    expect((await theirs('POST', '/users', { userId: 'x' })).status).toBe(404);
    expect((await theirs('POST', '/operations/users', { action: 'delete', userIds: [stranger.userId] })).status).toBe(
      404,
    );
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const body = method === 'PUT' ? {} : undefined;
      expect((await call(method, `/users/${stranger.userId}`, body)).status).toBe(404);
    }
    expect((await history(stranger.uuid)).totalResults).toBe(0);
    const { rows } = await app.owner.query('select status from users where uuid = $1', [stranger.uuid]);
    expect(rows).toEqual([{ status: 'active' }]);
  });
});

describe('the count', () => {
  it('follows every way of making and removing users', async () => {
    const own = await makeTenant(app);
    const one = await makeUser(app, own, { roles: ['PowerUser'] });
    const { token } = await signIn(app, one);
    const total = async () => (await app.call('GET', `${base(own.tenantId)}/users`, { token })).body.totalResults;
    expect(await total()).toBe(1);
    const ids = Array.from({ length: 30 }, (_, at) => `many-${at}`);
    const made = await Promise.all(
      ids.map((userId) => app.call('POST', `${base(own.tenantId)}/users`, { token, body: { userId } })),
    );
    expect(made.every(({ status }) => status === 200)).toBe(true);
    expect(await total()).toBe(31);
    const body = { action: 'delete', userIds: ids.slice(0, 20) };
    expect((await app.call('POST', `${base(own.tenantId)}/operations/users`, { token, body })).body.changed).toBe(20);
    await app.owner.query("delete from users where tenant_id = $1 and user_id = 'many-29'", [own.tenantId]);
    expect(await total()).toBe(10);
  });
});
