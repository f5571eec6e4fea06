import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { otpOf, setUpTotp } from '#test/authenticator.ts';
import { makeTenant, makeUser, PASSWORD, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { hashSecret } from '../platform/crypto/secret.ts';

/**
 * A pending sign-in is consumed once, whatever it is pending; and changes made while a password is verified take
 * effect.
 */

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await sharedTestApp('with a clock');
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const NEW = 'copper meadow 91 whistle';
const step = (name: 'mfa' | 'password' | 'account', body: object) =>
  app.call('POST', `/api/auth/login/user/${name}`, { body });
const login = (user: TestUser) =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: user.password },
  });
const idOf = (answer: Answer) => answer.body[0]?.message_id;
const openSessions = async (...users: TestUser[]) => {
  const uuids = users.map(({ uuid }) => uuid);
  const { rows } = await app.owner.query(
    'select count(*)::integer as open from sessions where user_uuid = any ($1) and ended_at is null',
    [uuids],
  );
  return rows[0].open as number;
};
const isConsumed = async (loginId: string) => {
  const { rows } = await app.owner.query('select consumed_at from pending_sign_ins where login_hash = $1', [
    hashSecret(loginId.split('.')[1] ?? ''),
  ]);
  return rows[0].consumed_at !== null;
};

describe('a sign-in that waits', () => {
  it('for a second factor completes once, though the next code is right too', async () => {
    const user = await makeUser(app, tenant);
    const { secret, recoveryCodes } = await setUpTotp(app, (await signIn(app, user)).token);
    app.advance(60_000);
    const { loginId } = (await login(user)).body;
    const before = await openSessions(user);
    expect((await step('mfa', { loginId, otp: otpOf(app, secret) })).body.status).toBe('completed');
    for (const more of [{ otp: otpOf(app, secret, 1) }, { recoveryCode: recoveryCodes[0] }]) {
      const again = await step('mfa', { loginId, ...more });
      expect([again.status, idOf(again), again.cookie]).toEqual([401, 'login_expired', null]);
    }
    expect(await openSessions(user)).toBe(before + 1);
    expect(await isConsumed(loginId)).toBe(true);
  });

  it('for a second factor goes on in a tenant whose accounts nobody may choose', async () => {
    const apart = await makeTenant(app, { securityPolicy: { loginPolicy: { userSelect: false } } });
    const user = await makeUser(app, apart);
    const { recoveryCodes } = await setUpTotp(app, (await signIn(app, user)).token);
    const { loginId } = (await login(user)).body;
    expect((await step('mfa', { loginId, recoveryCode: recoveryCodes[0] })).body.status).toBe('completed');
  });

  it('for a second factor completes once of many at the same moment, each with a code that is right', async () => {
    const user = await makeUser(app, tenant);
    const { recoveryCodes } = await setUpTotp(app, (await signIn(app, user)).token);
    const { loginId } = (await login(user)).body;
    const answers = await Promise.all(recoveryCodes.map((recoveryCode) => step('mfa', { loginId, recoveryCode })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await isConsumed(loginId)).toBe(true);
  });

  it('for a new password completes once', async () => {
    const user = await makeUser(app, tenant);
    await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [user.uuid]);
    const { loginId } = (await login(user)).body;
    const tries = Array.from({ length: 5 }, (_, n) => step('password', { loginId, newPassword: `${NEW} ${n}` }));
    expect((await Promise.all(tries)).filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await isConsumed(loginId)).toBe(true);
    expect(await openSessions(user)).toBe(1);
  });

  it('for a new password goes on waiting where the database could not store it', async () => {
    const user = await makeUser(app, tenant);
    await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [user.uuid]);
    const { loginId } = (await login(user)).body;
    await app.owner.query(`
      create function deadlock() returns trigger language plpgsql as $$
      begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;
      create trigger deadlock before update on user_passwords
        for each row when (new.user_uuid = '${user.uuid}') execute function deadlock()`);
    const busy = await step('password', { loginId, newPassword: NEW });
    expect([busy.status, idOf(busy)]).toEqual([503, 'service_busy']);
    await app.owner.query('drop trigger deadlock on user_passwords');
    expect((await step('password', { loginId, newPassword: NEW })).body.status).toBe('completed');
    expect(idOf(await step('password', { loginId, newPassword: `${NEW} 2` }))).toBe('login_expired');
    expect(await openSessions(user)).toBe(1);
  });

  it('for a new password is used up by an account that may not go on; the log says why', async () => {
    const user = await makeUser(app, tenant);
    await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [user.uuid]);
    const { loginId } = (await login(user)).body;
    await app.owner.query(`update users set status = 'locked' where uuid = $1`, [user.uuid]);
    const refused = await step('password', { loginId, newPassword: NEW });
    expect([refused.status, idOf(refused), refused.cookie]).toEqual([401, 'mismatch', null]);
    const { rows } = await app.owner.query('select reason from login_log where user_uuid = $1', [user.uuid]);
    expect(rows).toEqual([{ reason: 'account_locked' }]);
    await app.owner.query(`update users set status = 'active' where uuid = $1`, [user.uuid]);
    expect(idOf(await step('password', { loginId, newPassword: NEW }))).toBe('login_expired');
    expect((await login(user)).body.status).toBe('passwordExpired');
  });

  it('for a new password stores none where the account may not go on with it', async () => {
    const user = await makeUser(app, tenant);
    await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [user.uuid]);
    const { loginId } = (await login(user)).body;
    await app.owner.query(`
      create function deactivate() returns trigger language plpgsql as $$
      begin update users set status = 'inactive' where uuid = new.user_uuid; return null; end $$;
      create trigger deactivate after update on user_passwords
        for each row when (new.user_uuid = '${user.uuid}') execute function deactivate()`);
    const refused = await step('password', { loginId, newPassword: NEW });
    expect([refused.status, idOf(refused), refused.cookie]).toEqual([401, 'mismatch', null]);
    await app.owner.query('drop trigger deactivate on user_passwords');
    expect((await login(user)).body.status).toBe('passwordExpired');
    expect((await step('password', { loginId, newPassword: NEW })).body.status).toBe('completed');
  });

  it('for a new password has it for its proof, though it waited for long', async () => {
    const user = await makeUser(app, tenant);
    await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [user.uuid]);
    const { loginId } = (await login(user)).body;
    app.advance(9 * 60_000);
    expect((await step('password', { loginId, newPassword: NEW })).body.status).toBe('completed');
    const { rows } = await app.owner.query(
      'select proofs, proved_at = login_at as is_new from sessions where user_uuid = $1',
      [user.uuid],
    );
    expect(rows).toEqual([{ proofs: ['password'], is_new: true }]);
  });

  it('for a choice completes once, also for another of the accounts', async () => {
    const mail = 'once@places.example';
    const [one, other] = [await makeUser(app, tenant, { mail }), await makeUser(app, await makeTenant(app), { mail })];
    const body = { type: 'loginMailAddress', credentials: mail, password: PASSWORD };
    const { loginId } = (await app.call('POST', '/api/auth/login/user', { body })).body;
    expect((await step('account', { loginId, tenantId: one.tenantId })).status).toBe(200);
    for (const { tenantId } of [one, other])
      expect(idOf(await step('account', { loginId, tenantId }))).toBe('login_expired');
    expect(await openSessions(one, other)).toBe(1);
    expect(await isConsumed(loginId)).toBe(true);
  });
});

it.each(['nothing-of-the-kind', `Kelvin.${'S'.repeat(43)}`])('%s waits for nothing', async (loginId) => {
  for (const [name, given] of [
    ['mfa', { otp: '123456' }],
    ['password', { newPassword: NEW }],
    ['account', { tenantId: tenant.tenantId }],
  ] as const) {
    const answer = await step(name, { loginId, ...given });
    expect([answer.status, idOf(answer), answer.cookie]).toEqual([401, 'login_expired', null]);
  }
});

describe('what changes while a password is checked', () => {
  const whileChecking = async (user: TestUser, statement: string): Promise<Answer> => {
    const { verify } = app.tools.hasher;
    app.tools.hasher.verify = async (...given) => {
      const matches = await verify(...given);
      await app.owner.query(statement, [user.uuid]);
      return matches;
    };
    try {
      return await login(user);
    } finally {
      app.tools.hasher.verify = verify;
    }
  };

  it.each([
    ['the account is locked', 'account_locked', `update users set status = 'locked' where uuid = $1`],
    ['the account is deactivated', 'account_inactive', `update users set status = 'inactive' where uuid = $1`],
    ['the account is deleted', 'account_not_exist', 'delete from users where uuid = $1'],
    [
      'the password is replaced',
      'mismatch',
      `update user_passwords set changed_at = changed_at + interval '1 s' where user_uuid = $1`,
    ],
  ])('refuses when %s, and the log says so', async (_, reason, statement) => {
    const user = await makeUser(app, tenant);
    const answer = await whileChecking(user, statement);
    expect([answer.status, idOf(answer), answer.cookie]).toEqual([401, 'mismatch', null]);
    expect(await openSessions(user)).toBe(0);
    const { rows } = await app.owner.query('select reason from login_log where user_uuid = $1', [user.uuid]);
    expect(rows).toEqual([{ reason }]);
  });
});
