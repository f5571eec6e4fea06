import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  signedIn = await signIn(app, admin);
});
afterAll(() => app.close());

const bulk = (body: Record<string, unknown>) =>
  app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/users`, { token: signedIn.token, body });
const fill = (prefix: string, many: number) =>
  app.owner.query(
    `insert into users (tenant_id, uuid, user_id, status) select $1, gen_random_uuid(), $2 || n, 'active' from generate_series(1, $3) n`,
    [tenant.tenantId, prefix, many],
  );
const count = async (where: string) =>
  (await app.owner.query(`select count(*)::int as n from users where tenant_id = $1 and ${where}`, [tenant.tenantId]))
    .rows[0].n;

it('does it to each, and tells who it could not be done to', async () => {
  const [one, two] = [await makeUser(app, tenant), await makeUser(app, tenant, { status: 'inactive' })];
  const stranger = await makeUser(app, await makeTenant(app), { userId: 'stranger' });
  const { token } = await signIn(app, one);
  const userIds = [one.userId.toUpperCase(), two.userId, admin.userId, stranger.userId, 'nobody'];
  const done = await bulk({ action: 'deactivate', userIds });
  expect(done.body).toEqual({
    matched: 5,
    changed: 1,
    unchanged: 1,
    failed: 3,
    failures: [
      { userId: 'stranger', message_id: 'not_found' },
      { userId: 'nobody', message_id: 'not_found' },
      { userId: admin.userId, message_id: 'own_account' },
    ],
    job: null,
  });
  expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(401);
  const log = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/systemOperation`, {
    token: signedIn.token,
    body: { targetType: 'user', targetId: one.uuid },
  });
  expect(log.body.results[0]).toMatchObject({
    operation: 'update',
    operatorUserId: admin.userId,
    changes: { status: { before: 'active', after: 'inactive' } },
  });
  expect((await bulk({ action: 'activate', userIds: [one.userId, two.userId] })).body).toMatchObject({
    changed: 2,
    failed: 0,
  });
  const again = await signIn(app, one);
  expect((await bulk({ action: 'signOut', userIds: [one.userId, two.userId] })).body).toMatchObject({
    changed: 1,
    unchanged: 1,
  });
  expect((await app.call('GET', '/api/auth/me', { token: again.token })).status).toBe(401);
});

it('mails each of those it changed once, as the act on one does, and nobody else', async () => {
  const [one, two, off] = [
    await makeUser(app, tenant),
    await makeUser(app, tenant),
    await makeUser(app, tenant, { status: 'inactive' }),
  ];
  const [alone, invited] = [await makeUser(app, tenant), await makeUser(app, tenant, { status: 'registering' })];
  // Nobody has confirmed it yet.
  await app.owner.query('update users set login_mail_address = null where uuid = $1', [invited.uuid]);
  for (const user of [one, alone]) await signIn(app, user);
  const all = [one, two, off, invited].map(({ userId }) => userId);
  const byHand = (action: string) =>
    app.call('POST', `/api/auth/tenants/${tenant.tenantId}/users/${alone.userId}/${action}`, {
      token: signedIn.token,
      body: {},
    });
  const mailed = async ({ mail }: TestUser) => (await app.mails(mail)).map(({ kind }) => kind);
  const news = async (act: () => Promise<unknown>) => {
    const users = [one, two, off, invited, alone];
    const before = await Promise.all(users.map(mailed));
    await act();
    const after = await Promise.all(users.map(mailed));
    return after.map((kinds, at) => kinds.slice(before[at]?.length));
  };
  const both = (action: string) =>
    news(async () => {
      expect((await bulk({ action, userIds: all })).body.failed).toBe(0);
      expect((await byHand(action)).status).toBe(200);
    });
  expect(await both('signOut')).toEqual([['sessionsEnded'], [], [], [], ['sessionsEnded']]);
  await signIn(app, one);
  const offs = ['userDeactivated'];
  expect(await both('deactivate')).toEqual([offs, offs, [], [], offs]);
  const ons = ['userActivated'];
  expect(await both('activate')).toEqual([ons, ons, ons, [], ons]);
  const [together, byItself] = await Promise.all(
    [one, alone].map(async ({ mail, userId }) => {
      const [, ...lines] = (await app.mails(mail)).at(-1)?.text.split('\n') ?? [];
      return lines.join('\n').replaceAll(userId, 'their ID');
    }),
  );
  expect(together).toContain('their ID');
  expect(together).toBe(byItself);
});

it('all that match: only when they are as many as the administrator was shown', async () => {
  await fill('batch-', 250);
  const condition = { userId: 'batch-' };
  expect((await bulk({ action: 'deactivate', condition, expectedCount: 249 })).body[0]).toMatchObject({
    message_id: 'conflict',
    field: 'expectedCount',
  });
  expect(await count("user_id like 'batch-%' and status = 'inactive'")).toBe(0);
  expect((await bulk({ action: 'deactivate', condition, expectedCount: 250 })).body).toMatchObject({
    matched: 250,
    changed: 250,
  });
  const unconfirmed = await bulk({ action: 'delete', condition, expectedCount: 250 });
  expect([unconfirmed.status, unconfirmed.body[0].field]).toEqual([400, 'confirmCount']);
  expect((await bulk({ action: 'delete', condition, expectedCount: 250, confirmCount: 25 })).status).toBe(400);
  expect((await bulk({ action: 'delete', condition, expectedCount: 250, confirmCount: 250 })).body).toMatchObject({
    changed: 250,
  });
  expect(await count("user_id like 'batch-%'")).toBe(0);
  expect((await bulk({ action: 'delete', condition, expectedCount: 0 })).body).toMatchObject({
    matched: 0,
    changed: 0,
  });
  expect((await bulk({ action: 'delete', condition, expectedCount: 1_000_001 })).body[0].message_id).toBe(
    'exceeded_users',
  );
});

it('everybody at once leaves out whoever has it done', async () => {
  await fill('rest-', 20);
  const all = await count('true');
  const done = await bulk({ action: 'delete', condition: {}, expectedCount: all, confirmCount: all });
  expect(done.body).toMatchObject({
    matched: all,
    changed: all - 1,
    failures: [{ userId: admin.userId, message_id: 'own_account' }],
  });
  expect(await count('true')).toBe(1);
});

it.each([
  [{ action: 'delete' }, 'userIds'],
  [{ action: 'delete', userIds: [] }, 'userIds'],
  [{ action: 'delete', userIds: ['a', 'A'] }, 'userIds'],
  [{ action: 'delete', userIds: ['a'], condition: {}, expectedCount: 1 }, 'userIds'],
  [{ action: 'delete', condition: {} }, 'expectedCount'],
  [{ action: 'promote', userIds: ['a'] }, 'action'],
  [{ action: 'delete', userIds: Array.from({ length: 1001 }, (_, at) => `u${at}`) }, 'userIds'],
])('%j is refused', async (body, field) => {
  const refused = await bulk(body);
  expect([refused.status, refused.body[0].message_id, refused.body[0].field]).toEqual([400, 'invalid_params', field]);
});
