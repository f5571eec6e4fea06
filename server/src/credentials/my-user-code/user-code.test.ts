import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const read = (token: string) => app.call('GET', '/api/auth/me/userCode', { token });
const request = (token: string, userCode?: string) =>
  app.call('POST', '/api/auth/me/userCode/request', { token, body: userCode === undefined ? {} : { userCode } });
const remove = (token: string) => app.call('DELETE', '/api/auth/me/userCode', { token });
const withPolicy = (userCode: unknown) => makeTenant(app, { securityPolicy: { loginPolicy: { userCode } } });

describe('a PIN', () => {
  it('is made by the server, shown once, kept unreadable, and told of by mail without it', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    expect((await read(token)).body).toMatchObject({ enabled: true, assigned: false, issuedAt: null, minLength: 6 });
    const { status, body } = await request(token);
    expect([status, body.userCode]).toEqual([200, expect.stringMatching(/^[0-9]{6}$/)]);
    expect((await read(token)).body).toMatchObject({ assigned: true, issuedAt: expect.any(String) });
    expect((await app.call('GET', '/api/auth/me', { token })).body.userCodeAssigned).toBe(true);
    const { rows } = await app.owner.query('select * from users where uuid = $1', [user.uuid]);
    expect(rows[0].user_code_hash).toHaveLength(32);
    const logged = await app.owner.query('select changes from system_operation_log where operator_uuid = $1', [
      user.uuid,
    ]);
    expect(logged.rows).toEqual([{ changes: { userCode: {} } }]);
    const mails = await app.mails(user.mail);
    expect(mails.map(({ kind }) => kind)).toEqual(['pinIssued']);
    expect(mails[0]?.text).not.toContain(body.userCode);
    expect((await remove(token)).status).toBe(204);
    expect((await remove(token)).status).toBe(404);
    expect((await read(token)).body.assigned).toBe(false);
  });

  it('may be chosen where the policy lets people, and is unique in the tenant only', async () => {
    const [one, two] = [await signIn(app, await makeUser(app, tenant)), await signIn(app, await makeUser(app, tenant))];
    expect((await request(one.token, '48151623')).body).toEqual({ userCode: null });
    expect((await request(one.token, '48151623')).status).toBe(200);
    const taken = await request(two.token, '48151623');
    expect([taken.status, taken.body[0]]).toMatchObject([
      409,
      { message_id: 'duplicated_params_userCode', field: 'userCode' },
    ]);
    expect((await read(two.token)).body.assigned).toBe(false);
    const elsewhere = await signIn(app, await makeUser(app, await makeTenant(app)));
    expect((await request(elsewhere.token, '48151623')).status).toBe(200);
  });

  it('of twenty who choose the same at once, one has it', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => makeUser(app, tenant)));
    const tokens = await Promise.all(users.map(async (user) => (await signIn(app, user)).token));
    const answers = await Promise.all(tokens.map((token) => request(token, '27182818')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it('the server gives none that another holds, however many are taken', async () => {
    const narrow = await withPolicy({ minLength: 4, maxLength: 4 });
    const half = Array.from({ length: 5000 }, (_, n) => String(n).padStart(4, '0'));
    const hashes = half.map((pin) => app.tools.keyedHash('userCode', narrow.tenantId, pin));
    await app.owner.query(
      `insert into users (tenant_id, uuid, user_id, user_code_hash)
       select $1, gen_random_uuid(), 'holder-' || n, h from unnest($2::bytea[]) with ordinality as held (h, n)`,
      [narrow.tenantId, hashes],
    );
    const { token } = await signIn(app, await makeUser(app, narrow));
    const answer = await request(token);
    // Ten unlucky draws in a row happen once in a thousand runs, and are reported as `service_busy`.
    if (answer.status === 503) expect(answer.body[0].message_id).toBe('service_busy');
    else expect(half).not.toContain(answer.body.userCode);
  });

  it('is longer in a tenant of many users', async () => {
    const crowded = await withPolicy({ minLength: 4, maxLength: 6 });
    await app.owner.query('insert into user_counts (tenant_id, slot, users) values ($1, 999, 1000000)', [
      crowded.tenantId,
    ]);
    const { token } = await signIn(app, await makeUser(app, crowded));
    expect((await read(token)).body).toMatchObject({ minLength: 8, maxLength: 8 });
    expect((await request(token)).body.userCode).toMatch(/^[0-9]{8}$/);
    expect((await request(token, '123456')).body[0].message_id).toBe('invalid_params_user_code');
  });
});

describe('what is refused', () => {
  it.each([['12345'], ['1234567890123'], ['abcdef'], ['１２３４５６'], ['']])('%j', async (pin) => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    const answer = await request(token, pin);
    expect([answer.status, answer.body[0]]).toMatchObject([
      400,
      { message_id: 'invalid_params_user_code', field: 'userCode' },
    ]);
  });

  it('one’s own choice, or any PIN, where the tenant says so; letters where it allows them', async () => {
    const given = await signIn(app, await makeUser(app, await withPolicy({ allowUserEntry: false })));
    expect((await request(given.token, '123456')).body[0]).toMatchObject({
      message_id: 'forbidden',
      field: 'userCode',
    });
    expect((await request(given.token)).status).toBe(200);
    const none = await signIn(app, await makeUser(app, await withPolicy({ enabled: false })));
    expect((await request(none.token)).body[0].message_id).toBe('forbidden');
    const letters = await signIn(app, await makeUser(app, await withPolicy({ characters: 'alphanumeric' })));
    expect((await request(letters.token, 'abc123')).status).toBe(200);
  });

  it('guessing at the PINs of others by choosing them', async () => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => request(token, `31415${n + 10}`)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});
