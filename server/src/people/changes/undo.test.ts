import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserImport } from '#contract/people/user-imports.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { carryOut, type Importing, preview, reasonsOf, rowsOf, untilImport } from '#test/imports.ts';

/** What an import or an act on many users did is turned round, as far as it is so still (docs/decisions/0111). */

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let importing: Importing;

beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  await app.startWorker();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { userId: 'admin', roles: ['User', 'PowerUser'] });
  const { token } = await signIn(app, admin);
  importing = { app, tenantId: tenant.tenantId, token };
});

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: importing.token, ...(body && { body }) });
const userOf = async (userId: string) => (await call('GET', `/users/${userId}`)).body;
const countsOf = ({ counts }: UserImport) => counts;
const lines = (...rows: string[]) => `${rows.join('\n')}\n`;

/** Prepares an undo and waits for its preview. */
async function undo(path: string): Promise<UserImport> {
  const answer = await call('POST', `${path}/undo`);
  expect([answer.status, answer.body.kind]).toEqual([200, 'undo']);
  return untilImport(importing, answer.body.importId, ['previewed', 'error', 'validation_error']);
}

async function imported(...rows: string[]): Promise<string> {
  const { importId } = await preview(importing, lines(...rows));
  await carryOut(importing, importId);
  return importId;
}

const act = async (action: string, userIds: string[]): Promise<string> => {
  expect((await call('POST', '/operations/users', { action, userIds })).status).toBe(200);
  return (await call('GET', '/userBulks?count=20')).body.results[0].bulkId;
};

describe('an import', () => {
  it('of creations, changes and deletions is undone, but for who was changed since', async () => {
    await call('POST', '/groups', { groupId: 'Sales', name: 'Sales' });
    await call('POST', '/groups', { groupId: 'Staff', name: 'Staff' });
    const [kept, moved, gone] = [await makeUser(app, tenant), await makeUser(app, tenant), await makeUser(app, tenant)];
    await call('PUT', `/users/${kept.userId}`, {
      ...{ department: 'Old', groups: [{ groupId: 'Staff' }], extensionAttributes: { extensionAttribute1: 'A' } },
      mailAddresses: ['b@x.example', 'a@x.example'],
    });
    const before = await userOf(kept.userId);
    const wasGone = await userOf(gone.userId);
    const importId = await imported(
      'operation,userId,familyName,department,status,groups,loginMailAddress,mailAddresses,extensionAttribute1',
      `update,${kept.userId},Changed,New,inactive,sales,next@x.example,c@x.example,B`,
      `update,${moved.userId},Changed,New,active,,${moved.mail},,`,
      `delete,${gone.userId},,,,,,,`,
      'create,newcomer,New,New,registering,sales,newcomer@x.example,,',
      'create,touched,New,New,active,,touched@x.example,,',
    );
    await call('PUT', `/users/${moved.userId}`, { department: 'Elsewhere' });
    await call('PUT', '/users/touched', { description: 'well known' });
    const prepared = await undo(`/userImports/${importId}`);
    expect(prepared.undoes).toBe(importId);
    expect(countsOf(prepared)).toEqual({ create: 1, update: 1, delete: 1, unchanged: 0, wrong: 2 });
    expect(await reasonsOf(importing, prepared.importId)).toEqual(['3 department conflict', '6 description conflict']);
    expect((await userOf('newcomer')).userId).toBe('newcomer');
    const done = await carryOut(importing, prepared.importId);
    expect([done.status, countsOf(done)]).toEqual(['completed', countsOf(prepared)]);
    const after = await userOf(kept.userId);
    expect(after).toEqual({ ...before, openSessions: 0, updatedAt: expect.any(String) });
    expect((await call('GET', '/users/newcomer')).status).toBe(404);
    expect(await userOf('touched')).toMatchObject({ description: 'well known' });
    expect(await userOf(moved.userId)).toMatchObject({ familyName: 'Changed', department: 'Elsewhere' });
    expect(await userOf(gone.userId)).toEqual({ ...wasGone, updatedAt: expect.any(String) });
    const again = await undo(`/userImports/${importId}`);
    expect(countsOf(again)).toMatchObject({ create: 0, update: 0, delete: 0, unchanged: 3 });
  });

  it('that switches users off or on is logged and mailed as by hand, and so is its undo', async () => {
    const user = await makeUser(app, tenant);
    const registering = await makeUser(app, tenant, { status: 'registering' });
    const importId = await imported(
      'operation,userId,department,status',
      `update,${user.userId},New,inactive`,
      `update,${registering.userId},,inactive`,
    );
    await carryOut(importing, (await undo(`/userImports/${importId}`)).importId);
    const logged = async ({ uuid }: TestUser) => {
      const { rows } = await app.owner.query(
        `select type, array(select jsonb_object_keys(changes)) as fields from system_operation_log
          where target_id = $1 and operation = 'update' order by at, type`,
        [uuid],
      );
      return rows.map(({ type, fields }) => `${type} ${fields}`);
    };
    expect(await logged(user)).toEqual([
      ...['user.changed department', 'user.deactivated status'],
      ...['user.activated status', 'user.changed department'],
    ]);
    // Who is only invited again has nothing to sign in with.
    expect(await logged(registering)).toEqual(['user.deactivated status', 'user.activated status']);
    const mailed = async ({ mail }: TestUser) =>
      (await app.mails(mail)).map(({ kind }) => kind).filter((kind) => kind.startsWith('user'));
    expect(await mailed(user)).toEqual(expect.arrayContaining(['userDeactivated', 'userActivated']));
    expect(await mailed(user)).toHaveLength(2);
    expect(await mailed(registering)).not.toContain('userActivated');
  });

  it('an undo is undone: what was done is done again', async () => {
    const user = await makeUser(app, tenant);
    const importId = await imported('operation,userId,department', `update,${user.userId},Sales`, 'create,once,Sales');
    const first = await undo(`/userImports/${importId}`);
    await carryOut(importing, first.importId);
    expect((await call('GET', '/users/once')).status).toBe(404);
    const second = await undo(`/userImports/${first.importId}`);
    await carryOut(importing, second.importId);
    expect([(await userOf(user.userId)).department, (await userOf('once')).department]).toEqual(['Sales', 'Sales']);
  });

  it('a new address that still waits is given up; one that was confirmed waits to be the old one again', async () => {
    const [waits, confirmed] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    const importId = await imported(
      'operation,userId,loginMailAddress',
      `update,${waits.userId},waits@new.example`,
      `update,${confirmed.userId},confirmed@new.example`,
    );
    await app.owner.query(
      'update users set login_mail_address = next_login_mail_address, next_login_mail_address = null where uuid = $1',
      [confirmed.uuid],
    );
    const prepared = await undo(`/userImports/${importId}`);
    const rows = await rowsOf(importing, prepared.importId);
    expect(rows.map(({ changes }) => Object.keys(changes))).toEqual([['nextLoginMailAddress'], ['loginMailAddress']]);
    await carryOut(importing, prepared.importId);
    const addresses = async (user: TestUser) => {
      const { loginMailAddress, nextLoginMailAddress } = await userOf(user.userId);
      return [loginMailAddress, nextLoginMailAddress];
    };
    expect(await addresses(waits)).toEqual([waits.mail, null]);
    expect(await addresses(confirmed)).toEqual(['confirmed@new.example', confirmed.mail]);
  });

  it('an address that an undo gave up waits again when that is undone', async () => {
    const user = await makeUser(app, tenant);
    const importId = await imported('operation,userId,loginMailAddress', `update,${user.userId},again@new.example`);
    const waiting = async () => (await userOf(user.userId)).nextLoginMailAddress;
    const first = await undo(`/userImports/${importId}`);
    await carryOut(importing, first.importId);
    expect(await waiting()).toBeNull();
    const second = await undo(`/userImports/${first.importId}`);
    expect(await reasonsOf(importing, second.importId)).toEqual([]);
    await carryOut(importing, second.importId);
    expect(await waiting()).toBe('again@new.example');
    const third = await undo(`/userImports/${second.importId}`);
    await carryOut(importing, third.importId);
    expect([await waiting(), (await userOf(user.userId)).loginMailAddress]).toEqual([null, user.mail]);
  });

  it('restores nobody whose user ID or address somebody else has, and says so', async () => {
    const [one, two] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    const importId = await imported('operation,userId', `delete,${one.userId}`, `delete,${two.userId}`);
    await makeUser(app, tenant, { userId: one.userId, mail: 'other@x.example' });
    await makeUser(app, tenant, { mail: two.mail });
    const prepared = await undo(`/userImports/${importId}`);
    expect(await reasonsOf(importing, prepared.importId)).toEqual([
      '2 userId duplicated_params_userId',
      '3 loginMailAddress duplicated_params_loginMailAddress',
    ]);
  });

  it('what was changed between the preview and the confirmation is left alone', async () => {
    const user = await makeUser(app, tenant);
    const gone = await makeUser(app, tenant);
    const importId = await imported(
      'operation,userId,department',
      `update,${user.userId},Sales`,
      `delete,${gone.userId},`,
    );
    const { importId: undoId } = await undo(`/userImports/${importId}`);
    await call('PUT', `/users/${user.userId}`, { department: 'Later' });
    await makeUser(app, tenant, { userId: gone.userId });
    const done = await carryOut(importing, undoId);
    expect(countsOf(done)).toMatchObject({ create: 0, update: 0, wrong: 2 });
    expect(done.createsActive).toBe(0);
    expect((await userOf(user.userId)).department).toBe('Later');
  });

  it('is refused before it was carried out, and while another one is at work or unknown', async () => {
    const { importId } = await preview(importing, lines('operation,userId', 'create,one'));
    const early = await call('POST', `/userImports/${importId}/undo`);
    expect([early.status, early.body[0].message_id]).toEqual([409, 'conflict']);
    expect((await call('POST', `/userImports/${crypto.randomUUID()}/undo`)).status).toBe(404);
    expect((await call('POST', `/userBulks/${crypto.randomUUID()}/undo`)).status).toBe(404);
  });
});

describe('an act on many users', () => {
  it('a deactivation is undone for those who are as it left them', async () => {
    const users = [await makeUser(app, tenant), await makeUser(app, tenant), await makeUser(app, tenant)];
    const [invited, off] = [
      await makeUser(app, tenant, { status: 'registering' }),
      await makeUser(app, tenant, { status: 'inactive' }),
    ];
    const all = [...users, invited, off].map(({ userId }) => userId);
    const bulkId = await act('deactivate', all);
    await call('POST', `/users/${users[0]?.userId}/activate`, {});
    await call('DELETE', `/users/${users[1]?.userId}`);
    const prepared = await undo(`/userBulks/${bulkId}`);
    expect(countsOf(prepared)).toEqual({ create: 0, update: 2, delete: 0, unchanged: 1, wrong: 1 });
    await carryOut(importing, prepared.importId);
    expect((await userOf(users[2]?.userId ?? '')).status).toBe('active');
    expect((await userOf(invited.userId)).status).toBe('registering');
    expect((await userOf(off.userId)).status).toBe('inactive');
    const mails = (await app.mails(users[2]?.mail ?? '')).map(({ kind }) => kind);
    expect(mails.filter((kind) => kind.startsWith('user'))).toEqual(['userDeactivated', 'userActivated']);
  });

  it('a deletion is undone: the users are there with what they had', async () => {
    await call('POST', '/groups', { groupId: 'team', name: 'Team' });
    const user = await makeUser(app, tenant);
    await call('PUT', `/users/${user.userId}`, { groups: [{ groupId: 'team' }] });
    const before = await userOf(user.userId);
    const bulkId = await act('delete', [user.userId]);
    const prepared = await undo(`/userBulks/${bulkId}`);
    expect(countsOf(prepared)).toEqual({ create: 1, update: 0, delete: 0, unchanged: 0, wrong: 0 });
    await carryOut(importing, prepared.importId);
    expect(await userOf(user.userId)).toEqual({ ...before, updatedAt: expect.any(String) });
    expect((await call('GET', '/deletedUsers')).body.results).toEqual([]);
    const log = await app.owner.query(
      'select operation, changes from system_operation_log where target_id = $1 order by at desc, id desc limit 1',
      [user.uuid],
    );
    expect(log.rows[0]).toMatchObject({ operation: 'create', changes: { userId: { after: user.userId } } });
  });

  it('a deletion is not undone for who was restored and deleted once more since', async () => {
    const [before, meanwhile] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    const again = async (user: TestUser, changes: object) => {
      expect((await call('POST', `/deletedUsers/${user.uuid}/restore`, {})).status).toBe(200);
      expect((await call('PUT', `/users/${user.userId}`, changes)).status).toBe(200);
      expect((await call('DELETE', `/users/${user.userId}`)).status).toBe(204);
    };
    const bulkId = await act('delete', [before.userId, meanwhile.userId]);
    await again(before, { department: 'Sales' });
    const prepared = await undo(`/userBulks/${bulkId}`);
    expect(countsOf(prepared)).toMatchObject({ create: 1, wrong: 1 });
    expect(await reasonsOf(importing, prepared.importId)).toEqual([expect.stringContaining('userId conflict')]);
    // What was shown and confirmed is a user without rights.
    await again(meanwhile, { roles: ['User', 'PowerUser'] });
    const done = await carryOut(importing, prepared.importId);
    expect(countsOf(done)).toMatchObject({ create: 0, wrong: 2 });
    expect((await call('GET', '/deletedUsers')).body.totalResults).toBe(2);
  });

  it('what is past its keeping is not undone, and nobody past theirs restored', async () => {
    const user = await makeUser(app, tenant);
    const bulkId = await act('delete', [user.userId]);
    const past = `now() - interval '1 s'`;
    const { tenantId } = tenant;
    await app.owner.query(`update deleted_users set expires_at = ${past} where tenant_id = $1`, [tenantId]);
    const prepared = await undo(`/userBulks/${bulkId}`);
    expect(await reasonsOf(importing, prepared.importId)).toEqual(['1 userId not_found']);
    const importId = await imported('operation,userId', 'create,later');
    await app.owner.query(`update user_imports set expires_at = ${past} where tenant_id = $1`, [tenantId]);
    await app.owner.query(`update user_bulks set expires_at = ${past} where tenant_id = $1`, [tenantId]);
    for (const path of [`/userImports/${importId}`, `/userBulks/${bulkId}`])
      expect((await call('POST', `${path}/undo`)).status).toBe(404);
  });

  it('signing out is not undone', async () => {
    const user = await makeUser(app, tenant);
    await signIn(app, user);
    const bulkId = await act('signOut', [user.userId]);
    expect((await call('POST', `/userBulks/${bulkId}/undo`)).status).toBe(409);
  });
});
