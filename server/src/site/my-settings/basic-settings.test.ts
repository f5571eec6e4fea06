import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
let signed: SignedIn;
const put = (body: unknown, token = signed.token) => app.call('PUT', '/api/auth/me', { token, body });

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  user = await makeUser(app, tenant);
  signed = await signIn(app, user);
});
afterAll(() => app.close());

describe('what a person changes', () => {
  it('is stored, answered and written to the log with before and after', async () => {
    const body = {
      familyName: '山田',
      givenName: 'Taro',
      locale: 'ja',
      timezone: 'Asia/Tokyo',
      mailAddresses: ['one@example.com', 'Two@example.com'],
      appExtension: { hiddenNavigation1: 'app-1,app-2' },
    };
    const changed = await put(body);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject(body);
    const me = await app.call('GET', '/api/auth/me', { token: signed.token });
    expect(me.body).toMatchObject(body);
    const { rows } = await app.owner.query(
      "select * from system_operation_log where operator_uuid = $1 and action = 'PUT /api/auth/me' order by at desc limit 1",
      [user.uuid],
    );
    expect(rows[0]).toMatchObject({ operation: 'update', target_type: 'user', target_id: user.uuid });
    expect(rows[0].changes.familyName).toEqual({ before: 'Tester', after: '山田' });
    expect(rows[0].changes.mailAddresses.after).toEqual(body.mailAddresses);
  });

  it('leaves what is not given as it was; null is the tenant’s own', async () => {
    const changed = await put({ locale: null, appExtension: { hiddenNavigation2: 'app-9' } });
    expect(changed.body).toMatchObject({
      locale: null,
      timezone: 'Asia/Tokyo',
      givenName: 'Taro',
      mailAddresses: ['one@example.com', 'Two@example.com'],
      appExtension: { hiddenNavigation1: 'app-1,app-2', hiddenNavigation2: 'app-9' },
    });
  });

  it('reads legacy time zones as the canonical ones', async () => {
    expect((await put({ timezone: 'Asia/Calcutta' })).body.timezone).toBe('Asia/Kolkata');
  });

  it('stays whole when changed twenty times at once', async () => {
    const lists = Array.from({ length: 20 }, (_, n) => [`a${n}@example.com`, `b${n}@example.com`]);
    const answers = await Promise.all(lists.map((mailAddresses) => put({ mailAddresses })));
    expect(answers.map(({ status }) => status)).toEqual(lists.map(() => 200));
    const me = await app.call('GET', '/api/auth/me', { token: signed.token });
    expect(lists).toContainEqual(me.body.mailAddresses);
  });
});

describe('what is refused', () => {
  const eleven = Array.from({ length: 11 }, (_, n) => `a${n}@example.com`);
  const ids = Array.from({ length: 11 }, (_, n) => `a${n}`).join(',');
  it.each<[string, unknown]>([
    ['roles', { roles: ['PowerUser'] }],
    ['status', { status: 'active' }],
    ['userId', { userId: 'root' }],
    ['tenantId', { tenantId: 'annex' }],
    ['passwordAssigned', { passwordAssigned: false }],
    ['mfaStatus', { mfaStatus: { enabled: false } }],
    ['loginMailAddress', { loginMailAddress: 'new@example.com' }],
    ['source', { source: 'scim' }],
    ['department', { department: 'Board' }],
    ['familyName', { familyName: 'x'.repeat(129) }],
    ['familyName', { familyName: 'a\u0000b' }],
    ['givenName', { givenName: 'a\u202e' }],
    ['locale', { locale: 'xx' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['mailAddresses', { mailAddresses: eleven }],
    ['mailAddresses', { mailAddresses: ['a@example.com', 'A@example.com'] }],
    ['mailAddresses.0', { mailAddresses: ['no address'] }],
    ['appExtension.hiddenNavigation1', { appExtension: { hiddenNavigation1: ids } }],
    ['appExtension.hiddenNavigation1', { appExtension: { hiddenNavigation1: 'a,a' } }],
    ['isAdmin', { appExtension: { isAdmin: true } }],
  ])('%s: %j', async (field, body) => {
    const answer = await put(body);
    expect(answer.status).toBe(400);
    expect(answer.body[0]).toMatchObject({ message_id: 'invalid_params', field });
  });

  it('names and addresses of an account from elsewhere; the rest is the person’s own', async () => {
    const other = await makeUser(app, tenant);
    await app.owner.query("update users set source = 'scim' where uuid = $1", [other.uuid]);
    const { token } = await signIn(app, other);
    for (const [field, value] of [
      ['familyName', 'New'],
      ['givenName', 'New'],
      ['mailAddresses', ['new@example.com']],
    ] as const) {
      const answer = await put({ [field]: value, locale: 'de' }, token);
      expect([answer.status, answer.body[0]]).toMatchObject([403, { message_id: 'forbidden', field }]);
    }
    const allowed = await put({ familyName: 'Tester', locale: 'de' }, token);
    expect([allowed.status, allowed.body.locale]).toEqual([200, 'de']);
  });
});
