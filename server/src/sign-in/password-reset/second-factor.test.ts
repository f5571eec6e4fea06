import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type TestTenant, type TestUser } from '#test/factories.ts';
import { type Authenticator, addAuthenticator, askForReset, mailsOfKind, openReset } from '#test/mailed-links.ts';

const NEW = 'copper meadow 93 window';
let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const post = (path: string, body: object) => app.call('POST', `/api/account/${path}`, { body });
const reset = (user: TestUser, temporaryCode: string, authMfaId?: string) =>
  post('resetPassword', { temporaryCode, password: NEW, tenantId: user.tenantId, ...(authMfaId && { authMfaId }) });
const give = (user: TestUser, temporaryCode: string, factor: { otp?: string; recoveryCode?: string }) =>
  post('mfa/authenticate', { temporaryCode, tenantId: user.tenantId, ...factor });
const signInWith = (user: TestUser, password: string) =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password },
  });
const refusal = (answer: { status: number; body: { message_id: string }[] }) => [
  answer.status,
  answer.body[0]?.message_id,
];

async function userWithAuthenticator(): Promise<[TestUser, Authenticator]> {
  const user = await makeUser(app, tenant);
  return [user, await addAuthenticator(app, user)];
}

/** Six digits that are no currently valid code. */
function wrongOtp(authenticator: Authenticator): string {
  const right = [-2, -1, 0, 1, 2].map((ahead) => authenticator.otp(ahead));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((otp) => !right.includes(otp)) ?? '';
}

it('is asked for, and enforced by the server', async () => {
  const [user, authenticator] = await userWithAuthenticator();
  const exchanged = await post('temporaryCode/exchange', { exchangeCode: await askForReset(app, user) });
  expect(exchanged.body).toMatchObject({ mfaRequired: true, mfaMethods: ['totp', 'recoveryCode'] });
  const { temporaryCode } = exchanged.body;
  expect(refusal(await reset(user, temporaryCode))).toEqual([403, 'mfa_not_authenticated']);
  expect(refusal(await reset(user, temporaryCode, 'x'.repeat(43)))).toEqual([403, 'mfa_not_authenticated']);
  const wrong = await give(user, temporaryCode, { otp: wrongOtp(authenticator) });
  expect([...refusal(wrong), wrong.body[0].field]).toEqual([400, 'wrong_otp', 'otp']);
  expect(refusal(await reset(user, temporaryCode))).toEqual([403, 'mfa_not_authenticated']);
  const given = await give(user, temporaryCode, { otp: authenticator.otp() });
  expect(given.status).toBe(200);
  // The ID is required as well: the code alone is not enough.
  expect(refusal(await reset(user, temporaryCode))).toEqual([403, 'mfa_not_authenticated']);
  expect((await reset(user, temporaryCode, given.body.authMfaId)).status).toBe(204);
  expect((await signInWith(user, NEW)).body.status).toBe('mfaRequired');
});

it('is not asked for while the tenant has turned second factors off', async () => {
  const other = await makeTenant(app);
  const user = await makeUser(app, other);
  await addAuthenticator(app, user);
  const turn = (on: boolean) =>
    app.owner.query('update tenants set security_policy = $2 where tenant_id = $1', [
      other.tenantId,
      JSON.stringify({ loginPolicy: { mfa: { enabled: on } } }),
    ]);
  await turn(false);
  const exchanged = await post('temporaryCode/exchange', { exchangeCode: await askForReset(app, user) });
  expect(exchanged.body).toMatchObject({ mfaRequired: false, mfaMethods: [] });
  await turn(true);
  expect(refusal(await reset(user, exchanged.body.temporaryCode))).toEqual([403, 'mfa_not_authenticated']);
  await turn(false);
  expect((await reset(user, exchanged.body.temporaryCode)).status).toBe(204);
  expect((await signInWith(user, NEW)).body.status).toBe('completed');
});

it('takes a step once, also after it opened another door', async () => {
  const [user, authenticator] = await userWithAuthenticator();
  const otp = authenticator.otp();
  const { loginId } = (await signInWith(user, user.password)).body;
  expect((await app.call('POST', '/api/auth/login/user/mfa', { body: { loginId, otp } })).status).toBe(200);
  expect(refusal(await give(user, await openReset(app, user), { otp }))).toEqual([400, 'wrong_otp']);
});

it('takes a recovery code once and tells the person', async () => {
  const [user, { recoveryCodes }] = await userWithAuthenticator();
  const recoveryCode = recoveryCodes[0]?.toUpperCase() ?? '';
  const first = await openReset(app, user);
  const given = await give(user, first, { recoveryCode });
  expect(given.status).toBe(200);
  await mailsOfKind(app, user.mail, 'recoveryCodeUsed');
  expect(refusal(await give(user, await openReset(app, user, 2), { recoveryCode }))).toEqual([400, 'wrong_otp']);
  expect((await reset(user, first, given.body.authMfaId)).status).toBe(204);
});

it('has one winner among twenty who give the same code, whose proof stays good', async () => {
  const [user, authenticator] = await userWithAuthenticator();
  const temporaryCode = await openReset(app, user);
  const otp = authenticator.otp();
  const answers = await Promise.all(Array.from({ length: 20 }, () => give(user, temporaryCode, { otp })));
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  expect((await reset(user, temporaryCode, winners[0]?.body.authMfaId)).status).toBe(204);
});

it('stops after ten tries, and after twenty wrong ones a day and account', async () => {
  const [user, authenticator] = await userWithAuthenticator();
  const otp = wrongOtp(authenticator);
  for (const round of [1, 2]) {
    const temporaryCode = await openReset(app, user, round);
    const answers = [];
    for (let n = 0; n < 10; n += 1) answers.push((await give(user, temporaryCode, { otp })).status);
    expect(answers).toEqual(Array(10).fill(400));
    const right = await give(user, temporaryCode, { otp: authenticator.otp() });
    expect(refusal(right)).toEqual(round === 1 ? [410, 'revoked_or_expired'] : [429, 'too_many_requests']);
    expect(refusal(await reset(user, temporaryCode))).toEqual([403, 'mfa_not_authenticated']);
  }
  const third = await openReset(app, user, 3);
  expect(refusal(await give(user, third, { otp: authenticator.otp() }))).toEqual([429, 'too_many_requests']);
  const log = await app.owner.query('select reason, count(*)::int from login_log where user_uuid = $1 group by 1', [
    user.uuid,
  ]);
  expect(log.rows).toEqual([{ reason: 'wrong_otp', count: 20 }]);
});

it('is not available to those who have none, nor with another tenant, purpose or form', async () => {
  const plain = await makeUser(app, tenant);
  expect(refusal(await give(plain, await openReset(app, plain), { otp: '123456' }))).toEqual([
    409,
    'mfa_not_available',
  ]);
  const [user, authenticator] = await userWithAuthenticator();
  const temporaryCode = await openReset(app, user);
  const otp = authenticator.otp();
  const other = await makeTenant(app);
  expect((await give({ ...user, tenantId: other.tenantId }, temporaryCode, { otp })).status).toBe(410);
  expect((await give(user, temporaryCode, {})).status).toBe(400);
  expect((await give(user, temporaryCode, { otp, recoveryCode: authenticator.recoveryCodes[0] })).status).toBe(400);
  expect((await give(user, temporaryCode, { otp: '12345a' })).status).toBe(400);
  expect((await give(user, temporaryCode, { otp })).status).toBe(200);
});

it('is removed in the course of a reset only after it was given, and the person is told', async () => {
  const [user, { recoveryCodes }] = await userWithAuthenticator();
  const temporaryCode = await openReset(app, user);
  const disable = (authMfaId: string) => post('disableMfa', { temporaryCode, authMfaId });
  expect(refusal(await disable('x'.repeat(43)))).toEqual([403, 'mfa_not_authenticated']);
  const { authMfaId } = (await give(user, temporaryCode, { recoveryCode: recoveryCodes[0] })).body;
  expect((await disable(authMfaId)).status).toBe(204);
  expect(refusal(await disable(authMfaId))).toEqual([404, 'totp_not_exist']);
  await mailsOfKind(app, user.mail, 'mfaDisabled');
  expect((await reset(user, temporaryCode)).status).toBe(204);
  expect((await signInWith(user, NEW)).body.status).toBe('completed');
  const left = await app.owner.query('select from recovery_codes where user_uuid = $1', [user.uuid]);
  expect(left.rowCount).toBe(0);
});

it('counts one set up while the page was open', async () => {
  const user = await makeUser(app, tenant);
  const temporaryCode = await openReset(app, user);
  await addAuthenticator(app, user);
  expect(refusal(await reset(user, temporaryCode))).toEqual([403, 'mfa_not_authenticated']);
});
