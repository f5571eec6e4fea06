import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepDeletedUsers } from '#server/platform/db/across-tenants.ts';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { otpOf, setUpTotp } from '#test/authenticator.ts';
import {
  makeTenant,
  makeUser,
  PASSWORD,
  type SignedIn,
  signIn,
  type TestTenant,
  type TestUser,
} from '#test/factories.ts';
import { carryOut, preview } from '#test/imports.ts';
import { claimsOf } from '#test/oauth.ts';
import { makeLicense, makeOperator, type Operate } from '#test/services.ts';
import { ended, kept, keptOtherwise } from './queries.ts';

/** Deleted users rest for 30 days, and come back with everything that nobody else has meanwhile (docs/decisions/0110). */

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let admin: TestUser;
let signedIn: SignedIn;

beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  await app.startWorker();
  operate = await makeOperator(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { userId: 'admin', roles: ['User', 'PowerUser'] });
  signedIn = await signIn(app, admin);
});

const at = (path: string) => `/api/auth/tenants/${tenant.tenantId}${path}`;
const call = (method: string, path: string, body?: object) =>
  app.call(method, at(path), { token: signedIn.token, ...(body && { body }) });
const outcome = ({ status, body }: Answer) => [status, body?.[0]?.message_id];
const remove = async (user: TestUser) => expect((await call('DELETE', `/users/${user.userId}`)).status).toBe(204);
const restore = (user: TestUser, wish: object = {}) => call('POST', `/deletedUsers/${user.uuid}/restore`, wish);
const listed = async (query = '') => (await call('GET', `/deletedUsers${query}`)).body;
const idsOf = ({ results }: { results: { userId: string }[] }) => results.map(({ userId }) => userId);
const login = (user: { userId: string }) =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', tenantId: tenant.tenantId, credentials: user.userId, password: PASSWORD },
  });
const license = (volume: number) => makeLicense(operate, tenant.tenantId, { volume });
const permit = async (licenseId: string, userIds: string[]) => {
  const { rows } = await app.owner.query('select service_class from licenses where license_id = $1', [licenseId]);
  const path = `/api/service/tenants/${tenant.tenantId}/availableServices/${rows[0].service_class}/licenses/${licenseId}`;
  const body = userIds.map((userId) => ({ userId, permitted: true }));
  const answer = await app.call('POST', `${path}/userPermissions`, {
    token: signedIn.token,
    body: { permissions: body },
  });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
};
const seatsOf = async (licenseId: string) => {
  const { results } = (await operate('GET', `/tenants/${tenant.tenantId}/licenses`)).body;
  return results.find((one: { licenseId: string }) => one.licenseId === licenseId).usedVolume;
};

it('a deleted user is nowhere, and names, seats and places are free', async () => {
  const licenseId = await license(1);
  const user = await makeUser(app, tenant);
  await permit(licenseId, [user.userId]);
  const { cookie, token } = await signIn(app, user);
  await remove(user);
  expect(outcome(await login(user))).toEqual(outcome(await login({ userId: 'nobody-ever' })));
  expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(401);
  expect((await app.call('GET', '/api/account/myAccounts/brief', { headers: { cookie } })).status).not.toBe(500);
  expect((await call('GET', `/users/${user.userId}`)).status).toBe(404);
  expect(await seatsOf(licenseId)).toBe(0);
  const again = await makeUser(app, tenant, { userId: user.userId, mail: user.mail });
  await permit(licenseId, [again.userId]);
  const { rows } = await app.owner.query('select count(*)::int as users from users where tenant_id = $1', [
    tenant.tenantId,
  ]);
  expect(rows[0].users).toBe(2);
});

it('who is created again under the old names has nothing of the old, and the old one comes back under others', async () => {
  const group = (await call('POST', '/groups', { groupId: 'sales', name: 'Sales' })).body;
  const licenseId = await license(5);
  const user = await makeUser(app, tenant);
  await setUpTotp(app, (await signIn(app, user)).token);
  await call('PUT', `/users/${user.userId}`, { groups: [{ groupId: 'sales' }] });
  await permit(licenseId, [user.userId]);
  await remove(user);
  const made = (
    await call('POST', '/users', { userId: user.userId.toUpperCase(), status: 'active', loginMailAddress: user.mail })
  ).body;
  expect(made.uuid).not.toBe(user.uuid);
  const seen = (await call('GET', `/users/${made.userId}`)).body;
  expect([seen.groups, seen.totp, seen.passwordAssigned, seen.permittedServices, seen.openSessions]).toEqual([
    [],
    [],
    false,
    [],
    0,
  ]);
  const taken = ['duplicated_params_loginMailAddress', 'duplicated_params_userId'];
  expect(outcome(await restore(user))).toEqual([409, taken[0]]);
  expect(outcome(await restore(user, { loginMailAddress: null }))).toEqual([409, taken[1]]);
  const wish = { userId: 'renamed', loginMailAddress: 'renamed@else.example' };
  const { status, body } = await restore(user, wish);
  expect([status, body.left]).toEqual([200, { groups: 0, licenseIds: [], userCode: false, accounts: 0 }]);
  expect(body.user).toMatchObject({
    ...{ uuid: user.uuid, userId: 'renamed', loginMailAddress: null, nextLoginMailAddress: wish.loginMailAddress },
    ...{ mfaEnabled: true, passwordAssigned: true, groups: [{ uuid: group.uuid }] },
  });
  expect((await app.mails(wish.loginMailAddress)).map(({ kind }) => kind)).toEqual(['loginMailAddressConfirmation']);
  const path = `/groups/${group.uuid}/operations/search/users`;
  expect(idsOf((await call('POST', path, {})).body)).toEqual(['renamed']);
  expect((await listed()).results).toEqual([]);
});

it('comes back with groups, password, MFA, PIN, cards, licences and everything said of it', async () => {
  await call('POST', '/groups', { groupId: 'sales', name: 'Sales' });
  const gone = (await call('POST', '/groups', { groupId: 'gone', name: 'Gone' })).body;
  const licenseId = await license(5);
  const user = await makeUser(app, tenant);
  const { secret, recoveryCodes } = await setUpTotp(app, (await signIn(app, user)).token);
  await call('PUT', `/users/${user.userId}`, {
    ...{ department: '営業部', locale: 'ja', mailAddresses: ['further@x.example'] },
    ...{ extensionAttributes: { extensionAttribute3: 'E-3' }, groups: [{ groupId: 'sales' }, { groupId: 'gone' }] },
  });
  await call('POST', `/users/${user.userId}/userCode/request`, { userCode: '70219341' });
  await call('POST', `/users/${user.userId}/onpremiseAccounts`, {
    ...{ deviceType: 'PorticoMfp', type: 'card', number: 'cafe0007' },
  });
  await permit(licenseId, [user.userId]);
  const before = (await call('GET', `/users/${user.userId}`)).body;
  await remove(user);
  await call('DELETE', `/groups/${gone.uuid}`);
  const { status, body } = await restore(user);
  expect([status, body.left]).toEqual([200, { groups: 1, licenseIds: [], userCode: false, accounts: 0 }]);
  const after = (await call('GET', `/users/${user.userId}`)).body;
  const left = { groups: before.groups.filter(({ groupId }: { groupId: string }) => groupId === 'sales') };
  expect(after).toEqual({ ...before, ...left, openSessions: 0, updatedAt: expect.any(String) });
  expect(await seatsOf(licenseId)).toBe(1);
  const { loginId } = (await login(user)).body;
  const mfa = (given: object) => app.call('POST', '/api/auth/login/user/mfa', { body: { loginId, ...given } });
  expect((await mfa({ otp: otpOf(app, secret, 1) })).body.status).toBe('completed');
  const { loginId: second } = (await login(user)).body;
  const body2 = { loginId: second, recoveryCode: recoveryCodes[0] };
  expect((await app.call('POST', '/api/auth/login/user/mfa', { body: body2 })).body.status).toBe('completed');
  const history = await app.owner.query(
    `select operation, action, changes from system_operation_log
      where target_id = $1 and type in ('user.restored', 'user.deleted') order by at desc, id desc limit 2`,
    [user.uuid],
  );
  const [put, deleted] = history.rows;
  expect([put.operation, put.action, deleted.operation]).toEqual([
    'create',
    'POST /api/auth/tenants/{tenantId}/deletedUsers/{uuid}/restore',
    'delete',
  ]);
  expect(put.changes).toMatchObject({ userId: { after: user.userId }, groups: { after: ['sales'] } });
});

it('without what somebody else has meanwhile: PIN, card, seat', async () => {
  const [full, roomy] = [await license(1), await license(1)];
  const user = await makeUser(app, tenant);
  const other = await makeUser(app, tenant);
  const pin = { userCode: '70219342' };
  const card = { deviceType: 'PorticoMfp', type: 'card', number: 'cafe0008' };
  const give = async ({ userId }: TestUser) => {
    expect((await call('POST', `/users/${userId}/userCode/request`, pin)).status).toBe(200);
    expect((await call('POST', `/users/${userId}/onpremiseAccounts`, card)).status).toBe(200);
  };
  await give(user);
  await permit(full, [user.userId]);
  await permit(roomy, [user.userId]);
  await remove(user);
  await give(other);
  await permit(full, [other.userId]);
  const { body } = await restore(user);
  expect(body.left).toEqual({ groups: 0, licenseIds: [full], userCode: true, accounts: 1 });
  expect([body.user.userCodeAssigned, body.user.onpremiseAccounts]).toEqual([false, []]);
  expect([await seatsOf(full), await seatsOf(roomy)]).toEqual([1, 1]);
});

it('is the default account again, unless another one was chosen meanwhile', async () => {
  const isDefault = async ({ uuid }: TestUser) =>
    (await app.owner.query('select default_login from users where uuid = $1', [uuid])).rows[0].default_login;
  const mail = `default@${tenant.tenantId}.example`;
  const user = await makeUser(app, tenant, { mail, defaultLogin: true });
  const other = await makeUser(app, await makeTenant(app), { mail });
  await remove(user);
  expect((await restore(user)).status).toBe(200);
  expect([await isDefault(user), await isDefault(other)]).toEqual([true, false]);
  await remove(user);
  await app.owner.query('update users set default_login = true where uuid = $1', [other.uuid]);
  expect((await restore(user)).status).toBe(200);
  expect([await isDefault(user), await isDefault(other)]).toEqual([false, true]);
});

it('of many who come back at once, the seats that are left are taken once', async () => {
  const licenseId = await license(3);
  const users = await Promise.all(Array.from({ length: 3 }, () => makeUser(app, tenant)));
  await permit(
    licenseId,
    users.map(({ userId }) => userId),
  );
  for (const user of users) await remove(user);
  const { userId } = await makeUser(app, tenant);
  await permit(licenseId, [userId]);
  const answers = await Promise.all(users.map((user) => restore(user)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.filter(({ body }) => body.left.licenseIds.length > 0)).toHaveLength(1);
  expect(await seatsOf(licenseId)).toBe(3);
});

it('one of two restores at once has the user, and the limit of users holds', async () => {
  const user = await makeUser(app, tenant);
  await remove(user);
  await operate('PUT', `/tenants/${tenant.tenantId}`, { userLimit: 1 });
  expect(outcome(await restore(user))).toEqual([409, 'over_user_limit']);
  await operate('PUT', `/tenants/${tenant.tenantId}`, { userLimit: 2 });
  const statuses = (await Promise.all([restore(user), restore(user)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 404]);
});

it('a restore waits for the limit of users before it holds anybody, as an undo does', async () => {
  const user = await makeUser(app, tenant);
  await remove(user);
  await operate('PUT', `/tenants/${tenant.tenantId}`, { userLimit: 2 });
  const held = await app.owner.connect();
  try {
    await held.query('begin');
    const { rows } = await held.query(
      'select pg_backend_pid() as pid from tenants where tenant_id = $1 for no key update',
      [tenant.tenantId],
    );
    const restoring = restore(user);
    const waiting = () =>
      app.owner.query('select from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))', [rows[0].pid]);
    await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0);
    await held.query('select from deleted_users where uuid = $1 for update nowait', [user.uuid]);
    await held.query('commit');
    expect((await restoring).status).toBe(200);
  } finally {
    held.release();
  }
});

it('an administrator comes back by a recent proof alone, and the others hear of it', async () => {
  const boss = await makeUser(app, tenant, { roles: ['PowerUser'] });
  await remove(boss);
  const { sid } = claimsOf(signedIn.token);
  const age = (minutes: number) =>
    app.owner.query('update sessions set proved_at = now() - make_interval(mins => $2) where session_id = $1', [
      sid,
      minutes,
    ]);
  await age(15);
  app.tools.principals.forget(tenant.tenantId, admin.uuid);
  expect(outcome(await restore(boss))).toEqual([403, 'reauthentication_required']);
  expect(outcome(await call('DELETE', `/deletedUsers/${boss.uuid}`))).toEqual([403, 'reauthentication_required']);
  await age(0);
  app.tools.principals.forget(tenant.tenantId, admin.uuid);
  expect((await restore(boss)).status).toBe(200);
});

describe('the list', () => {
  it('has the newest first, page by page, and finds by a part of name, id or address', async () => {
    const users = [];
    for (let n = 0; n < 3; n += 1) users.push(await makeUser(app, tenant, { userId: `leaver-${n}` }));
    for (const user of users) await remove(user);
    const first = await listed('?count=2');
    expect([idsOf(first), first.totalResults]).toEqual([['leaver-2', 'leaver-1'], 3]);
    expect(first.results[0]).toMatchObject({ deletedBy: 'admin', loginMailAddress: users[2]?.mail });
    const second = await listed(`?count=2&cursor=${first.next}`);
    expect([idsOf(second), second.next]).toEqual([['leaver-0'], undefined]);
    const again = await listed(`?count=2&cursor=${second.previous}`);
    expect([idsOf(again), again.previous, again.next]).toEqual([idsOf(first), undefined, first.next]);
    // Whoever the cursor was made of may be there again.
    expect((await restore(users[1] as TestUser)).status).toBe(200);
    expect(idsOf(await listed(`?count=2&cursor=${first.next}`))).toEqual(['leaver-0']);
    await remove(users[1] as TestUser);
    for (const text of ['LEAVER-1', `leaver-1@${tenant.tenantId}`, 'er-1'])
      expect(idsOf(await listed(`?text=${encodeURIComponent(text)}`))).toEqual(['leaver-1']);
    expect(await listed('?text=%25')).toMatchObject({ results: [], totalResults: 0 });
  });

  it('has those of bulk acts and of files, and nobody of another tenant', async () => {
    const [one, two] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    await call('POST', '/operations/users', { action: 'delete', userIds: [one.userId] });
    const importing = { app, tenantId: tenant.tenantId, token: signedIn.token };
    const { importId } = await preview(importing, `operation,userId\ndelete,${two.userId}\n`);
    await carryOut(importing, importId);
    expect(idsOf(await listed())).toEqual([two.userId, one.userId]);
    const stranger = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
    const { tid } = claimsOf(stranger.token) as { tid?: string };
    const theirs = `/api/auth/tenants/${tid ?? ''}`;
    for (const [method, path] of [
      ['POST', `${theirs}/deletedUsers/${one.uuid}/restore`],
      ['DELETE', `${theirs}/deletedUsers/${one.uuid}`],
    ] as const) {
      const body = method === 'POST' ? { body: {} } : {};
      expect((await app.call(method, path, { token: stranger.token, ...body })).status).toBe(404);
    }
    expect((await restore(one)).status).toBe(200);
  });
});

it('who is deleted for good, or was deleted 30 days ago, is gone with everything', async () => {
  const [now, later] = [await makeUser(app, tenant), await makeUser(app, tenant)];
  for (const user of [now, later]) {
    await setUpTotp(app, (await signIn(app, user)).token);
    await remove(user);
  }
  expect((await call('DELETE', `/deletedUsers/${now.uuid}`)).status).toBe(204);
  expect(outcome(await call('DELETE', `/deletedUsers/${now.uuid}`))).toEqual([404, 'not_found']);
  expect(outcome(await restore(now))).toEqual([404, 'not_found']);
  await app.owner.query(`update deleted_users set expires_at = now() - interval '1 s' where uuid = $1`, [later.uuid]);
  expect(idsOf(await listed())).toEqual([]);
  expect(outcome(await restore(later))).toEqual([404, 'not_found']);
  expect(await sweepDeletedUsers(app.tools.db.pool, new Date(), 1000)).toBeGreaterThan(0);
  const left = await app.owner.query(
    'select uuid from deleted_users where tenant_id = $1 union all select uuid from deleted_totps where tenant_id = $1',
    [tenant.tenantId],
  );
  expect(left.rows).toEqual([]);
});

it('every table that belongs to users says whether it comes back', async () => {
  const { rows } = await app.owner.query(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'users'::regclass order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...kept, ...ended, ...keptOtherwise].sort());
});
