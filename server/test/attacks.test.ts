import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkOf } from '#server/platform/http/client-info.ts';
import { otpOf, setUpTotp, TOTP_REQUEST, wrongOtpOf } from './authenticator.ts';
import { startTestApp, type TestApp } from './app.ts';
import { busyness, insist } from './busyness.ts';
import { makeTenant, makeUser, PASSWORD, portalTokens, signIn, type TestTenant, type TestUser } from './factories.ts';
import { openReset } from './mailed-links.ts';
import { codeForm, makeClient, post, authorize } from './oauth.ts';

/** Attacks by someone who knows the code. Each was possible once, or was considered and found impossible. */

const NEW = 'copper meadow 91 whistle';
const OPEN = { accountLockPolicy: { enabled: false } };

let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' }, undefined, { realPasswordWork: true });
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const idOf = (answer: { body: { message_id: string }[] }) => answer.body[0]?.message_id;
const login = (user: TestUser, password = user.password, from = '10.0.0.1') =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password },
    headers: { 'x-forwarded-for': from },
  });
const ticketFor = (token: string, tenantId: string) =>
  app.call('POST', '/api/auth/myAccounts/issueTicketByAccessToken', { token, body: { tenantId } });
const useTicket = (ticket: string) => app.call('POST', '/api/auth/login/ticket', { body: { ticket } });
const changePassword = (token: string) =>
  app.call('PUT', '/api/auth/me/password', { token, body: { currentPassword: PASSWORD, newPassword: NEW } });

/** A user with one address and one password in two tenants. */
async function makePair(): Promise<[TestUser, TestUser]> {
  const other = await makeTenant(app);
  const mail = `pair-${Math.random().toString(36).slice(2)}@places.example`;
  return [await makeUser(app, tenant, { mail, defaultLogin: true }), await makeUser(app, other, { mail })];
}

async function signInByMail(mail: string) {
  const body = { type: 'loginMailAddress', credentials: mail, password: PASSWORD };
  const { cookie } = await app.call('POST', '/api/auth/login/user', { body });
  if (!cookie) throw new Error('not signed in');
  return { cookie, ...(await portalTokens(app, cookie)) };
}

describe('a password that was changed', () => {
  it('ends sign-ins that wait with the old one', async () => {
    const user = await makeUser(app, tenant);
    const session = await signIn(app, user);
    const { secret } = await setUpTotp(app, session.token);
    const waiting = await login(user);
    expect(waiting.body.status).toBe('mfaRequired');
    expect((await changePassword(session.token)).status).toBe(200);
    const body = { loginId: waiting.body.loginId, otp: otpOf(app, secret, 1) };
    const late = await app.call('POST', '/api/auth/login/user/mfa', { body });
    expect([late.status, idOf(late), late.cookie]).toEqual([401, 'login_expired', null]);
  });

  it('is not set anew by who waits with the expired one', async () => {
    const user = await makeUser(app, tenant);
    await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [user.uuid]);
    const waiting = await login(user);
    expect(waiting.body.status).toBe('passwordExpired');
    const temporaryCode = await openReset(app, user);
    const reset = { temporaryCode, tenantId: user.tenantId, password: NEW };
    expect((await app.call('POST', '/api/account/resetPassword', { body: reset })).status).toBe(204);
    const body = { loginId: waiting.body.loginId, newPassword: 'taken over 55 times' };
    const late = await app.call('POST', '/api/auth/login/user/password', { body });
    expect([late.status, idOf(late)]).toEqual([401, 'login_expired']);
    expect((await login(user, NEW)).status).toBe(200);
  });

  it('ends the tickets that were proven with it, before and after they are made', async () => {
    const [first, second] = await makePair();
    const thief = await signInByMail(first.mail);
    const early = await ticketFor(thief.token, second.tenantId);
    expect(early.status).toBe(200);
    const owner = await signIn(app, second);
    expect((await changePassword(owner.token)).status).toBe(200);
    expect((await useTicket(early.body.ticket)).status).toBe(401);
    expect(idOf(await ticketFor(thief.token, second.tenantId))).toBe('account_not_exist');
    const listed = await app.call('GET', '/api/auth/myAccounts', { token: thief.token });
    expect(listed.body.results.map((account: { uuid: string }) => account.uuid)).toEqual([first.uuid]);
  });
});

describe('signing out everywhere else', () => {
  it('ends the tickets of whoever is signed in to another account', async () => {
    const [first, second] = await makePair();
    const thief = await signInByMail(first.mail);
    const owner = await signIn(app, second);
    expect((await app.call('DELETE', '/api/auth/me/sessions', { token: owner.token })).status).toBe(200);
    expect(idOf(await ticketFor(thief.token, second.tenantId))).toBe('account_not_exist');
    expect((await app.call('GET', '/api/auth/me', { token: owner.token })).status).toBe(200);
  });
});

describe('a ticket', () => {
  it('is no new proof: what asks for a recent one still does', async () => {
    const user = await makeUser(app, tenant);
    const { token, cookie } = await signIn(app, user);
    app.advance(16 * 60_000);
    const late = await portalTokens(app, cookie);
    const createTotp = (bearer: string) =>
      app.call('POST', '/api/auth/me/mfa/totp', { token: bearer, body: TOTP_REQUEST });
    expect(idOf(await createTotp(late.token))).toBe('reauthentication_required');
    const { body } = await ticketFor(late.token, user.tenantId);
    const opened = await useTicket(body.ticket);
    expect(opened.status).toBe(200);
    const fresh = await portalTokens(app, String(opened.cookie));
    expect(idOf(await createTotp(fresh.token))).toBe('reauthentication_required');
    expect(token).not.toBe(fresh.token);
  });

  it('is not given to another client, nor outside a session', async () => {
    const user = await makeUser(app, tenant);
    const { cookie } = await signIn(app, user);
    const client = await makeClient(app, tenant, { grantTypes: ['authorization_code', 'refresh_token'] });
    for (const scope of ['openid portal:user:admin', 'openid offline_access portal:user:admin']) {
      const asked = await authorize(app, client.clientId, cookie, { scope, prompt: undefined });
      const tokens = await post(app, '/token', client, codeForm(app, client.clientId, asked));
      expect(tokens.status).toBe(200);
      const answer = await ticketFor(tokens.body.access_token, user.tenantId);
      expect([answer.status, idOf(answer)]).toEqual([403, 'forbidden']);
    }
  });
});

describe('guessing', () => {
  const countersOf = async (user: TestUser) => {
    const { rows } = await app.owner.query(
      `select u.failed_streak, u.status, g.unknown_streak, g.unknown_until > now() as stopped
       from users u left join sign_in_guards g on g.tenant_id = u.tenant_id and g.uuid = u.uuid where u.uuid = $1`,
      [user.uuid],
    );
    return rows[0] as { failed_streak: number; status: string; unknown_streak: number; stopped: boolean };
  };

  it('is stopped after a hundred wrong passwords, from however many addresses, in parallel', async () => {
    const user = await makeUser(app, await makeTenant(app, { securityPolicy: OPEN }));
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(
        Array.from({ length: 30 }, (_, n) => insist(() => login(user, `wrong ${round} ${n}`, `10.1.${round}.${n}`))),
      );
    }
    expect(await countersOf(user)).toEqual({ failed_streak: 0, status: 'active', unknown_streak: 100, stopped: true });
    const right = await login(user, PASSWORD, '10.9.9.9');
    expect([right.status, idOf(right)]).toEqual([401, 'mismatch']);
  });

  it('with the right password among parallel wrong ones does not get past a lock', async () => {
    const strict = await makeTenant(app, { securityPolicy: { accountLockPolicy: { failures: 3 } } });
    const user = await makeUser(app, strict);
    const wrong = Array.from({ length: 40 }, (_, n) => login(user, `wrong ${n}`, `10.2.0.${n}`));
    // All are there, and some are judged.
    await expect.poll(async () => (await countersOf(user)).unknown_streak, { interval: 5 }).toBeGreaterThan(0);
    const right = await login(user, PASSWORD, '10.2.1.1');
    await Promise.all(wrong);
    expect(right.status).toBe(401);
    expect(await countersOf(user)).toMatchObject({ status: 'active', stopped: true });
  });

  it('of second factors in parallel, over many sign-ins, is stopped by the lock', async () => {
    const strict = await makeTenant(app, { securityPolicy: { accountLockPolicy: { failures: 5 } } });
    const user = await makeUser(app, strict);
    const { secret } = await setUpTotp(app, (await signIn(app, user)).token);
    const waiting = await Promise.all(Array.from({ length: 6 }, (_, n) => login(user, PASSWORD, `10.3.0.${n}`)));
    const otp = wrongOtpOf(app, secret);
    const tries = waiting.flatMap(({ body }) =>
      Array.from({ length: 10 }, () =>
        app.call('POST', '/api/auth/login/user/mfa', { body: { loginId: body.loginId, otp } }),
      ),
    );
    const answers = await Promise.all(tries);
    // Exactly five were checked.
    expect(answers.filter((answer) => idOf(answer) === 'wrong_otp')).toHaveLength(5);
  });

  it('counts an IPv6 network as one', async () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:0db8:0001:0002::')).toBe('2001:db8:1:2::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('1::64:ff9b:1.2.3.4')).toBe('1:0:0:0::/64');
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
    const user = await makeUser(app, await makeTenant(app, { securityPolicy: OPEN }));
    for (let n = 0; n < 3; n += 1) {
      await Promise.all(
        Array.from({ length: 10 }, (_, m) => insist(() => login(user, 'wrong', `2001:db8:7:7:${n}:${m}::1`))),
      );
    }
    expect((await login(user, PASSWORD, '2001:db8:7:7:ffff::1')).status).toBe(429);
    expect((await login(user, PASSWORD, '2001:db8:7:8::1')).status).toBe(200);
  });
});

describe('a flood of passwords', () => {
  it('from one address holds up nobody else, and is told to come back', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => makeUser(app, tenant)));
    // Different names each time: the flood is aimed at the work, not at an account.
    const flood = Array.from({ length: 500 }, (_, n) =>
      login({ ...(users[0] as TestUser), userId: `nobody-${n}` }, 'wrong', '10.7.7.7'),
    );
    await new Promise((done) => setTimeout(done, 300));
    const started = performance.now();
    const others = await Promise.all(users.map((user, n) => login(user, PASSWORD, `10.8.0.${n}`)));
    expect(performance.now() - started).toBeLessThan(3000 * busyness());
    expect(others.map(({ status }) => status)).toEqual(Array(12).fill(200));
    const flooded = await Promise.all(flood);
    expect(new Set(flooded.map(({ status }) => status))).toEqual(new Set([401, 503]));
    expect(new Set(flooded.filter(({ status }) => status === 503).map(idOf))).toEqual(new Set(['service_busy']));
  });
});

describe('what a proxy forwards', () => {
  it.each(['not an address', 'fe80::1%eth0', '::ffff:1.2.3.4', '1.2.3.4, garbage', ' , ,'])(
    '%s is no server error',
    async (from) => {
      const user = await makeUser(app, tenant);
      expect((await login(user, PASSWORD, from)).status).toBe(200);
      expect((await login(user, 'wrong', from)).status).toBe(401);
    },
  );

  it('counts from configured proxies only', async () => {
    const plain = await startTestApp();
    try {
      const user = await makeUser(plain, await makeTenant(plain));
      const body = { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: PASSWORD };
      await plain.call('POST', '/api/auth/login/user', {
        body,
        headers: { 'x-forwarded-for': '6.6.6.6', forwarded: 'for=6.6.6.6' },
      });
      const { rows } = await plain.owner.query('select host(address) as address from login_log');
      expect(rows).toEqual([{ address: '127.0.0.1' }]);
    } finally {
      await plain.close();
    }
  });
});
