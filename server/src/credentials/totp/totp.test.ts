import { randomUUID } from 'node:crypto';
import { URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { createTotp, otpOf, setUpTotp, TOTP_REQUEST, wrongOtpOf } from '#test/authenticator.ts';
import { makeTenant, makeUser, PASSWORD, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
const activate = (token: string, uuid: string, otp: string) =>
  app.call('PUT', `/api/auth/me/mfa/totp/${uuid}/activate`, { token, body: { uuid, otp } });
const remove = (token: string, uuid: string) => app.call('DELETE', `/api/auth/me/mfa/totp/${uuid}`, { token });
const left = (token: string) => app.call('GET', '/api/auth/me/mfa/recoveryCodes', { token });
const renew = (token: string) => app.call('POST', '/api/auth/me/mfa/recoveryCodes', { token });
const login = async (user: TestUser) => {
  const body = { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: PASSWORD };
  return (await app.call('POST', '/api/auth/login/user', { body })).body;
};
const loginMfa = (body: unknown) => app.call('POST', '/api/auth/login/user/mfa', { body });

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

describe('setting up', () => {
  it('gives a key URI, activates with its code, and shows ten recovery codes', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const { uuid, secret, uri } = await createTotp(app, token);
    const parsed = URI.parse(uri);
    expect(parsed).toMatchObject({ issuer: 'Portico', algorithm: 'SHA1', digits: 6, period: 30 });
    expect(parsed.label).toBe(`${user.tenantId}/${user.userId}`);
    const answer = await activate(token, uuid, otpOf(app, secret));
    expect(answer.status).toBe(200);
    expect(new Set(answer.body.recoveryCodes).size).toBe(10);
    expect((await left(token)).body).toEqual({ left: 10, total: 10 });
    const me = await app.call('GET', '/api/auth/me', { token });
    expect(me.body.totp).toMatchObject([{ uuid, enabled: true }]);
    expect((await app.mails(user.mail)).map(({ kind }) => kind)).toEqual(['mfaEnabled']);
    const { rows } = await app.owner.query('select * from totps natural join recovery_codes where user_uuid = $1', [
      user.uuid,
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const logged = await app.owner.query('select * from system_operation_log where operator_uuid = $1', [user.uuid]);
    expect(JSON.stringify(logged.rows)).not.toContain(secret);
    expect(logged.rows).toHaveLength(2);
  });

  it('the code that activated does not sign in; the next one does, once', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const { secret, otp } = await setUpTotp(app, token);
    const first = await login(user);
    expect(first).toMatchObject({ status: 'mfaRequired', methods: ['totp', 'recoveryCode'] });
    const replay = await loginMfa({ loginId: first.loginId, otp });
    expect(replay.body[0].message_id).toBe('wrong_otp');
    const next = otpOf(app, secret, 1);
    expect((await loginMfa({ loginId: first.loginId, otp: next })).status).toBe(200);
    const second = await login(user);
    expect((await loginMfa({ loginId: second.loginId, otp: next })).status).toBe(400);
  });

  it('a newer secret replaces the one that waits, which after an hour is worthless', async () => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    const [older, newer] = [await createTotp(app, token), await createTotp(app, token)];
    expect((await activate(token, older.uuid, otpOf(app, older.secret))).body[0].message_id).toBe('totp_not_exist');
    await app.owner.query("update totps set created_at = created_at - interval '1 hour' where uuid = $1", [newer.uuid]);
    expect((await activate(token, newer.uuid, otpOf(app, newer.secret))).body[0].message_id).toBe('totp_not_exist');
  });

  it('wrong codes are counted: after the tenth the secret is gone', async () => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    const { uuid, secret } = await createTotp(app, token);
    for (let tries = 0; tries < 10; tries += 1) {
      const answer = await activate(token, uuid, wrongOtpOf(app, secret));
      expect([answer.status, answer.body[0]]).toMatchObject([400, { message_id: 'wrong_otp', field: 'otp' }]);
    }
    const answer = await activate(token, uuid, otpOf(app, secret));
    expect([answer.status, answer.body[0].message_id]).toEqual([404, 'totp_not_exist']);
  });

  it('twenty activations at once end with one enabled and one set of codes', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const { uuid, secret } = await createTotp(app, token);
    const otp = otpOf(app, secret);
    const answers = await Promise.all(Array.from({ length: 20 }, () => activate(token, uuid, otp)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body[0].message_id);
    expect(new Set(refused)).toEqual(new Set(['already_activated_secret_key']));
    const { rows } = await app.owner.query(
      'select count(*)::int as codes, (select count(*)::int from totps where user_uuid = $1) as totps from recovery_codes where user_uuid = $1',
      [user.uuid],
    );
    expect(rows[0]).toEqual({ codes: 10, totps: 1 });
  });

  it('twenty secrets at once leave one', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    await Promise.all(Array.from({ length: 20 }, () => createTotp(app, token)));
    const { rows } = await app.owner.query('select count(*)::int as n from totps where user_uuid = $1', [user.uuid]);
    expect(rows[0].n).toBe(1);
  });
});

describe('what is refused', () => {
  it('a second one, other parameters, and a tenant that offers none', async () => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    const { uuid } = await setUpTotp(app, token);
    const again = await app.call('POST', '/api/auth/me/mfa/totp', { token, body: TOTP_REQUEST });
    expect([again.status, again.body[0].message_id]).toEqual([409, 'exceeded_totps']);
    for (const wrong of [{ digits: 8 }, { algorithm: 'SHA256' }, { period: 60 }, { type: 'hotp' }]) {
      const answer = await app.call('POST', '/api/auth/me/mfa/totp', { token, body: { ...TOTP_REQUEST, ...wrong } });
      expect(answer.body[0]).toMatchObject({ message_id: 'invalid_params', field: Object.keys(wrong)[0] });
    }
    const mismatch = { token, body: { uuid: randomUUID(), otp: '123456' } };
    expect((await app.call('PUT', `/api/auth/me/mfa/totp/${uuid}/activate`, mismatch)).status).toBe(400);
    const without = await makeTenant(app, { securityPolicy: { loginPolicy: { mfa: { enabled: false } } } });
    const other = await signIn(app, await makeUser(app, without));
    const none = await app.call('POST', '/api/auth/me/mfa/totp', { token: other.token, body: TOTP_REQUEST });
    expect([none.status, none.body[0].message_id]).toEqual([409, 'mfa_not_available']);
  });

  it('the secret of another user or tenant, exactly like an unknown one', async () => {
    const mine = await signIn(app, await makeUser(app, tenant));
    const { uuid, secret } = await createTotp(app, mine.token);
    const neighbour = await signIn(app, await makeUser(app, tenant));
    const stranger = await signIn(app, await makeUser(app, await makeTenant(app)));
    const unknown = await activate(neighbour.token, randomUUID(), '123456');
    for (const { token } of [neighbour, stranger]) {
      const answer = await activate(token, uuid, otpOf(app, secret));
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
      expect((await remove(token, uuid)).status).toBe(404);
    }
    expect((await activate(mine.token, uuid, otpOf(app, secret))).status).toBe(200);
  });
});

describe('where a second factor is enforced', () => {
  it('the portal opens after it is set up; replacing it goes by removing it', async () => {
    const mfa = { siteEnforceMfa: { enabled: true, roles: ['User'] } };
    const strict = await makeTenant(app, { securityPolicy: { loginPolicy: { mfa } } });
    const user = await makeUser(app, strict);
    const { token } = await signIn(app, user);
    const sessions = () => app.call('GET', '/api/auth/me/sessions', { token });
    expect((await sessions()).body[0].message_id).toBe('mfa_not_authenticated');
    const { uuid } = await setUpTotp(app, token);
    expect((await sessions()).status).toBe(200);
    expect((await remove(token, uuid)).status).toBe(204);
    expect((await sessions()).body[0].message_id).toBe('mfa_not_authenticated');
    await setUpTotp(app, token);
    expect((await sessions()).status).toBe(200);
  });
});

describe('removing and recovery codes', () => {
  it('removes the recovery codes too and tells by mail; signing in asks for no second factor any more', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const { uuid } = await setUpTotp(app, token);
    expect((await remove(token, uuid)).status).toBe(204);
    expect((await remove(token, uuid)).status).toBe(404);
    expect((await left(token)).body).toEqual({ left: 0, total: 0 });
    expect((await login(user)).status).toBe('completed');
    expect((await app.mails(user.mail)).map(({ kind }) => kind)).toEqual(['mfaEnabled', 'mfaDisabled']);
    expect((await renew(token)).body[0].message_id).toBe('totp_not_exist');
  });

  it('new codes make the old ones worthless; each signs in once', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const { recoveryCodes: old } = await setUpTotp(app, token);
    const renewed = await renew(token);
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    const { loginId } = await login(user);
    expect((await loginMfa({ loginId, recoveryCode: old[0] })).body[0].message_id).toBe('wrong_otp');
    const [code] = renewed.body.recoveryCodes;
    const answers = await Promise.all(Array.from({ length: 9 }, () => loginMfa({ loginId, recoveryCode: code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await left(token)).body).toEqual({ left: 9, total: 10 });
    expect((await app.mails(user.mail)).map(({ kind }) => kind)).toContain('recoveryCodesRenewed');
  });

  it('renewed twenty times at once, ten are left', async () => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    await setUpTotp(app, token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(token)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await left(token)).body).toEqual({ left: 10, total: 10 });
  });
});
