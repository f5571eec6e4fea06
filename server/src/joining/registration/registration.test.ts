import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type TestTenant, type TestUser } from '#test/factories.ts';
import { askForReset, exchangeCodeIn, mailsOfKind } from '#test/mailed-links.ts';
import type { Invitation } from '../../people/ports.ts';
import { inviteUser } from './registration.ts';

const NEW = 'copper meadow 93 window';
let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await sharedTestApp('with a clock');
  tenant = await makeTenant(app, { name: 'Garden Club' });
});
afterAll(() => app.close());

const post = (path: string, body: object) => app.call('POST', `/api/account/${path}`, { body });
const register = (temporaryCode: string, userInfo: object = {}, more: object = {}) =>
  app.call('PUT', '/api/account/me', { body: { temporaryCode, userInfo: { password: NEW, ...userInfo }, ...more } });
const refusal = (answer: { status: number; body: { message_id: string }[] }) => [
  answer.status,
  answer.body[0]?.message_id,
];

async function invitee(): Promise<TestUser> {
  return makeUser(app, tenant, { status: 'registering', withoutPassword: true });
}

async function invite(user: TestUser, given: Partial<Invitation> = {}): Promise<string> {
  const now = app.tools.clock();
  const invitation = { tenantId: user.tenantId, userUuid: user.uuid, now, ...given };
  await app.tools.db.inTenant(user.tenantId, (tx) => inviteUser(app.tools, tx, invitation));
  return exchangeCodeIn((await mailsOfKind(app, given.mailAddress ?? user.mail, 'invitation')).at(-1));
}

const open = async (exchangeCode: string) =>
  (await post('temporaryCode/exchange', { exchangeCode })).body.temporaryCode;

it('an invited user registers and signs in', async () => {
  const user = await invitee();
  const code = await invite(user);
  const [mail] = await mailsOfKind(app, user.mail, 'invitation');
  expect(mail?.text).toContain(`${app.url}/portal/register.html?exchangeCode=${code}`);
  expect(mail?.text).toContain('Garden Club');
  const exchanged = await post('temporaryCode/exchange', { exchangeCode: code });
  expect(exchanged.body).toMatchObject({ purpose: 'registerLoginInfo', userId: user.userId, mfaRequired: false });
  const { temporaryCode } = exchanged.body;
  expect((await post('me/brief', { temporaryCode })).body).toMatchObject({
    tenantId: tenant.tenantId,
    tenantName: 'Garden Club',
    userId: user.userId,
    familyName: 'Tester',
    loginMailAddress: user.mail,
    passwordPolicy: { minLength: 8 },
  });
  const userInfo = { familyName: 'Yamada', givenName: '花子', locale: 'ja', timezone: 'Asia/Tokyo' };
  expect((await register(temporaryCode, userInfo, { code })).status).toBe(204);
  const body = {
    type: 'loginMailAddress',
    tenantId: tenant.tenantId,
    credentials: user.mail,
    password: NEW,
    withMyInfo: true,
  };
  expect((await app.call('POST', '/api/auth/login/user', { body })).body).toMatchObject({
    status: 'completed',
    me: { ...userInfo, status: 'active', roles: ['User'] },
  });
  await mailsOfKind(app, user.mail, 'registered');
  for (const again of [await register(temporaryCode), await post('me/brief', { temporaryCode })]) {
    expect(refusal(again)).toEqual([410, 'revoked_or_expired']);
  }
});

it('keeps names that are left out, and the code if the password is refused', async () => {
  const user = await invitee();
  const temporaryCode = await open(await invite(user));
  const weak = await register(temporaryCode, { password: 'password1' });
  expect([...refusal(weak), weak.body[0].field]).toEqual([400, 'common_password', 'userInfo.password']);
  expect((await register(temporaryCode)).status).toBe(204);
  const { rows } = await app.owner.query('select family_name, status, roles from users where uuid = $1', [user.uuid]);
  expect(rows).toEqual([{ family_name: 'Tester', status: 'active', roles: ['User'] }]);
});

it('the invited address becomes the sign-in address', async () => {
  const user = await invitee();
  const code = await invite(user, { mailAddress: 'elsewhere@example.com' });
  // It stays pending, so that the user can be invited again without naming it.
  const waiting = 'select next_login_mail_address as next from users where uuid = $1';
  expect((await app.owner.query(waiting, [user.uuid])).rows).toEqual([{ next: 'elsewhere@example.com' }]);
  const temporaryCode = await open(code);
  expect((await register(temporaryCode)).status).toBe(204);
  const { rows } = await app.owner.query('select login_mail_address from users where uuid = $1', [user.uuid]);
  expect(rows[0].login_mail_address).toBe('elsewhere@example.com');
});

it('refuses an address that another user has taken in the meantime, and keeps the code', async () => {
  const user = await invitee();
  const temporaryCode = await open(await invite(user, { mailAddress: 'taken@example.com' }));
  const owner = await makeUser(app, tenant, { mail: 'Taken@example.com' });
  expect(refusal(await register(temporaryCode))).toEqual([409, 'duplicated_params_loginMailAddress']);
  await app.owner.query("update users set login_mail_address = 'moved@example.com' where uuid = $1", [owner.uuid]);
  expect((await register(temporaryCode)).status).toBe(204);
});

it('of twenty concurrent registrations with one code, one succeeds', async () => {
  const user = await invitee();
  const temporaryCode = await open(await invite(user));
  const answers = await Promise.all(Array.from({ length: 20 }, () => register(temporaryCode)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(410)]);
});

it('codes work only for their own purpose', async () => {
  const user = await invitee();
  const invited = await open(await invite(user));
  const body = { temporaryCode: invited, password: NEW, tenantId: user.tenantId };
  expect((await post('resetPassword', body)).status).toBe(410);
  expect(
    (await post('mfa/authenticate', { temporaryCode: invited, tenantId: user.tenantId, otp: '123456' })).status,
  ).toBe(410);
  expect((await post('disableMfa', { temporaryCode: invited, authMfaId: 'x'.repeat(43) })).status).toBe(410);
  const forgetful = await makeUser(app, tenant);
  const resetting = await open(await askForReset(app, forgetful));
  expect((await register(resetting)).status).toBe(410);
  expect((await post('me/brief', { temporaryCode: resetting })).status).toBe(410);
  expect((await register(invited, {}, { code: await invite(await invitee()) })).status).toBe(410);
  expect((await register(invited)).status).toBe(204);
});

it('an invitation ends at its expiry, with a newer one, and with the user', async () => {
  const user = await invitee();
  const first = await invite(user);
  const second = await invite(user, { seconds: 600 });
  expect((await post('temporaryCode/exchange', { exchangeCode: first })).status).toBe(410);
  app.advance(601_000);
  expect((await post('temporaryCode/exchange', { exchangeCode: second })).status).toBe(410);
  const temporaryCode = await open(await invite(user));
  await app.owner.query("update users set status = 'inactive' where uuid = $1", [user.uuid]);
  expect((await register(temporaryCode)).status).toBe(410);
});

it('only unregistered users with an address can be invited', async () => {
  const active = await makeUser(app, tenant);
  await expect(invite(active)).rejects.toMatchObject({ id: 'conflict' });
  await expect(invite({ ...active, uuid: '01890000-0000-7000-8000-000000000000' })).rejects.toMatchObject({
    id: 'no_user_exists',
  });
  const silent = await invitee();
  await app.owner.query('update users set login_mail_address = null where uuid = $1', [silent.uuid]);
  await expect(invite(silent)).rejects.toMatchObject({ id: 'invalid_params' });
});

it('refuses fields that the form does not have, such as roles', async () => {
  const temporaryCode = await open(await invite(await invitee()));
  for (const more of [
    { roles: ['PowerUser'] },
    { status: 'active' },
    { loginMailAddress: 'x@example.com' },
    { tenantId: 'x' },
  ]) {
    expect((await register(temporaryCode, more)).status).toBe(400);
  }
});
