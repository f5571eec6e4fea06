import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  signedIn = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
});
afterAll(() => app.close());

const path = (user: Pick<TestUser, 'tenantId' | 'userId'>, rest: string) =>
  `/api/auth/tenants/${user.tenantId}/users/${user.userId}/${rest}`;
const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', user: TestUser, rest: string, body?: object) =>
  app.call(method, path(user, rest), { token: signedIn.token, ...(body && { body }) });
const add = (user: TestUser, number: string, type = 'card', deviceType = 'PorticoMfp') =>
  ask('POST', user, 'onpremiseAccounts', { deviceType, type, number });
const read = async (user: TestUser) => (await ask('GET', user, 'deviceLogin')).body;
const kindsOf = async (user: TestUser) => (await app.mails(user.mail)).map(({ kind }) => kind).sort();
const logOf = async (user: TestUser) => {
  const question = 'select changes from system_operation_log where target_id = $1 order by at, id';
  return (await app.owner.query(question, [user.uuid])).rows.map(({ changes }) => changes);
};

describe('the PIN of a user', () => {
  it('is issued and shown once, replaced, removed; the user hears of it without the PIN', async () => {
    const user = await makeUser(app, tenant);
    expect((await read(user)).userCode).toMatchObject({ enabled: true, assigned: false, minLength: 6 });
    const issued = await ask('POST', user, 'userCode/request', {});
    expect([issued.status, issued.body.userCode]).toEqual([200, expect.stringMatching(/^[0-9]{6}$/)]);
    expect((await ask('POST', user, 'userCode/request', { userCode: '86753091' })).body).toEqual({ userCode: null });
    expect((await read(user)).userCode).toMatchObject({ assigned: true, issuedAt: expect.any(String) });
    expect((await ask('DELETE', user, 'userCode')).status).toBe(204);
    expect((await ask('DELETE', user, 'userCode')).status).toBe(404);
    expect(await kindsOf(user)).toEqual(['pinIssued', 'pinIssued', 'pinRemoved']);
    expect(await logOf(user)).toEqual([{ userCode: {} }, { userCode: {} }, { userCode: {} }]);
    for (const { text } of await app.mails(user.mail)) {
      expect(text).not.toContain('86753091');
      expect(text).not.toContain(issued.body.userCode);
    }
  });

  it('is one that nobody else has, of the tenant’s form, and only where the tenant uses any', async () => {
    const [one, two] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    await ask('POST', one, 'userCode/request', { userCode: '11223344' });
    const refused = async (userCode: string) =>
      (await ask('POST', two, 'userCode/request', { userCode })).body[0]?.message_id;
    expect(await refused('11223344')).toBe('duplicated_params_userCode');
    for (const wrong of ['123', 'abcdefgh', '１２３４５６', ''])
      expect(await refused(wrong)).toBe('invalid_params_user_code');
    expect((await read(two)).userCode.assigned).toBe(false);
    const policy = {
      securityPolicy: { loginPolicy: { userCode: { enabled: false }, onpremiseId: { enabled: false } } },
    };
    const without = await makeTenant(app, policy);
    const admin = await makeUser(app, without, { roles: ['PowerUser'] });
    const { token } = await signIn(app, admin);
    const pin = await app.call('POST', path(admin, 'userCode/request'), { token, body: {} });
    expect([pin.status, pin.body[0].message_id]).toEqual([403, 'forbidden']);
    const body = { deviceType: 'PorticoMfp', type: 'card', number: '12345678' };
    const card = await app.call('POST', path(admin, 'onpremiseAccounts'), { token, body });
    expect([card.status, card.body[0].message_id]).toEqual([403, 'forbidden']);
  });
});

describe('cards and on-premise accounts of a user', () => {
  it('are added, replaced in their place, removed, told of by mail and kept unreadable', async () => {
    const user = await makeUser(app, tenant);
    const first = await add(user, '01:2e-4c 5f 9a7b');
    expect(first.body.onpremiseAccounts).toMatchObject([{ type: 'card', index: 1, hint: '9A7B' }]);
    await add(user, 'cafe0001');
    expect((await add(user, 'taro.yamada', 'mfp_address_book')).status).toBe(200);
    const { uuid } = first.body.onpremiseAccounts[0];
    const replaced = await ask('PUT', user, `onpremiseAccounts/${uuid}`, { number: 'beef-0009' });
    expect(replaced.body.onpremiseAccounts[0]).toMatchObject({ uuid, index: 1, hint: '0009' });
    expect((await ask('DELETE', user, `onpremiseAccounts/${uuid}`)).status).toBe(204);
    expect((await ask('DELETE', user, `onpremiseAccounts/${uuid}`)).status).toBe(404);
    expect((await read(user)).accounts).toMatchObject([
      { type: 'card', index: 2, hint: '0001' },
      { type: 'mfp_address_book', index: 1, hint: 'MADA' },
    ]);
    expect(await kindsOf(user)).toEqual([
      ...['cardAdded', 'cardAdded', 'cardAdded', 'cardRemoved', 'cardRemoved', 'deviceAccountAdded'],
    ]);
    const log = JSON.stringify(await logOf(user));
    expect(log).toContain('"index":1');
    expect(log).not.toMatch(/9A7B|CAFE0001|BEEF0009|yamada/i);
  });

  it('are ten cards a device type at most and one address book’s entry, each of one person', async () => {
    const [one, two] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => add(one, `AB${1000 + at}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect((await add(one, 'first', 'address_book', 'PorticoIwb')).status).toBe(200);
    expect((await add(one, 'second', 'address_book', 'PorticoIwb')).body[0].message_id).toBe('exceeded_cards');
    const taken = await add(two, 'FIRST', 'address_book', 'PorticoIwb');
    expect(taken.body[0]).toMatchObject({ message_id: 'duplicated_params_onpremiseAccounts', field: 'number' });
    const there = (await read(one)).accounts.find(({ type }: { type: string }) => type === 'card');
    const foreign = await ask('PUT', two, `onpremiseAccounts/${there.uuid}`, { number: 'EE2000' });
    expect(foreign.status).toBe(404);
    await add(one, 'CC-3000', 'card', 'PorticoCB');
    const third = (await add(two, 'CC3001', 'card', 'PorticoCB')).body.onpremiseAccounts[0];
    const used = await ask('PUT', two, `onpremiseAccounts/${third.uuid}`, { number: 'cc3000' });
    expect(used.body[0]).toMatchObject({ message_id: 'duplicated_params_onpremiseAccounts', field: 'number' });
  });

  it.each([
    ['deviceType', { deviceType: 'PorticoTheta', type: 'card', number: '12345678' }],
    ['type', { deviceType: 'PorticoMfp', type: 'address_book', number: 'taro' }],
    ['type', { deviceType: 'PorticoMfp', type: 'totp', number: '12345678' }],
    ['number', { deviceType: 'PorticoMfp', type: 'card', number: '123' }],
    ['number', { deviceType: 'PorticoMfp', type: 'card', number: '1234\u0000' }],
    ['number', { deviceType: 'PorticoMfp', type: 'mfp_address_book', number: 'ta ro' }],
    ['hint', { deviceType: 'PorticoMfp', type: 'card', number: '12345678', hint: '1' }],
  ])('what is wrong with %s is said: %j', async (field, body) => {
    const answer = await ask('POST', await makeUser(app, tenant), 'onpremiseAccounts', body);
    expect([answer.status, answer.body[0]]).toMatchObject([400, { message_id: 'invalid_params', field }]);
  });

  it.each([
    ['PIN', 'userCode/request', {}],
    ['card', 'onpremiseAccounts', { deviceType: 'PorticoMfp', type: 'card', number: 'DD-0042' }],
  ])('a %s is not given to whoever is deleted meanwhile', async (_, rest, body) => {
    const user = await makeUser(app, tenant);
    const deleting = await app.owner.connect();
    await deleting.query('begin');
    await deleting.query('delete from users where uuid = $1', [user.uuid]);
    const asked = ask('POST', user, rest, body);
    const waiting = () =>
      app.owner.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
    await expect.poll(async () => (await waiting()).rowCount, patiently).toBe(1);
    await deleting.query('commit');
    deleting.release();
    const answer = await asked;
    expect([answer.status, answer.body[0].message_id]).toEqual([404, 'not_found']);
    expect(await logOf(user)).toEqual([]);
  });

  it('another tenant’s user and card answer like unknown ones', async () => {
    const elsewhere = await makeTenant(app);
    const stranger = await makeUser(app, elsewhere, { userId: 'stranger' });
    const admin = await signIn(app, await makeUser(app, elsewhere, { roles: ['PowerUser'] }));
    const body = { deviceType: 'PorticoMfp', type: 'card', number: 'FF990011' };
    const theirs = await app.call('POST', path(stranger, 'onpremiseAccounts'), { token: admin.token, body });
    const { uuid } = theirs.body.onpremiseAccounts[0];
    const here = { ...stranger, tenantId: tenant.tenantId };
    const own = await makeUser(app, tenant);
    const answers = [
      await ask('GET', here, 'deviceLogin'),
      await ask('POST', here, 'userCode/request', {}),
      await ask('POST', here, 'onpremiseAccounts', body),
      await ask('DELETE', own, `onpremiseAccounts/${uuid}`),
      await ask('PUT', own, `onpremiseAccounts/${uuid}`, { number: '12345678' }),
    ];
    for (const { status, body: answer } of answers) expect([status, answer[0].message_id]).toEqual([404, 'not_found']);
  });
});
