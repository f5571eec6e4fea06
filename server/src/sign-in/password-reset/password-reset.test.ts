import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { askForReset, exchangeCodeIn, mailRequestsAnswered, mailsOfKind, openReset } from '#test/mailed-links.ts';

const NEW = 'copper meadow 93 window';
let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await sharedTestApp('with a clock');
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const headers = { 'x-request-id': 'of-the-page' };
const post = (path: string, body: object) => app.call('POST', `/api/account/${path}`, { body, headers });
const exchange = (exchangeCode: string) => post('temporaryCode/exchange', { exchangeCode });
const reset = (user: TestUser, temporaryCode: string, more: object = {}) =>
  post('resetPassword', { temporaryCode, password: NEW, tenantId: user.tenantId, ...more });
const tryPassword = async (user: TestUser, password: string) => {
  const body = { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password };
  return (await app.call('POST', '/api/auth/login/user', { body })).status;
};
const idOf = (answer: { body: { message_id: string }[] }) => answer.body[0]?.message_id;

it('leads from the mail to a new password, signs out everywhere and tells the person', async () => {
  const user = await makeUser(app, tenant);
  const before = await signIn(app, user);
  const exchangeCode = await askForReset(app, user);
  const exchanged = await exchange(exchangeCode);
  expect(exchanged.body).toMatchObject({
    purpose: 'resetPassword',
    userId: user.userId,
    mfaRequired: false,
    mfaMethods: [],
  });
  expect(exchanged.body.passwordPolicy).toMatchObject({ minLength: 8, history: 0 });
  const { temporaryCode } = exchanged.body;
  expect((await reset(user, temporaryCode, { exchangeCode })).status).toBe(204);
  expect(await tryPassword(user, user.password)).toBe(401);
  expect(await tryPassword(user, NEW)).toBe(200);
  expect((await app.call('GET', '/api/auth/me', { token: before.token })).status).toBe(401);
  await mailsOfKind(app, user.mail, 'passwordChanged');
  for (const again of [await exchange(exchangeCode), await reset(user, temporaryCode)]) {
    expect([again.status, idOf(again)]).toEqual([410, 'revoked_or_expired']);
  }
  const log = await app.owner.query(
    'select action, changes, client_request_id from system_operation_log where target_id = $1',
    [user.uuid],
  );
  expect(log.rows).toEqual([
    { action: 'POST /api/account/resetPassword', changes: { password: {} }, client_request_id: 'of-the-page' },
  ]);
});

it('names the tenant in the mail and the page in its link', async () => {
  const user = await makeUser(app, tenant);
  const code = await askForReset(app, user);
  const [mail] = await mailsOfKind(app, user.mail, 'passwordReset');
  expect(mail?.text).toContain(`${app.url}/portal/reset-password.html?exchangeCode=${code}`);
  expect(mail?.text).toContain(tenant.tenantId);
  expect(code.startsWith(`${tenant.tenantId}.`)).toBe(true);
});

it('mails a link for each account of the address, or for the one in the named tenant', async () => {
  const other = await makeTenant(app);
  const here = await makeUser(app, tenant, { mail: 'both@example.com' });
  const there = await makeUser(app, other, { mail: 'Both@Example.com' });
  await post('sendResetPasswordConfirmation', { mailAddress: 'BOTH@example.com' });
  const mails = await mailsOfKind(app, here.mail, 'passwordReset', 2);
  expect(mails.map((mail) => exchangeCodeIn(mail).split('.')[0]).sort()).toEqual(
    [tenant.tenantId, other.tenantId].sort(),
  );
  await post('sendResetPasswordConfirmation', { mailAddress: here.mail, tenantId: there.tenantId });
  const third = (await mailsOfKind(app, here.mail, 'passwordReset', 3)).at(-1);
  expect(exchangeCodeIn(third)).toMatch(new RegExp(`^${other.tenantId}\\.`));
});

it('lifts a lock', async () => {
  const user = await makeUser(app, tenant, { status: 'locked' });
  expect(await tryPassword(user, user.password)).toBe(401);
  expect((await reset(user, await openReset(app, user))).status).toBe(204);
  expect(await tryPassword(user, NEW)).toBe(200);
});

it('answers alike, and mails nothing, where there is no account to reset', async () => {
  const closed = await makeTenant(app);
  const users = [
    await makeUser(app, tenant, { status: 'inactive' }),
    await makeUser(app, tenant, { status: 'registering' }),
    await makeUser(app, tenant, { userId: 'agent:sync', mail: 'agent@example.com' }),
    await makeUser(app, closed),
    await makeUser(app, tenant, { withoutPassword: true }),
  ];
  await app.owner.query("update tenants set status = 'suspended' where tenant_id = $1", [closed.tenantId]);
  await app.owner.query("update users set source = 'directory' where uuid = $1", [users[4]?.uuid]);
  const asked = [
    ...users.flatMap((user) => [{ mailAddress: user.mail }, { mailAddress: user.mail, tenantId: user.tenantId }]),
    { mailAddress: 'nobody@example.com' },
    { mailAddress: 'nobody@example.com', tenantId: tenant.tenantId },
    { mailAddress: 'nobody@example.com', tenantId: 'no-such-tenant' },
    { mailAddress: 'nobody@example.com', tenantId: '-' },
    { mailAddress: 'nobody@example.com', tenantId: '' },
  ];
  const answers = await Promise.all(asked.map((body) => post('sendResetPasswordConfirmation', body)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(new Set(['204 ""']));
  await mailRequestsAnswered(app);
  for (const { mail } of users) expect(await app.mails(mail)).toEqual([]);
});

it('offers a password to a local user who has none yet', async () => {
  const user = await makeUser(app, tenant, { withoutPassword: true });
  expect((await reset(user, await openReset(app, user))).status).toBe(204);
  expect(await tryPassword(user, NEW)).toBe(200);
});

it('keeps the code when the password is refused', async () => {
  const user = await makeUser(app, tenant);
  await app.owner.query(
    `update tenants set security_policy = '{"passwordPolicy": {"history": 3}}' where tenant_id = $1`,
    [user.tenantId],
  );
  const temporaryCode = await openReset(app, user);
  for (const [password, id] of [
    ['short', 'password_policy_violated'],
    ['password1', 'common_password'],
    [user.password, 'history'],
  ]) {
    const answer = await reset(user, temporaryCode, { password });
    expect([answer.status, answer.body[0].message_id, answer.body[0].field]).toEqual([400, id, 'password']);
  }
  expect((await reset(user, temporaryCode)).status).toBe(204);
});

it('makes older links worthless and leaves a reset that has gone on alone', async () => {
  const user = await makeUser(app, tenant);
  const first = await askForReset(app, user);
  const second = await askForReset(app, user, 2);
  expect((await exchange(first)).status).toBe(410);
  const { temporaryCode } = (await exchange(second)).body;
  await askForReset(app, user, 3);
  expect((await reset(user, temporaryCode)).status).toBe(204);
  const [, , third] = await mailsOfKind(app, user.mail, 'passwordReset', 3);
  expect((await exchange(exchangeCodeIn(third))).status).toBe(410);
});

it('binds the code to its tenant, its user and the link it came from', async () => {
  const other = await makeTenant(app);
  const [user, neighbour] = [await makeUser(app, tenant), await makeUser(app, other)];
  const exchangeCode = await askForReset(app, user);
  const { temporaryCode } = (await exchange(exchangeCode)).body;
  const foreignLink = await askForReset(app, neighbour);
  const moved = temporaryCode.replace(tenant.tenantId, other.tenantId);
  const tries = [
    await reset(neighbour, temporaryCode),
    await reset(neighbour, moved),
    await reset(user, temporaryCode, { exchangeCode: foreignLink }),
    await reset(user, exchangeCode),
    await exchange(temporaryCode),
    await exchange(moved),
    await exchange(`-.${temporaryCode.split('.')[1]}`),
    await exchange('x'.repeat(60)),
  ];
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 410));
  expect((await reset(user, temporaryCode)).status).toBe(204);
});

it('ends links after an hour and temporary codes after a quarter', async () => {
  const user = await makeUser(app, tenant);
  const link = await askForReset(app, user);
  app.advance(59 * 60_000);
  const { temporaryCode } = (await exchange(link)).body;
  const late = await askForReset(app, user, 2);
  app.advance(59 * 60_000 + 14 * 60_000);
  expect((await reset(user, temporaryCode)).status).toBe(410);
  expect((await exchange(late)).status).toBe(410);
  app.advance(0);
});

it('is worth nothing once the user was deactivated', async () => {
  const user = await makeUser(app, tenant);
  const temporaryCode = await openReset(app, user);
  const link = await askForReset(app, user, 2);
  await app.owner.query("update users set status = 'inactive' where uuid = $1", [user.uuid]);
  expect((await exchange(link)).status).toBe(410);
  expect((await reset(user, temporaryCode)).status).toBe(410);
});

it.each([
  ['signs in elsewhere', "update users set source = 'scim' where uuid = $1"],
  ['is a management agent', "update users set user_id = 'agent:' || user_id where uuid = $1"],
])('is worth nothing once the user %s and has no password', async (_, statement) => {
  const user = await makeUser(app, tenant, { withoutPassword: true });
  const temporaryCode = await openReset(app, user);
  const exchangeCode = await askForReset(app, user, 2);
  await app.owner.query(statement, [user.uuid]);
  expect(idOf(await exchange(exchangeCode))).toBe('revoked_or_expired');
  expect(idOf(await reset(user, temporaryCode))).toBe('revoked_or_expired');
});

it('has one winner among twenty who use a link, and among twenty who use its temporary code', async () => {
  const user = await makeUser(app, tenant);
  const link = await askForReset(app, user);
  const twenty = Array.from({ length: 20 });
  const opened = await Promise.all(twenty.map(() => exchange(link)));
  expect(opened.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(410)]);
  const temporaryCode = opened.find(({ status }) => status === 200)?.body.temporaryCode;
  const passwords = twenty.map((_, n) => `copper meadow ${n} window`);
  const resets = await Promise.all(passwords.map((password) => reset(user, temporaryCode, { password })));
  expect(resets.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(410)]);
  const won = passwords[resets.findIndex(({ status }) => status === 204)];
  expect(await tryPassword(user, won ?? '')).toBe(200);
});

it('refuses unknown fields and wrong forms', async () => {
  const user = await makeUser(app, tenant);
  const temporaryCode = await openReset(app, user);
  for (const more of [
    { roles: ['PowerUser'] },
    { password: '' },
    { password: 'a'.repeat(10_000) },
    { tenantId: ['x'] },
  ]) {
    expect((await reset(user, temporaryCode, more)).status).toBe(400);
  }
  expect((await post('sendResetPasswordConfirmation', { mailAddress: 'no address' })).status).toBe(400);
});
