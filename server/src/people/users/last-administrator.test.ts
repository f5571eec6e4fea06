import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, PASSWORD, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { carryOut, type Importing, preview, reasonsOf } from '#test/imports.ts';

/** The last administrator who can sign in stays (docs/decisions/0052). */

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let token: string;
beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  await app.startWorker();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  ({ token } = await signIn(app, admin));
});

const users = () => `/api/auth/tenants/${tenant.tenantId}/users`;
const change = (user: TestUser, body: object, by = token) =>
  app.call('PUT', `${users()}/${user.userId}`, { token: by, body });
const act = (user: TestUser, action: string) =>
  app.call('POST', `${users()}/${user.userId}/${action}`, { token, body: {} });
const remove = (user: TestUser) => app.call('DELETE', `${users()}/${user.userId}`, { token });
const outcome = ({ status, body }: Answer) => [status, body[0]?.message_id];
const refused = [409, 'last_administrator'];
const boss = (more: Parameters<typeof makeUser>[2] = {}) => makeUser(app, tenant, { roles: ['PowerUser'], ...more });
const withoutMail = (user: TestUser) =>
  app.owner.query('update users set login_mail_address = null where uuid = $1', [user.uuid]);
const onlyByMail = () =>
  app.owner.query(
    `update tenants set security_policy = '{"loginPolicy": {"siteLoginType": "loginMailAddress"}}' where tenant_id = $1`,
    [tenant.tenantId],
  );
const file = (...lines: string[]) => `${lines.join('\n')}\n`;

/** Each way to lose an administrator is refused. */
async function staysByEveryWay(user: TestUser): Promise<void> {
  expect(outcome(await act(user, 'deactivate'))).toEqual(refused);
  expect(outcome(await remove(user))).toEqual(refused);
  expect(outcome(await change(user, { roles: ['User'] }))).toEqual(refused);
  for (const action of ['deactivate', 'delete']) {
    const body = { action, userIds: [user.userId] };
    const { body: done } = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/users`, {
      token,
      body,
    });
    // An operation on many leaves out whoever starts it, whatever else would keep them.
    const reason = user.uuid === admin.uuid ? 'own_account' : 'last_administrator';
    expect(done.failures).toEqual([{ userId: user.userId, message_id: reason }]);
  }
}

describe('where one signs in by mail address', () => {
  beforeEach(onlyByMail);

  it('the last one keeps the address, and may change it', async () => {
    expect(outcome(await change(admin, { loginMailAddress: null }))).toEqual(refused);
    const moved = await change(admin, { loginMailAddress: 'moved@boss.example' });
    expect([moved.status, moved.body.loginMailAddress]).toEqual([200, admin.mail]);
    await boss();
    expect((await change(admin, { loginMailAddress: null })).status).toBe(200);
  });

  it('one without an address is no help, though there is a password', async () => {
    const other = await boss();
    await withoutMail(other);
    await staysByEveryWay(admin);
    expect((await act(other, 'deactivate')).status).toBe(200);
  });

  it('of two who give up their addresses at once, twenty times, one keeps it', async () => {
    const other = await boss();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => change(at % 2 ? admin : other, { loginMailAddress: null })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { rows } = await app.owner.query(
      'select count(*)::int as n from users where tenant_id = $1 and login_mail_address is not null',
      [tenant.tenantId],
    );
    expect(rows[0].n).toBe(1);
  });

  it('a file neither takes the last address nor leaves only those without', async () => {
    const importing: Importing = { app, tenantId: tenant.tenantId, token };
    const own = await preview(importing, file('operation,userId,loginMailAddress', `update,${admin.userId},`));
    expect(await reasonsOf(importing, own.importId)).toEqual(['2 loginMailAddress last_administrator']);
    const [mailed, bare] = [await boss(), await boss()];
    await withoutMail(bare);
    const taking = file('operation,userId,loginMailAddress', `update,${admin.userId},`);
    const both = await preview(importing, taking);
    await withoutMail(mailed);
    await carryOut(importing, both.importId);
    expect(await reasonsOf(importing, both.importId)).toEqual(['2 loginMailAddress last_administrator']);
    const { body } = await app.call('GET', `${users()}/${admin.userId}`, { token });
    expect(body.loginMailAddress).toBe(admin.mail);
  });

  it('nothing is refused that was not before where nobody can sign in any more', async () => {
    const other = await boss();
    await withoutMail(other);
    await withoutMail(admin);
    expect((await change(other, { roles: ['User'] })).status).toBe(200);
    await staysByEveryWay(admin);
  });
});

it('who has neither password nor address is no help; who has one of them is', async () => {
  const ghost = { userId: 'ghost', status: 'active', roles: ['PowerUser'] };
  expect((await app.call('POST', users(), { token, body: ghost })).status).toBe(200);
  await staysByEveryWay(admin);
  const made = { ...ghost, userId: 'made', password: PASSWORD };
  expect((await app.call('POST', users(), { token, body: made })).status).toBe(200);
  expect((await change(admin, { loginMailAddress: null })).status).toBe(200);
  expect((await change(admin, { roles: ['User'] })).status).toBe(200);
});

it('an address alone is a way in for those who are kept here only', async () => {
  const other = await boss({ withoutPassword: true });
  await app.owner.query("update users set source = 'directory' where uuid = $1", [other.uuid]);
  await staysByEveryWay(admin);
  await app.owner.query("update users set source = 'local' where uuid = $1", [other.uuid]);
  expect((await act(admin, 'deactivate')).status).toBe(200);
});

it('the one who could sign in is not lost while a lock lasts', async () => {
  const other = await boss();
  await app.owner.query("update users set status = 'locked' where uuid = $1", [other.uuid]);
  await withoutMail(admin);
  await app.owner.query('delete from user_passwords where user_uuid = $1', [admin.uuid]);
  expect(outcome(await change(other, { roles: ['User'] }))).toEqual(refused);
  expect(outcome(await remove(other))).toEqual(refused);
  // With the password there is a way in without the address, locked or not.
  expect((await change(other, { loginMailAddress: null })).status).toBe(200);
});

it('the setup guide asks for a second one who can sign in', async () => {
  const other = await boss({ withoutPassword: true });
  await withoutMail(other);
  const second = async () => {
    const { body } = await app.call('GET', `/api/portal/tenants/${tenant.tenantId}/setupSteps`, { token });
    return body.steps.find(({ id }: { id: string }) => id === 'secondAdministrator').done;
  };
  expect(await second()).toBe(false);
  await boss();
  expect(await second()).toBe(true);
});

it('a file that says of its own uploader what would cost the last one is told so', async () => {
  const importing: Importing = { app, tenantId: tenant.tenantId, token };
  const ghost = await boss({ withoutPassword: true });
  await withoutMail(ghost);
  const taking = file('operation,userId,roles', `update,${admin.userId},User`);
  const alone = await preview(importing, taking);
  expect(await reasonsOf(importing, alone.importId)).toEqual(['2 userId last_administrator']);
  await boss();
  const beside = await preview(importing, taking);
  expect(await reasonsOf(importing, beside.importId)).toEqual(['2 userId forbidden']);
});
