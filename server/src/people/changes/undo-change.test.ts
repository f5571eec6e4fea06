import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_OPEN_UNDOS } from '#contract/limits.ts';
import type { UserImport } from '#contract/people/user-imports.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { exchangeCodeIn, mailsOfKind } from '#test/mailed-links.ts';
import { makeClient, tokensFor } from '#test/oauth.ts';
import { carryOut, type Importing, reasonsOf, rowsOf } from '#test/imports.ts';

/** A single change is undone from the user's history, as an import of one row (docs/decisions/0111). */

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let user: TestUser;
let importing: Importing;

beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  await app.startWorker();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { userId: 'admin', roles: ['User', 'PowerUser'] });
  user = await makeUser(app, tenant);
  const { token } = await signIn(app, admin);
  importing = { app, tenantId: tenant.tenantId, token };
});

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: importing.token, ...(body && { body }) });
const change = async (given: object, path = '') => {
  const answer = await call(path ? 'POST' : 'PUT', `/users/${user.userId}${path}`, path ? undefined : given);
  expect(answer.status).toBe(200);
};
const shown = async () => (await call('GET', `/users/${user.userId}`)).body;

async function entries(uuid = user.uuid) {
  const body = { targetType: 'user', targetId: uuid, count: 20 };
  return (await call('POST', '/operations/search/logs/systemOperation', body)).body.results;
}
const undoing = (entryId: string, userId = user.userId) => call('POST', `/users/${userId}/history/${entryId}/undo`);

/** Prepares to undo what was done to the user last. */
async function undoLatest(): Promise<UserImport> {
  const [entry] = await entries();
  const answer = await undoing(entry.id);
  expect([answer.status, answer.body]).toEqual([
    200,
    expect.objectContaining({ kind: 'undo', status: 'previewed', undoes: entry.id, changeOf: user.userId }),
  ]);
  return answer.body;
}

/** Confirms an undo without a recent proof. */
async function takesProof(importId: string): Promise<void> {
  await app.owner.query("update sessions set proved_at = proved_at - interval '15 minutes' where user_uuid = $1", [
    admin.uuid,
  ]);
  app.tools.principals.forget(tenant.tenantId, admin.uuid);
  const refused = await call('POST', `/userImports/${importId}/confirm`, {});
  expect([refused.status, refused.body[0]?.message_id]).toEqual([403, 'reauthentication_required']);
}

describe('a change of a user', () => {
  it('goes back in all fields, is logged, and can be done again', async () => {
    for (const groupId of ['Sales', 'Staff', 'IT']) await call('POST', '/groups', { groupId, name: groupId });
    await change({
      ...{ groups: [{ groupId: 'Staff' }, { groupId: 'IT' }], mailAddresses: ['b@x.example', 'a@x.example'] },
      ...{
        department: 'Old',
        locale: 'en',
        extensionAttributes: { extensionAttribute1: 'A', extensionAttribute2: 'B' },
      },
    });
    const before = await shown();
    await change({
      ...{
        familyName: 'New',
        department: '',
        location: 'Here',
        description: 'x',
        locale: null,
        timezone: 'Asia/Tokyo',
      },
      ...{ groups: [{ groupId: 'Sales' }], mailAddresses: ['c@x.example'] },
      extensionAttributes: { extensionAttribute1: '', extensionAttribute2: 'C', extensionAttribute3: 'D' },
    });
    const changed = await shown();
    const prepared = await undoLatest();
    expect(prepared.counts).toEqual({ create: 0, update: 1, delete: 0, unchanged: 0, wrong: 0 });
    expect((await shown()).department).toBe('');
    const [row] = await rowsOf(importing, prepared.importId);
    expect(row?.changes).toMatchObject({
      department: { before: '', after: 'Old' },
      extensionAttribute1: { before: '', after: 'A' },
      extensionAttribute3: { before: 'D', after: '' },
      groups: { before: ['sales'], after: ['it', 'staff'] },
    });
    await carryOut(importing, prepared.importId);
    expect(await shown()).toEqual({ ...before, updatedAt: expect.any(String) });
    const [logged] = await entries();
    expect(logged).toMatchObject({ operation: 'update', operatorUserId: 'admin', status: 'success' });
    expect(logged.changes.department).toEqual({ before: '', after: 'Old' });
    const again = await undoLatest();
    await carryOut(importing, again.importId);
    expect(await shown()).toEqual({ ...changed, updatedAt: expect.any(String) });
  });

  it('conflicts in the fields that were changed since, and then stays as it is', async () => {
    await change({ department: 'A', location: 'A', description: 'A' });
    const [entry] = await entries();
    await change({ location: 'B', description: 'B' });
    const answer = await undoing(entry.id);
    expect(answer.body.counts).toMatchObject({ update: 0, wrong: 1 });
    expect((await reasonsOf(importing, answer.body.importId)).sort()).toEqual([
      '1 description conflict',
      '1 location conflict',
    ]);
  });

  it('is looked at again when it is carried out', async () => {
    await change({ department: 'A' });
    const prepared = await undoLatest();
    await change({ department: 'B' });
    const done = await carryOut(importing, prepared.importId);
    expect(done.counts).toMatchObject({ update: 0, wrong: 1 });
    expect((await shown()).department).toBe('B');
  });

  it('whose user is as before already is nothing to do', async () => {
    await change({ department: 'A' });
    const [entry] = await entries();
    await change({ department: '' });
    expect((await undoing(entry.id)).body.counts).toMatchObject({ update: 0, unchanged: 1, wrong: 0 });
  });

  it('that switched somebody off or on', async () => {
    await change({}, '/deactivate');
    await carryOut(importing, (await undoLatest()).importId);
    expect((await shown()).status).toBe('active');
    await carryOut(importing, (await undoLatest()).importId);
    expect((await shown()).status).toBe('inactive');
    // Each is logged and mailed as by hand.
    const types = (await entries()).map(({ type }: { type: string }) => type);
    expect(types).toEqual(['user.deactivated', 'user.activated', 'user.deactivated']);
    const mailed = async (kind: string) => (await mailsOfKind(app, user.mail, kind)).length;
    expect([await mailed('userDeactivated'), await mailed('userActivated')]).toEqual([2, 1]);
  });

  it('is prepared as often as one likes, but only the newest previews are kept', async () => {
    await change({ department: 'A' });
    const prepared: string[] = [];
    for (let n = 0; n < MAX_OPEN_UNDOS + 2; n += 1) prepared.push((await undoLatest()).importId);
    const open = async (importId: string) => (await call('GET', `/userImports/${importId}`)).body.status;
    const states = await Promise.all(prepared.map(open));
    expect(states.slice(2)).toEqual(Array(MAX_OPEN_UNDOS).fill('previewed'));
    expect(states.slice(0, 2)).toEqual(['canceled', 'canceled']);
    expect((await call('POST', `/userImports/${prepared[0]}/confirm`, {})).status).toBe(409);
  });

  it('of the address: one that waits is given up, one that was taken away waits to be confirmed', async () => {
    await change({ loginMailAddress: 'new@x.example' });
    await carryOut(importing, (await undoLatest()).importId);
    expect(await shown()).toMatchObject({ loginMailAddress: user.mail, nextLoginMailAddress: null });
    await change({ loginMailAddress: null });
    await carryOut(importing, (await undoLatest()).importId);
    expect(await shown()).toMatchObject({ loginMailAddress: null, nextLoginMailAddress: user.mail });
  });

  it('that took rights away needs a recent proof to go back', async () => {
    await change({ roles: ['User', 'PowerUser'] });
    await change({ roles: ['User'] });
    await takesProof((await undoLatest()).importId);
    expect((await shown()).roles).toEqual(['User']);
  });

  it('of the address needs one, too, as the change does: also where one that waits is given up', async () => {
    await change({ loginMailAddress: 'new@x.example' });
    const { importId } = await undoLatest();
    await takesProof(importId);
    const plainly = await call('PUT', `/users/${user.userId}`, { nextLoginMailAddress: null });
    expect([plainly.status, plainly.body[0]?.message_id]).toEqual([403, 'reauthentication_required']);
    expect((await shown()).nextLoginMailAddress).toBe('new@x.example');
  });

  it('of an address that waits is refused where the source keeps it, before and when it is carried out', async () => {
    await change({ loginMailAddress: 'new@x.example' });
    const before = await undoLatest();
    await app.owner.query("update users set source = 'directory' where uuid = $1", [user.uuid]);
    const kept = ['1 nextLoginMailAddress forbidden'];
    expect(await reasonsOf(importing, (await undoLatest()).importId)).toEqual(kept);
    expect((await carryOut(importing, before.importId)).counts).toMatchObject({ update: 0, wrong: 1 });
    expect(await reasonsOf(importing, before.importId)).toEqual(kept);
    expect((await shown()).nextLoginMailAddress).toBe('new@x.example');
  });

  it('of an address that somebody else has by now is told before', async () => {
    await change({ loginMailAddress: null });
    const [entry] = await entries();
    const other = { userId: 'heir', status: 'active', loginMailAddress: user.mail };
    expect((await call('POST', '/users', other)).status).toBe(200);
    const { importId } = (await undoing(entry.id)).body;
    expect(await reasonsOf(importing, importId)).toEqual(['1 loginMailAddress duplicated_params_loginMailAddress']);
  });

  it('of an address that waits, undone twice: it waits again, and the link of before is worthless', async () => {
    const address = `new-${user.userId}@x.example`;
    await change({ loginMailAddress: address });
    const [mail] = await mailsOfKind(app, address, 'loginMailAddressConfirmation');
    await carryOut(importing, (await undoLatest()).importId);
    await carryOut(importing, (await undoLatest()).importId);
    expect(await shown()).toMatchObject({ loginMailAddress: user.mail, nextLoginMailAddress: address });
    const body = { exchangeCode: exchangeCodeIn(mail) };
    expect((await app.call('POST', '/api/account/confirmLoginMailAddress', { body })).status).toBe(410);
    expect((await shown()).loginMailAddress).toBe(user.mail);
  });

  it('that a source keeps, or whose group is gone, is told before', async () => {
    const { uuid } = (await call('POST', '/groups', { groupId: 'Brief', name: 'Brief' })).body;
    await change({ department: 'A', groups: [{ groupId: 'Brief' }] });
    await change({ department: 'B', groups: [] });
    const [entry] = await entries();
    await call('DELETE', `/groups/${uuid}`);
    await app.owner.query("update users set source = 'directory' where uuid = $1", [user.uuid]);
    const answer = await undoing(entry.id);
    expect((await reasonsOf(importing, answer.body.importId)).sort()).toEqual([
      '1 department forbidden',
      '1 groups invalid_params_groups.groupId',
    ]);
    const [row] = await rowsOf(importing, answer.body.importId);
    expect(row?.reasons.find(({ field }) => field === 'department')?.message).toContain('source');
  });
});

describe('what is not undone', () => {
  it('secrets: of a password or second factor nothing goes back, also beside a field that does', async () => {
    await change({}, '/oneTimePassword');
    const [password] = await entries();
    expect(password.changes.password).toEqual({});
    expect((await undoing(password.id)).status).toBe(409);
    await change({}, '/resetMfa');
    const [latest] = await entries();
    if (latest.id !== password.id) expect((await undoing(latest.id)).status).toBe(409);
  });

  it('making somebody, and what is no change of this user', async () => {
    const other = await makeUser(app, tenant);
    await call('PUT', `/users/${other.userId}`, { department: 'A' });
    const [ofOther] = await entries(other.uuid);
    expect((await undoing(ofOther.id)).status).toBe(404);
    const made = (await call('POST', '/users', { userId: 'made', department: 'A' })).body;
    const [creation] = await entries(made.uuid);
    expect((await undoing(creation.id, 'made')).status).toBe(409);
    expect((await undoing('00000000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await undoing(ofOther.id, 'nobody-here')).status).toBe(404);
  });

  it('by an app, by who is no administrator, by another tenant’s and by strangers', async () => {
    await change({ department: 'A' });
    const [entry] = await entries();
    const path = `/users/${user.userId}/history/${entry.id}/undo`;
    const asked = async (token?: string) => {
      const made = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}${path}`, token ? { token } : {});
      return [made.status, made.body[0]?.message_id];
    };
    const { cookie } = await signIn(app, admin);
    const scope = 'openid portal:user:admin portal:powerUser:admin';
    const { access_token: held } = await tokensFor(app, await makeClient(app, tenant), cookie, scope);
    // The app may change users: it is undoing that is the portal's.
    const body = { location: 'B' };
    const written = await app.call('PUT', `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}`, {
      token: held,
      body,
    });
    expect(written.status).toBe(200);
    expect(await asked(held)).toEqual([403, 'forbidden']);
    const { importId } = (await undoing(entry.id)).body;
    const confirmed = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/userImports/${importId}/confirm`, {
      token: held,
      body: {},
    });
    expect(confirmed.status).toBe(403);
    expect(await asked((await signIn(app, user)).token)).toEqual([403, 'forbidden']);
    const elsewhere = await makeUser(app, await makeTenant(app), { roles: ['User', 'PowerUser'] });
    expect(await asked((await signIn(app, elsewhere)).token)).toEqual([404, 'not_found']);
    expect((await asked())[0]).toBe(401);
    expect((await shown()).department).toBe('A');
  });

  it('of who was deleted: not by whoever has the user id since, and not when that is confirmed late', async () => {
    await change({ department: 'A', roles: ['User'] });
    const [entry] = await entries();
    const prepared = (await undoing(entry.id)).body;
    expect((await call('DELETE', `/users/${user.userId}`)).status).toBe(204);
    const heir = { userId: user.userId, department: 'A', status: 'active' };
    expect((await call('POST', '/users', heir)).status).toBe(200);
    expect((await undoing(entry.id)).status).toBe(404);
    expect((await carryOut(importing, prepared.importId)).counts).toMatchObject({ update: 0, wrong: 1 });
    expect((await shown()).department).toBe('A');
  });

  it('another tenant’s, and what is older than 30 days', async () => {
    await change({ department: 'A' });
    const [entry] = await entries();
    const elsewhere = await makeTenant(app);
    const path = `/api/auth/tenants/${elsewhere.tenantId}/users/${user.userId}/history/${entry.id}/undo`;
    expect((await app.call('POST', path, { token: importing.token })).status).toBe(404);
    await app.owner.query(`update system_operation_log set at = now() - interval '30 days 1 second' where id = $1`, [
      entry.id,
    ]);
    expect((await undoing(entry.id)).status).toBe(404);
  });
});
