import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '#test/app.ts';
import { otpOf, setUpTotp, wrongOtpOf } from '#test/authenticator.ts';
import { makeTenant, makeUser, PASSWORD, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { openReset } from '#test/mailed-links.ts';

/** Locks that cannot be turned against their owner or the tenant (docs/decisions/0070). */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => app.close());

const HERE = '10.0.0.1';
const NEW = 'copper meadow 91 whistle';
const tenantWith = (accountLockPolicy: object) => makeTenant(app, { securityPolicy: { accountLockPolicy } });
const login = (user: TestUser, password = PASSWORD, { cookie = '', from = HERE, agent = 'one' } = {}) =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password },
    headers: { 'x-forwarded-for': from, 'user-agent': agent, ...(cookie && { cookie }) },
  });
/** The cookie of a browser in which the user has signed in. */
const knownTo = async (user: TestUser, cookie = '') => String((await login(user, PASSWORD, { cookie })).known);
const times = async (n: number, work: (n: number) => Promise<Answer>) => {
  const answers: Answer[] = [];
  for (let at = 0; at < n; at += 1) answers.push(await work(at));
  return answers;
};
const statusOf = async (user: TestUser) => {
  const { rows } = await app.owner.query('select status, locked_until from users where uuid = $1', [user.uuid]);
  return rows[0] as { status: string; locked_until: Date | null };
};
const reasonsOf = async (user: TestUser) =>
  (await app.owner.query('select reason from login_log where user_uuid = $1 order by at, id', [user.uuid])).rows.map(
    ({ reason }) => reason,
  );
const mailsOf = async (user: TestUser) => (await app.mails(user.mail)).map(({ kind }) => kind);
const MINUTE = 60_000;

describe('wrong passwords of a stranger', () => {
  it('stop new browsers, and neither lock the account nor stop a browser it knows', async () => {
    const user = await makeUser(app, await tenantWith({ failures: 3, lockMinutes: 10 }));
    const cookie = await knownTo(user);
    await times(3, (n) => login(user, 'wrong', { from: `10.1.0.${n}` }));
    const stranger = await login(user, PASSWORD, { from: '10.1.0.9' });
    expect([stranger.status, stranger.body[0].message_id]).toEqual([401, 'mismatch']);
    expect((await reasonsOf(user)).at(-1)).toBe('sign_in_stopped');
    expect(await statusOf(user)).toEqual({ status: 'active', locked_until: null });
    expect((await login(user, PASSWORD, { cookie })).status).toBe(200);
    // It does not let strangers go on guessing either.
    expect((await login(user, PASSWORD, { from: '10.1.0.9' })).status).toBe(401);
    app.advance(11 * MINUTE);
    expect((await login(user, PASSWORD, { from: '10.1.0.9' })).status).toBe(200);
  });

  it('from the same network do not throttle a browser the account knows, which has a limit of its own', async () => {
    const user = await makeUser(app, await tenantWith({ enabled: false }));
    const cookie = await knownTo(user);
    await Promise.all(Array.from({ length: 30 }, () => login(user, 'wrong')));
    expect((await login(user)).status).toBe(429);
    expect((await login(user, 'wrong', { cookie })).status).toBe(401);
    await Promise.all(Array.from({ length: 29 }, () => login(user, 'wrong', { cookie })));
    expect((await login(user, PASSWORD, { cookie })).status).toBe(429);
  });

  it('are not counted with those of a browser the account knows', async () => {
    const user = await makeUser(app, await tenantWith({ enabled: false }));
    const cookie = await knownTo(user);
    await Promise.all(Array.from({ length: 30 }, () => login(user, 'wrong', { cookie })));
    expect((await login(user, PASSWORD, { cookie })).status).toBe(429);
    expect((await login(user)).status).toBe(200);
  });

  it('after a hundred in a row stop new browsers until the account is rescued', async () => {
    const tenant = await tenantWith({ enabled: false });
    const user = await makeUser(app, tenant);
    const cookie = await knownTo(user);
    for (let round = 0; round < 4; round += 1)
      await Promise.all(Array.from({ length: 30 }, (_, n) => login(user, `no ${n}`, { from: `10.2.${round}.${n}` })));
    const { rows } = await app.owner.query('select unknown_streak from sign_in_guards where uuid = $1', [user.uuid]);
    expect(rows).toEqual([{ unknown_streak: 100 }]);
    app.advance(40 * 24 * 60 * MINUTE);
    expect((await login(user, PASSWORD, { from: '10.2.9.9' })).status).toBe(401);
    app.advance(-40 * 24 * 60 * MINUTE);
    expect((await login(user, PASSWORD, { cookie })).status).toBe(200);
    const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
    const path = `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}`;
    expect((await app.call('GET', path, { token })).body).toMatchObject({ status: 'active', signInStopped: true });
    expect((await app.call('POST', `${path}/unlock`, { token })).body).toMatchObject({ signInStopped: false });
    expect((await login(user, PASSWORD, { from: '10.2.9.9' })).status).toBe(200);
  });

  it('no longer stop new browsers once the password was reset', async () => {
    const user = await makeUser(app, await tenantWith({ failures: 2, lockMinutes: null }));
    await times(2, () => login(user, 'wrong'));
    expect((await login(user)).status).toBe(401);
    const temporaryCode = await openReset(app, user);
    const body = { temporaryCode, tenantId: user.tenantId, password: NEW };
    expect((await app.call('POST', '/api/account/resetPassword', { body })).status).toBe(204);
    expect((await login(user, NEW)).status).toBe(200);
  });

  it('count with wrong codes of the second factor', async () => {
    const user = await makeUser(app, await tenantWith({ failures: 2 }));
    const { secret } = await setUpTotp(app, (await signIn(app, user)).token);
    const { loginId } = (await login(user)).body;
    const give = (otp: string) => app.call('POST', '/api/auth/login/user/mfa', { body: { loginId, otp } });
    await give(wrongOtpOf(app, secret));
    await give(wrongOtpOf(app, secret));
    expect((await give(otpOf(app, secret, 1))).status).toBe(401);
    expect((await statusOf(user)).status).toBe('active');
  });
});

describe('a browser that an account knows', () => {
  it('locks the account by its own failures, everywhere', async () => {
    const user = await makeUser(app, await tenantWith({ failures: 3, lockMinutes: 10 }));
    const cookie = await knownTo(user);
    await times(3, () => login(user, 'wrong', { cookie }));
    expect((await statusOf(user)).status).toBe('locked');
    expect((await login(user, PASSWORD, { cookie })).status).toBe(401);
    expect((await login(user)).status).toBe(401);
    expect((await reasonsOf(user)).at(-1)).toBe('account_locked');
    app.advance(11 * MINUTE);
    expect((await login(user)).status).toBe(200);
  });

  it('has a cookie that no script reads, that names nobody, and that is of no use for another account', async () => {
    const tenant = await tenantWith({ failures: 2 });
    const [user, other] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    const answer = await login(user);
    const set = answer.headers.getSetCookie().find((line) => line.startsWith('__Host-portico-known='));
    expect(set).toMatch(
      /^__Host-portico-known=[0-9a-z]+\.[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const forged = `${String(answer.known).slice(0, -2)}AA`;
    for (const cookie of [String(answer.known), forged, '__Host-portico-known=x~y~1.2']) {
      const victim = cookie === String(answer.known) ? other : user;
      await times(2, () => login(victim, 'wrong', { cookie }));
      expect((await login(victim, PASSWORD, { cookie })).status).toBe(401);
      expect((await statusOf(victim)).status).toBe('active');
    }
  });

  it('is known to at most ten accounts, those of the last sign-ins', async () => {
    const tenant = await tenantWith({ failures: 1 });
    const users = await Promise.all(Array.from({ length: 11 }, () => makeUser(app, tenant)));
    let cookie = '';
    for (const user of users) cookie = await knownTo(user, cookie);
    expect(cookie.split('~')).toHaveLength(10);
    const [first, second] = users as [TestUser, TestUser];
    await Promise.all([first, second].map((user) => login(user, 'wrong')));
    expect((await login(second, PASSWORD, { cookie })).status).toBe(200);
    expect((await login(first, PASSWORD, { cookie })).status).toBe(401);
  });

  it('is a stranger once the password was reset or the person signed out everywhere; the one that did it stays', async () => {
    const user = await makeUser(app, await tenantWith({ failures: 1 }));
    const [cookie, own] = [await knownTo(user), await knownTo(user)];
    const { token } = await signIn(app, user);
    app.advance(1000);
    const ended = await app.call('DELETE', '/api/auth/me/sessions', { token, cookie: own });
    const kept = String(ended.known);
    await login(user, 'wrong');
    expect((await login(user, PASSWORD, { cookie })).status).toBe(401);
    expect((await login(user, PASSWORD, { cookie: own })).status).toBe(401);
    expect((await login(user, PASSWORD, { cookie: kept })).status).toBe(200);
    app.advance(1000);
    const change = { token, cookie: kept, body: { currentPassword: PASSWORD, newPassword: NEW } };
    const changed = await app.call('PUT', '/api/auth/me/password', change);
    await login(user, 'wrong');
    expect((await login(user, NEW, { cookie: kept })).status).toBe(401);
    expect((await login(user, NEW, { cookie: String(changed.known) })).status).toBe(200);
  });

  it('is told from a header of any other size and shape', async () => {
    const user = await makeUser(app, await tenantWith({ failures: 1, lockMinutes: null }));
    const known = await knownTo(user);
    const mark = known.split('=')[1] ?? '';
    await login(user, 'wrong');
    const flood = `__Host-portico-known=${Array.from({ length: 300 }, (_, n) => `abcdef${n % 10}.${'A'.repeat(22)}`).join('~')}`;
    for (const cookie of [flood, `${flood}~${mark}`, `__Host-portico-known=zzzzzzzzzz.${mark.split('.')[1]}`])
      expect((await login(user, PASSWORD, { cookie })).status).toBe(401);
    expect((await login(user, PASSWORD, { cookie: known })).status).toBe(200);
  });

  it('is given to nobody before the second factor', async () => {
    const user = await makeUser(app, await makeTenant(app));
    const { secret } = await setUpTotp(app, (await signIn(app, user)).token);
    const waiting = await login(user);
    expect([waiting.body.status, waiting.known]).toEqual(['mfaRequired', null]);
    const body = { loginId: waiting.body.loginId, otp: otpOf(app, secret, 1) };
    expect((await app.call('POST', '/api/auth/login/user/mfa', { body })).known).not.toBeNull();
  });
});

describe('the last administrator who can sign in', () => {
  const strict = { failures: 1, lockMinutes: null };
  const administrator = (tenant: TestTenant) => makeUser(app, tenant, { roles: ['PowerUser'] });

  it('is not taken away by one wrong password of a stranger, nor by one of their own', async () => {
    const user = await administrator(await tenantWith(strict));
    await login(user, 'wrong');
    expect((await login(user)).status).toBe(401);
    app.advance(16 * MINUTE);
    const cookie = await knownTo(user);
    await login(user, 'wrong', { cookie });
    const { status, locked_until } = await statusOf(user);
    expect(status).toBe('locked');
    expect(Number(locked_until) - app.tools.clock().getTime()).toBeLessThanOrEqual(15 * MINUTE);
    app.advance(16 * MINUTE);
    expect((await login(user)).status).toBe(200);
  });

  it('is the one who is left when the others are stopped, also at the same moment', async () => {
    const tenant = await tenantWith(strict);
    const both = [await administrator(tenant), await administrator(tenant)];
    await Promise.all(both.map((user, n) => login(user, 'wrong', { from: `10.3.0.${n}` })));
    const { rows } = await app.owner.query(
      `select (unknown_until = 'infinity') as endless from sign_in_guards where uuid = any ($1) order by 1`,
      [both.map(({ uuid }) => uuid)],
    );
    expect(rows).toEqual([{ endless: false }, { endless: true }]);
  });

  it('is not who has another beside; users are locked as the policy says', async () => {
    const tenant = await tenantWith(strict);
    const [one, , user] = [await administrator(tenant), await administrator(tenant), await makeUser(app, tenant)];
    for (const locked of [one, user]) {
      const cookie = await knownTo(locked);
      await login(locked, 'wrong', { cookie });
      expect(await statusOf(locked)).toEqual({ status: 'locked', locked_until: null });
    }
  });

  it('is never one whom strangers have stopped for good: another stays until that one is let in again', async () => {
    const tenant = await tenantWith(strict);
    const [stopped, other] = [await administrator(tenant), await administrator(tenant)];
    await login(stopped, 'wrong');
    const { token } = await signIn(app, other);
    const path = (user: TestUser) => `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}`;
    const stepDown = () => app.call('PUT', path(other), { token, body: { roles: ['User'] } });
    const refused = await stepDown();
    expect([refused.status, refused.body[0]?.message_id]).toEqual([409, 'last_administrator']);
    expect((await app.call('POST', `${path(stopped)}/unlock`, { token })).status).toBe(200);
    expect((await stepDown()).status).toBe(200);
  });

  it('gets in a day after a hundred failures, and is stopped by the next one', async () => {
    const user = await administrator(await tenantWith({ enabled: false }));
    await login(user, 'wrong');
    await app.owner.query('update sign_in_guards set unknown_streak = 99 where uuid = $1', [user.uuid]);
    await login(user, 'wrong');
    expect((await login(user)).status).toBe(401);
    app.advance(24 * 60 * MINUTE + 1000);
    await login(user, 'wrong');
    expect((await login(user)).status).toBe(401);
    app.advance(24 * 60 * MINUTE + 1000);
    expect((await login(user)).status).toBe(200);
  });
});

describe('mails', () => {
  it('of a new browser: not the first one, not one it knows, and once for one that refuses cookies', async () => {
    const user = await makeUser(app, await makeTenant(app));
    const cookie = await knownTo(user);
    await login(user, PASSWORD, { cookie, agent: 'renamed' });
    expect(await mailsOf(user)).toEqual([]);
    await times(3, () => login(user, PASSWORD, { agent: 'another' }));
    expect(await mailsOf(user)).toEqual(['newSignIn']);
    await login(user, PASSWORD, { agent: 'another', from: '10.4.4.4' });
    expect(await mailsOf(user)).toEqual(['newSignIn', 'newSignIn']);
    const [, mail] = await app.mails(user.mail);
    expect(mail?.text).toContain('10.4.4.4');
    expect(mail?.text).toContain('/portal/account/sessions');
  });

  it('of a stop and of a lock: once a day, however long a stranger goes on', async () => {
    const user = await makeUser(app, await tenantWith({ failures: 1, lockMinutes: 1 }));
    const cookie = await knownTo(user);
    for (let n = 0; n < 3; n += 1) {
      await login(user, 'wrong', { from: '10.5.5.5' });
      app.advance(2 * MINUTE);
    }
    expect(await mailsOf(user)).toEqual(['signInStopped']);
    const [mail] = await app.mails(user.mail);
    expect(mail?.text).toContain('/portal/account/change_password');
    // A stranger's attempts do not suppress the email about a lock.
    await login(user, 'wrong', { cookie });
    app.advance(2 * MINUTE);
    await login(user, 'wrong', { cookie });
    expect(await mailsOf(user)).toEqual(['signInStopped', 'accountLocked']);
    app.advance(24 * 60 * MINUTE);
    await login(user, 'wrong', { cookie });
    expect(await mailsOf(user)).toEqual(['signInStopped', 'accountLocked', 'accountLocked']);
  });

  it('are in the language of the person, and say nothing in words of a stranger', async () => {
    const user = await makeUser(app, await tenantWith({ failures: 1 }));
    await app.owner.query(`update users set locale = 'ja' where uuid = $1`, [user.uuid]);
    const agent = 'Call http://evil.example (Windows NT 10.0) Chrome/130 now';
    await login(user, 'wrong', { agent });
    const [mail] = await app.mails(user.mail);
    expect(mail?.text).toContain('ブラウザー：Windows の Chrome');
    expect(mail?.text + String(mail?.subject)).not.toContain('evil');
  });

  it('of new browsers are ten a day at most, whatever else a browser calls itself', async () => {
    const user = await makeUser(app, await makeTenant(app));
    await times(12, (n) => login(user, PASSWORD, { agent: `browser ${n}` }));
    expect(await mailsOf(user)).toHaveLength(9);
    app.advance(25 * 60 * MINUTE);
    await login(user, PASSWORD, { agent: 'browser 12' });
    expect(await mailsOf(user)).toHaveLength(10);
  });
});
