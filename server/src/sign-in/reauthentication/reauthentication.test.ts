import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { otpOf, setUpTotp, TOTP_REQUEST, wrongOtpOf } from '#test/authenticator.ts';
import { makeClient, tokensFor } from '#test/oauth.ts';
import { makeTenant, makeUser, PASSWORD, portalTokens, signIn, type TestTenant } from '#test/factories.ts';

const QUARTER = 15 * 60_000;
let app: TestApp;
let tenant: TestTenant;
const prove = (token: string, body: unknown) => app.call('POST', '/api/auth/me/reauthenticate', { token, body });
const create = (token: string) => app.call('POST', '/api/auth/me/mfa/totp', { token, body: TOTP_REQUEST });
const pin = (token: string) => app.call('POST', '/api/auth/me/userCode/request', { token, body: {} });

/** Lets the proof of a session grow old and issues a new token, because the old one has expired meanwhile. */
async function grownOld(cookie: string): Promise<string> {
  app.advance(QUARTER);
  return (await portalTokens(app, cookie)).token;
}

beforeAll(async () => {
  app = await sharedTestApp('with a clock');
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

it('sensitive acts need a proof of the last fifteen minutes; the password gives one', async () => {
  const user = await makeUser(app, tenant);
  const { cookie, token } = await signIn(app, user);
  expect((await create(token)).status).toBe(200);
  const later = await grownOld(cookie);
  const calls: [string, string, unknown?][] = [
    ['POST', '/api/auth/me/mfa/totp', TOTP_REQUEST],
    ['POST', '/api/auth/me/mfa/recoveryCodes'],
    ['POST', '/api/auth/me/userCode/request', {}],
    ['DELETE', '/api/auth/me/userCode'],
    ['POST', '/api/auth/me/cards', { deviceType: 'PorticoMfp', number: '12345678' }],
    ['POST', '/api/portal/sendUserLoginMailAddressConfirmation', { loginMailAddress: 'new@example.com' }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await app.call(method, path, { token: later, body });
    expect([path, answer.status, answer.body[0].message_id]).toEqual([path, 403, 'reauthentication_required']);
  }
  const wrong = await prove(later, { password: 'wrong' });
  expect([wrong.status, wrong.body[0]]).toMatchObject([
    400,
    { message_id: 'wrong_currentPassword', field: 'password' },
  ]);
  expect((await prove(later, {})).body[0].message_id).toBe('wrong_currentPassword');
  expect((await create(later)).status).toBe(403);
  const proved = await prove(later, { password: PASSWORD });
  expect(proved.status).toBe(200);
  expect(Date.parse(proved.body.provedUntil) - app.tools.clock().getTime()).toBeGreaterThan(QUARTER - 5_000);
  expect((await create(later)).status).toBe(200);
});

it('where a second factor is set up the proof includes it, once', async () => {
  const user = await makeUser(app, tenant);
  const { cookie, token } = await signIn(app, user);
  const { secret, recoveryCodes } = await setUpTotp(app, token);
  const later = await grownOld(cookie);
  expect((await prove(later, { password: PASSWORD })).body[0]).toMatchObject({ message_id: 'wrong_otp', field: 'otp' });
  const otp = wrongOtpOf(app, secret);
  expect((await prove(later, { password: PASSWORD, otp })).body[0].message_id).toBe('wrong_otp');
  expect((await pin(later)).status).toBe(403);
  const right = otpOf(app, secret);
  expect((await prove(later, { password: PASSWORD, otp: right })).status).toBe(200);
  expect((await pin(later)).status).toBe(200);
  expect((await prove(later, { password: PASSWORD, otp: right })).body[0].message_id).toBe('wrong_otp');
  const [recoveryCode] = recoveryCodes;
  expect((await prove(later, { password: PASSWORD, recoveryCode })).status).toBe(200);
  const replayed = await prove(later, { password: PASSWORD, recoveryCode });
  expect(replayed.body[0]).toMatchObject({ message_id: 'wrong_otp', field: 'recoveryCode' });
  expect((await prove(later, { password: PASSWORD, recoveryCode, otp: right })).body[0].message_id).toBe(
    'invalid_params',
  );
  expect((await app.mails(user.mail)).map(({ kind }) => kind)).toContain('recoveryCodeUsed');
});

it('a session opened before the second factor was set up does no sensitive act without it', async () => {
  const user = await makeUser(app, tenant);
  const [old, current] = [await signIn(app, user), await signIn(app, user)];
  await setUpTotp(app, current.token);
  app.advance(600);
  expect((await pin(current.token)).status).toBe(200);
  expect((await pin(old.token)).body[0].message_id).toBe('reauthentication_required');
});

it('has one winner among twenty at once with the same code', async () => {
  const user = await makeUser(app, tenant);
  const { cookie, token } = await signIn(app, user);
  const { recoveryCodes } = await setUpTotp(app, token);
  const later = await grownOld(cookie);
  const body = { password: PASSWORD, recoveryCode: recoveryCodes[0] };
  const answers = await Promise.all(Array.from({ length: 20 }, () => prove(later, body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('an account without a password proves itself by its second factor, else by signing in anew', async () => {
  const user = await makeUser(app, tenant);
  const { cookie, token } = await signIn(app, user);
  const { secret } = await setUpTotp(app, token);
  await app.owner.query('delete from user_passwords where user_uuid = $1', [user.uuid]);
  const later = await grownOld(cookie);
  expect((await prove(later, { password: PASSWORD })).body[0].message_id).toBe('wrong_currentPassword');
  expect((await prove(later, { otp: otpOf(app, secret) })).status).toBe(200);
  await app.owner.query('delete from totps where user_uuid = $1', [user.uuid]);
  expect((await prove(later, {})).body[0].message_id).toBe('reauthentication_required');
});

it('proves nothing for a grant that outlives the session', async () => {
  const user = await makeUser(app, tenant);
  const { cookie } = await signIn(app, user);
  const client = await makeClient(app, tenant);
  const scope = 'openid offline_access portal:user:admin';
  const { access_token: token } = await tokensFor(app, client, cookie, scope, { prompt: 'consent' });
  expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(200);
  const answer = await prove(token, { password: PASSWORD });
  expect([answer.status, answer.body[0].message_id]).toEqual([403, 'forbidden']);
  expect((await pin(token)).status).toBe(403);
});
