import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdministered } from '#test/administrator.ts';
import type { TestApp } from '#test/app.ts';
import { makeUser, PASSWORD, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { carryOut, preview } from '#test/imports.ts';
import { makeClient, tokensFor } from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let signedIn: SignedIn;
beforeAll(async () => {
  ({ app, tenant, signedIn } = await startAdministered({
    shared: 'with jobs',
    securityPolicy: { sessionPolicy: { idleMinutes: 60, absoluteMinutes: 600 } },
  }));
  await app.owner.query(
    `insert into groups (tenant_id, uuid, group_id, name) select $1, gen_random_uuid(), g, g from unnest('{Sales,TOKYO}'::text[]) g`,
    [tenant.tenantId],
  );
  await app.startWorker();
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: signedIn.token, body });
const act = (user: Pick<TestUser, 'userId'>, action: string) => call('POST', `/users/${user.userId}/${action}`);
const rowsOf = async (uuid: string) => {
  const question = 'select operation, changes from system_operation_log where target_id = $1 order by at desc, id desc';
  return (await app.owner.query(question, [uuid])).rows as { operation: string; changes: Record<string, unknown> }[];
};
const lastOf = async (uuid: string) => (await rowsOf(uuid))[0]?.changes;

/** Somebody with something in every field, and an address that waits besides the one to sign in with. */
async function makeFull(userId: string) {
  const given = {
    userId,
    status: 'active',
    familyName: '山田',
    givenName: '太郎',
    roles: ['User'],
    department: 'IT',
    location: 'Osaka',
    description: 'note',
    locale: 'ja',
    timezone: 'Asia/Tokyo',
    mailAddresses: [`${userId}@more.example`],
    extensionAttributes: { extensionAttribute2: 'two' },
  };
  const groups = [{ groupId: 'sales' }, { groupId: 'tokyo' }];
  const made = await call('POST', '/users', { ...given, groups, loginMailAddress: `${userId}@wait.example` });
  expect(made.status).toBe(200);
  await app.owner.query('update users set login_mail_address = $2 where uuid = $1', [
    made.body.uuid,
    `${userId}@x.example`,
  ]);
  return { uuid: made.body.uuid as string, userId, given };
}

describe('groups and the address that waits', () => {
  it('of a new user are logged by the groups’ own ids, and as what waits', async () => {
    const { uuid, given } = await makeFull('made');
    const after = { ...given, groups: ['Sales', 'TOKYO'], nextLoginMailAddress: 'made@wait.example' };
    expect(await lastOf(uuid)).toEqual(
      Object.fromEntries(Object.entries(after).map(([field, value]) => [field, { after: value }])),
    );
  });

  it('of a change too, by whatever way', async () => {
    const { uuid, userId } = await makeFull('regrouped');
    await call('PUT', `/users/${userId}`, { groups: [{ groupId: 'SALES' }] });
    expect(await lastOf(uuid)).toEqual({ groups: { before: ['Sales', 'TOKYO'], after: ['Sales'] } });
    expect((await call('PUT', `/users/${userId}`, { groups: [{ groupId: 'sales' }] })).status).toBe(200);
    const importing = { app, tenantId: tenant.tenantId, token: signedIn.token };
    const file = ['operation,userId,groups,loginMailAddress', `update,${userId},tokyo,other@wait.example`].join('\r\n');
    await carryOut(importing, (await preview(importing, file)).importId);
    expect(await lastOf(uuid)).toEqual({
      groups: { before: ['Sales'], after: ['TOKYO'] },
      nextLoginMailAddress: { before: 'regrouped@wait.example', after: 'other@wait.example' },
    });
  });
});

describe('a deletion', () => {
  const deletions: Record<string, (userId: string) => Promise<unknown>> = {
    single: (userId) => call('DELETE', `/users/${userId}`),
    bulk: (userId) => call('POST', '/operations/users', { action: 'delete', userIds: [userId] }),
    file: async (userId) => {
      const importing = { app, tenantId: tenant.tenantId, token: signedIn.token };
      const { importId } = await preview(importing, `operation,userId\r\ndelete,${userId}`);
      return carryOut(importing, importId);
    },
  };

  it.each(Object.keys(deletions))('(%s) leaves in the log all of who it was', async (way) => {
    const { uuid, userId, given } = await makeFull(`gone-${way}`);
    await deletions[way]?.(userId);
    const [row] = await rowsOf(uuid);
    const before = {
      ...given,
      groups: ['Sales', 'TOKYO'],
      loginMailAddress: `${userId}@x.example`,
      nextLoginMailAddress: `${userId}@wait.example`,
    };
    expect(row?.operation).toBe('delete');
    expect(row?.changes).toEqual(
      Object.fromEntries(Object.entries(before).map(([field, value]) => [field, { before: value }])),
    );
  });
});

describe('an act', () => {
  it.each(['activate', 'unlock', 'resetMfa', 'signOut'])('%s that changes nothing leaves no row', async (action) => {
    const user = await makeUser(app, tenant);
    const before = await rowsOf(user.uuid);
    const done = await act(user, action);
    expect([done.status, done.body.userId]).toEqual([200, user.userId]);
    expect(await rowsOf(user.uuid)).toEqual(before);
    expect(await app.mails(user.mail)).toEqual([]);
  });

  it('is told with all that it changed', async () => {
    const user = await makeUser(app, tenant);
    await app.owner.query('update users set failed_streak = 3, failed_count = 3 where uuid = $1', [user.uuid]);
    await act(user, 'unlock');
    expect(await lastOf(user.uuid)).toEqual({ failures: { before: 3, after: 0 } });
    await signIn(app, user);
    await app.owner.query(
      "insert into totps (tenant_id, uuid, user_uuid, sealed_secret, enabled) values ($1, gen_random_uuid(), $2, '', false)",
      [user.tenantId, user.uuid],
    );
    await act(user, 'resetMfa');
    const gone = { openSessions: { before: 1, after: 0 } };
    expect(await lastOf(user.uuid)).toEqual({ ...gone, totp: { before: 1, after: 0 } });
    await signIn(app, user);
    await act(user, 'requireNewPassword');
    expect(await lastOf(user.uuid)).toEqual({ ...gone, mustChangePassword: { before: false, after: true } });
    const { length } = await rowsOf(user.uuid);
    expect((await act(user, 'requireNewPassword')).status).toBe(200);
    expect(await rowsOf(user.uuid)).toHaveLength(length);
  });

  it('that asks for another password of somebody without one says so', async () => {
    const refused = await act(await makeUser(app, tenant, { withoutPassword: true }), 'requireNewPassword');
    expect([refused.status, refused.body[0].message_id]).toEqual([409, 'no_password_assigned']);
  });
});

describe('sessions that are over by themselves', () => {
  const signedOut = (ids: string[]) => call('POST', '/operations/users', { action: 'signOut', userIds: ids });
  const ended = (user: TestUser) =>
    app.owner.query("update sessions set expires_at = now() - interval '1 hour' where user_uuid = $1", [user.uuid]);
  const idle = (user: TestUser) =>
    app.owner.query("update sessions set last_seen_at = now() - interval '61 minutes' where user_uuid = $1", [
      user.uuid,
    ]);

  it.each([
    ['expired', ended],
    ['idle', idle],
  ])('(%s) are neither counted, nor ended with a row and a mail', async (_, over) => {
    const user = await makeUser(app, tenant);
    await signIn(app, user);
    await over(user);
    expect((await call('GET', `/users/${user.userId}`)).body.openSessions).toBe(0);
    expect((await signedOut([user.userId])).body).toMatchObject({ changed: 0, unchanged: 1 });
    expect((await act(user, 'signOut')).body.openSessions).toBe(0);
    expect(await rowsOf(user.uuid)).toEqual([]);
    expect(await app.mails(user.mail)).toEqual([]);
  });

  it('are not counted beside one that is open', async () => {
    const user = await makeUser(app, tenant);
    await signIn(app, user);
    await idle(user);
    const { token } = await signIn(app, user);
    const own = await app.call('GET', '/api/auth/me/sessions', { token });
    const seen = (await call('GET', `/users/${user.userId}`)).body.openSessions;
    expect([own.body.totalResults, seen]).toEqual([1, 1]);
    await act(user, 'signOut');
    expect(await lastOf(user.uuid)).toEqual({ openSessions: { before: 1, after: 0 } });
  });

  it('an application that stays signed in without any is a change to lose', async () => {
    const user = await makeUser(app, tenant);
    const client = await makeClient(app, tenant, { grantTypes: ['authorization_code', 'refresh_token'] });
    const { cookie } = await signIn(app, user);
    await tokensFor(app, client, cookie, 'openid offline_access', { prompt: 'consent' });
    await ended(user);
    expect((await signedOut([user.userId])).body).toMatchObject({ changed: 1, unchanged: 0 });
    expect(await lastOf(user.uuid)).toEqual({ outlivingGrants: { before: 1, after: 0 } });
    expect((await signedOut([user.userId])).body).toMatchObject({ changed: 0, unchanged: 1 });
  });
});

it('who saves their own settings as they are leaves no row', async () => {
  const user = await makeUser(app, tenant);
  const { token } = await signIn(app, user);
  const same = await app.call('PUT', '/api/auth/me', { token, body: { familyName: 'Tester' } });
  expect([same.status, same.body.familyName]).toEqual([200, 'Tester']);
  expect(await rowsOf(user.uuid)).toEqual([]);
});

it('who cancels registration mails has nothing of it in their own history', async () => {
  const invited = await call('POST', '/users', { userId: 'asked', loginMailAddress: 'asked@x.example', invite: true });
  const { token } = signedIn;
  const mails = await app.call('POST', '/api/portal/operations/search/registrationMails', { token, body: {} });
  const body = { uuids: mails.body.results.map(({ uuid }: { uuid: string }) => uuid) };
  expect((await app.call('POST', '/api/portal/cancelRegistrationMails', { token, body })).body.cancelled).toBe(1);
  expect(await lastOf(invited.body.uuid)).toEqual({ invitation: { before: 'asked@x.example' } });
  const own = 'select from system_operation_log where operator_uuid::text = target_id and tenant_id = $1';
  expect((await app.owner.query(own, [tenant.tenantId])).rowCount).toBe(0);
});

it('of no password is anything logged', async () => {
  const made = await call('POST', '/users', { userId: 'with-word', status: 'active', password: PASSWORD });
  expect(await lastOf(made.body.uuid)).toMatchObject({ password: {}, mustChangePassword: { after: true } });
  expect(JSON.stringify(await rowsOf(made.body.uuid))).not.toContain(PASSWORD);
});
