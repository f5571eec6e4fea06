import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { setUpTotp } from '#test/authenticator.ts';
import { deviceLogOf, makeCompany, makeHolder, said } from '#test/devices.ts';
import { makeTenant, makeUser, PASSWORD, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

/**
 * Reading a pending sign-in consumes it: what puts it back, how often, and what ends it even though the answer is
 * right.
 */

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app, { securityPolicy: { accountLockPolicy: { enabled: false } } });
});

const step = (name: 'mfa' | 'password' | 'account', body: object) =>
  app.call('POST', `/api/auth/login/user/${name}`, { body });
const login = (user: TestUser) =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: user.password },
  });
const outcome = ({ status, body, cookie }: Answer) => [status, body[0]?.message_id ?? body.status, cookie !== null];
const logOf = async ({ uuid }: TestUser) =>
  (
    await app.owner.query('select login_type, reason from login_log where user_uuid = $1 order by at, id', [uuid])
  ).rows.map(({ login_type, reason }) => [login_type, reason]);

const EXPIRED = [401, 'login_expired', false];
const MISMATCH = [401, 'mismatch', false];
const WRONG = 'AAAA-AAAA-AAAA-AAAA';

/** A sign-in that is pending MFA. */
async function asked() {
  const user = await makeUser(app, tenant);
  const { recoveryCodes } = await setUpTotp(app, (await signIn(app, user)).token);
  const { loginId } = (await login(user)).body;
  const give = (recoveryCode: string | undefined) => step('mfa', { loginId, recoveryCode });
  return { user, give, codes: recoveryCodes };
}

describe('a second factor', () => {
  it('may be wrong nine times, and the tenth try is the last', async () => {
    const { user, give, codes } = await asked();
    for (let tries = 0; tries < 9; tries += 1) expect(outcome(await give(WRONG))).toEqual([400, 'wrong_otp', false]);
    expect(outcome(await give(codes[0]))).toEqual([200, 'completed', true]);
    expect((await logOf(user)).filter(([, reason]) => reason === 'wrong_otp')).toHaveLength(9);
  });

  it('is taken no more after ten wrong ones, also at the same moment', async () => {
    const { user, give, codes } = await asked();
    const answers = await Promise.all(Array.from({ length: 15 }, () => give(WRONG)));
    expect(answers.map((answer) => outcome(answer)[1]).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'login_expired'),
      ...Array.from({ length: 10 }, () => 'wrong_otp'),
    ]);
    expect(outcome(await give(codes[0]))).toEqual(EXPIRED);
    expect((await logOf(user)).filter(([, reason]) => reason === 'wrong_otp')).toHaveLength(10);
  });

  it.each([
    ['the account is locked', `update users set status = 'locked' where uuid = $1`, 'account_locked', MISMATCH],
    ['the account is inactive', `update users set status = 'inactive' where uuid = $1`, 'account_inactive', MISMATCH],
    [
      'the password is another one',
      `update user_passwords set changed_at = changed_at + interval '1 day' where user_uuid = $1`,
      'login_expired',
      EXPIRED,
    ],
    [
      'they were signed out everywhere',
      `update users set signed_out_at = now() + interval '1 day' where uuid = $1`,
      'login_expired',
      EXPIRED,
    ],
  ])('is no use once %s; the log says why, and the sign-in is used up', async (_, statement, reason, told) => {
    const { user, give, codes } = await asked();
    await app.owner.query(statement, [user.uuid]);
    expect(outcome(await give(codes[0]))).toEqual(told);
    expect((await logOf(user)).at(-1)).toEqual(['userId', reason]);
    await app.owner.query(`update users set status = 'active', signed_out_at = '-infinity' where uuid = $1`, [
      user.uuid,
    ]);
    expect(outcome(await give(codes[1]))).toEqual(EXPIRED);
  });

  it('is not given to a sign-in that waits for something else', async () => {
    const { user, codes } = await asked();
    await app.owner.query('delete from totps where user_uuid = $1', [user.uuid]);
    await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [user.uuid]);
    const { loginId, status } = (await login(user)).body;
    expect(status).toBe('passwordExpired');
    expect(outcome(await step('mfa', { loginId, recoveryCode: codes[0] }))).toEqual(EXPIRED);
    expect(outcome(await step('account', { loginId, tenantId: user.tenantId }))).toEqual(EXPIRED);
    const given = await step('password', { loginId, newPassword: 'copper meadow 91 whistle' });
    expect(outcome(given)).toEqual([200, 'completed', true]);
  });
});

it('a new password that is refused uses nothing up', async () => {
  const user = await makeUser(app, tenant);
  await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [user.uuid]);
  const { loginId } = (await login(user)).body;
  for (let tries = 0; tries < 11; tries += 1)
    expect(outcome(await step('password', { loginId, newPassword: PASSWORD }))).toEqual([400, 'history', false]);
  const given = await step('password', { loginId, newPassword: 'copper meadow 91 whistle' });
  expect(outcome(given)).toEqual([200, 'completed', true]);
});

describe('a choice among accounts', () => {
  const offered = async (mail: string) => {
    const user = await makeUser(app, tenant, { mail });
    await makeUser(app, await makeTenant(app), { mail });
    const body = { type: 'loginMailAddress', credentials: mail, password: PASSWORD };
    const { loginId } = (await app.call('POST', '/api/auth/login/user', { body })).body;
    return { user, choose: (tenantId: string) => step('account', { loginId, tenantId }) };
  };

  it('of one that was not offered leaves the others, ten times', async () => {
    const { user, choose } = await offered('other@choice.example');
    for (let tries = 0; tries < 9; tries += 1) expect(outcome(await choose('nobodys'))).toEqual(EXPIRED);
    expect(outcome(await choose(user.tenantId))).toEqual([200, 'completed', true]);
    const again = await offered('ten@choice.example');
    for (let tries = 0; tries < 10; tries += 1) await again.choose('nobodys');
    expect(outcome(await again.choose(user.tenantId))).toEqual(EXPIRED);
  });

  it('proves nothing: the password before it is the last proof', async () => {
    const { user, choose } = await offered('proved@choice.example');
    await choose(user.tenantId);
    const { rows } = await app.owner.query(
      `select s.proved_at = p.expires_at - interval '10 minutes' as same from sessions s, pending_sign_ins p
       where s.user_uuid = $1 and p.candidates @> jsonb_build_array(jsonb_build_object('uuid', s.user_uuid))`,
      [user.uuid],
    );
    expect(rows).toEqual([{ same: true }]);
  });
});

it('a ticket that was refused opens nothing later', async () => {
  const user = await makeUser(app, tenant);
  const { token } = await signIn(app, user);
  const path = '/api/auth/myAccounts/issueTicketByAccessToken';
  const { ticket } = (await app.call('POST', path, { token, body: { tenantId: user.tenantId } })).body;
  const open = () => app.call('POST', '/api/auth/login/ticket', { body: { ticket } });
  await app.owner.query(`update users set status = 'locked' where uuid = $1`, [user.uuid]);
  expect(outcome(await open())).toEqual(MISMATCH);
  expect((await logOf(user)).at(-1)).toEqual(['selectAccounts', 'account_locked']);
  await app.owner.query(`update users set status = 'active' where uuid = $1`, [user.uuid]);
  expect(outcome(await open())).toEqual(EXPIRED);
});

describe('at a device', () => {
  const atDevice = async (way: 'card' | 'userId') => {
    const place = await makeCompany(app);
    const user = await makeHolder(app, place);
    const { recoveryCodes } = await setUpTotp(app, (await signIn(app, user)).token);
    const given = way === 'card' ? { way, card: user.card } : { way, userId: user.userId, password: user.password };
    const { loginId } = (await place.device.signIn(given)).body as { loginId: string };
    const give = (recoveryCode: unknown) => place.device.secondFactor({ loginId, recoveryCode: String(recoveryCode) });
    return { place, user, give, codes: recoveryCodes };
  };
  const changePassword = `update user_passwords set changed_at = now() + interval '1 day' where user_uuid = $1`;

  it('what was begun with a password ends with it; what was begun with a card goes on', async () => {
    const typed = await atDevice('userId');
    await app.owner.query(changePassword, [typed.user.uuid]);
    expect(said(await typed.give(typed.codes[0]))).toEqual([401, 'login_expired']);
    expect((await deviceLogOf(app, typed.place)).at(-1)).toEqual([typed.user.userId, 'userId', 'login_expired']);
    const held = await atDevice('card');
    await app.owner.query(changePassword, [held.user.uuid]);
    expect((await held.give(held.codes[0])).body.status).toBe('completed');
  });

  it('it ends as they are signed out everywhere, or locked', async () => {
    for (const change of ["signed_out_at = now() + interval '1 day'", "status = 'locked'"]) {
      const { user, give, codes } = await atDevice('card');
      await app.owner.query(`update users set ${change} where uuid = $1`, [user.uuid]);
      expect(said(await give(codes[0]))).toEqual([401, 'login_expired']);
    }
  });

  it('is refused after ten wrong second factors', async () => {
    const { give, codes } = await atDevice('card');
    for (let tries = 0; tries < 10; tries += 1) await give(WRONG);
    expect(said(await give(codes[0]))).toEqual([401, 'login_expired']);
  });
});

it('the database knows no other proof and no other way of signing in', async () => {
  const { uuid } = await makeUser(app, tenant);
  const insert = (proof: string, loginType: string) =>
    app.owner.query(
      `insert into pending_sign_ins (tenant_id, login_hash, step, user_uuid, login_type, proofs, expires_at)
       values ($1, sha256(gen_random_uuid()::text::bytea), 'mfa', $2, $3, array[$4], now())`,
      [tenant.tenantId, uuid, loginType, proof],
    );
  await insert('password', 'userId');
  await expect(insert('passwort', 'userId')).rejects.toThrow('pending_sign_ins_proofs_known');
  await expect(insert('password', 'userID')).rejects.toThrow('pending_sign_ins_login_type_known');
});
