import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { otpOf, setUpTotp } from '#test/authenticator.ts';
import {
  type Company,
  deviceLogOf,
  type Holder,
  makeCompany,
  makeDevice,
  makeHolder,
  MISMATCH,
  OUT,
  said,
  type TestDevice,
  tokenOf,
} from '#test/devices.ts';
import { makeUser, PASSWORD, signIn } from '#test/factories.ts';

/** Sign-ins at devices, with the simulated device and over HTTP. */

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL_SIZE: '12' });
});
afterAll(() => app.close());

const company = (loginPolicy: object = {}, more: object = {}) => makeCompany(app, loginPolicy, more);
const holder = (place: Company, given: Parameters<typeof makeUser>[2] = {}) => makeHolder(app, place, given);
const logOf = (place: Company) => deviceLogOf(app, place);

describe('the ways', () => {
  it('are the tenant’s, the first one named, with what each asks for', async () => {
    const { device } = await company({
      mfpLoginTypeOption: ['userCode', 'card'],
      defaultMfpLoginType: 'card',
      onpremiseId: { cardLoginMode: 'cardAndUserCode', allowCardEntry: false },
    });
    expect((await device.ways()).body).toEqual({
      first: 'card',
      ways: [
        { way: 'userCode', asks: ['userCode'] },
        { way: 'card', asks: ['card', 'userCode'] },
      ],
      cardEntry: false,
    });
  });

  it('take no cards where the tenant has none, though people may enter theirs', async () => {
    const { device } = await company({ onpremiseId: { enabled: false, allowCardEntry: true } });
    const { ways, cardEntry } = (await device.ways()).body;
    expect([ways.map(({ way }) => way).includes('card'), ways.length > 0, cardEntry]).toEqual([false, true, false]);
  });

  it('are none at a device people do not sign in at', async () => {
    const place = await company();
    const meter = await makeDevice(app, place.tenant, 'PowerMeter');
    expect((await meter.ways()).body).toEqual({ first: null, ways: [], cardEntry: false });
    const user = await holder(place);
    expect(said(await meter.signIn({ way: 'userCode', userCode: user.userCode }))).toEqual(MISMATCH);
    const log = await logOf({ ...place, device: meter });
    expect(log).toEqual([[user.userId, 'userCode', 'not_login_user_role']]);
  });
});

describe('somebody signs in', () => {
  type Way = [
    name: string,
    policy: object,
    given: (user: Holder) => Parameters<TestDevice['signIn']>[0],
    loginType: string,
    proofs: string[],
  ];
  const ways: Way[] = [
    [
      'by card',
      {},
      ({ card }) => ({ way: 'card', card: card.toLowerCase().replace(/(..)/g, '$1:') }),
      'card',
      ['card'],
    ],
    ['by PIN', {}, ({ userCode }) => ({ way: 'userCode', userCode }), 'userCode', ['userCode']],
    [
      'by card and PIN',
      { cardLoginMode: 'cardAndUserCode' },
      ({ card, userCode }) => ({ way: 'card', card, userCode }),
      'cardAndUserCode',
      ['card', 'userCode'],
    ],
    [
      'by card and password',
      { cardLoginMode: 'cardAndPassword' },
      ({ card, password }) => ({ way: 'card', card, password }),
      'cardAndPassword',
      ['card', 'password'],
    ],
    [
      'by PIN in place of the card, and password',
      { cardLoginFactor: 'userCode', cardLoginMode: 'cardAndPassword' },
      ({ userCode, password }) => ({ way: 'card', userCode, password }),
      'userCodeAndPassword',
      ['userCode', 'password'],
    ],
    [
      'by user ID',
      {},
      ({ userId, password }) => ({ way: 'userId', userId: userId.toUpperCase(), password }),
      'userId',
      ['password'],
    ],
    [
      'by mail address',
      {},
      ({ mail, password }) => ({ way: 'loginMailAddress', loginMailAddress: mail, password }),
      'loginMailAddress',
      ['password'],
    ],
  ];

  it.each(ways)('%s', async (_, onpremiseId, given, loginType, proofs) => {
    const place = await company({ onpremiseId });
    const user = await holder(place, { roles: ['User', 'PowerUser'] });
    const answer = await place.device.signIn(given(user));
    expect(answer.body).toMatchObject({ status: 'completed', userId: user.userId, uuid: user.uuid, expiresIn: 1800 });
    const token = tokenOf(answer);
    const { body: me } = await place.device.me(token);
    expect(me).toMatchObject({ userId: user.userId, loginedAt: expect.any(String) });
    expect(await logOf(place)).toEqual([[user.userId, loginType, 'success']]);
    const opened = await app.owner.query('select proofs from sessions where user_uuid = $1', [user.uuid]);
    expect(opened.rows).toEqual([{ proofs }]);
    // They may read what is theirs; they administer nothing and change nothing.
    const call = async (method: string, path: string, body?: object) =>
      (await app.call(method, path, { token, body })).status;
    expect(await call('GET', `/api/auth/tenants/${user.tenantId}/users`)).toBe(403);
    expect(await call('GET', `/api/device/tenants/${user.tenantId}/devices`)).toBe(403);
    expect(await call('PUT', '/api/auth/me/password', { currentPassword: PASSWORD, newPassword: 'x'.repeat(20) })).toBe(
      403,
    );
    expect(await call('POST', '/api/auth/me/userCode/request', {})).toBe(403);
    expect(await call('POST', '/api/auth/myAccounts/issueTicketByAccessToken', { tenantId: user.tenantId })).toBe(403);
    expect((await place.device.signOut(token)).status).toBe(204);
    expect(said(await place.device.me(token))).toEqual(OUT);
  });

  it('though their password has expired, where none is asked for', async () => {
    const place = await company();
    const user = await holder(place);
    await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [user.uuid]);
    expect((await place.device.signIn({ way: 'card', card: user.card })).body.status).toBe('completed');
  });

  it('until they sign out at that device; another device signs nobody out there', async () => {
    const place = await company();
    const user = await makeUser(app, place.tenant);
    const given = { way: 'userId', userId: user.userId, password: user.password } as const;
    const token = tokenOf(await place.device.signIn(given));
    expect((await (await makeDevice(app, place.tenant)).signOut(token)).status).toBe(204);
    expect((await place.device.me(token)).status).toBe(200);
    expect((await place.device.signOut(token)).status).toBe(204);
    expect(said(await place.device.me(token))).toEqual(OUT);
    expect(said(await place.device.addCard(token, 'abcdef05'))).toEqual([401, 'access_token_error']);
  });

  it('for half an hour', async () => {
    const place = await company();
    const token = tokenOf(await place.device.signIn({ way: 'card', card: (await holder(place)).card }));
    app.advance(29 * 60_000);
    expect((await place.device.me(token)).status).toBe(200);
    app.advance(60_000);
    expect(said(await place.device.me(token))).toEqual(OUT);
  });

  it('though a tenant enforces a second factor for its pages and they have none', async () => {
    const place = await company({ mfa: { siteEnforceMfa: { enabled: true, roles: ['User'] } } });
    // The tenant's administrator has the role too, so the card is inserted directly.
    const user = await makeUser(app, place.tenant);
    await app.owner.query('update users set user_code_hash = $2 where uuid = $1', [
      user.uuid,
      app.tools.keyedHash('userCode', user.tenantId, '424242'),
    ]);
    const token = tokenOf(await place.device.signIn({ way: 'userCode', userCode: '424242' }));
    expect((await place.device.me(token)).status).toBe(200);
  });
});

describe('the second factor', () => {
  async function withSecondFactor(skipMfaFromMfp: boolean) {
    const place = await company({ mfa: { skipMfaFromMfp } });
    const user = await holder(place);
    const { secret, recoveryCodes } = await setUpTotp(app, (await signIn(app, user)).token);
    return { place, user, secret, recoveryCodes };
  }

  it('is asked for where there is one; wrong ones count, and only this device can give it', async () => {
    const { place, user, secret } = await withSecondFactor(false);
    const { body } = await place.device.signIn({ way: 'card', card: user.card });
    expect(body).toEqual({ status: 'mfaRequired', loginId: expect.any(String), methods: ['totp', 'recoveryCode'] });
    const { loginId } = body as { loginId: string };
    expect(said(await place.device.secondFactor({ loginId, otp: '000000' }))).toEqual([400, 'wrong_otp']);
    const otp = otpOf(app, secret, 1);
    const other = await makeDevice(app, place.tenant);
    expect(said(await other.secondFactor({ loginId, otp }))).toEqual([401, 'login_expired']);
    // A card never opens a session at the pages.
    const atPages = await app.call('POST', '/api/auth/login/user/mfa', { body: { loginId, otp } });
    expect([atPages.status, atPages.cookie]).toEqual([401, null]);
    const token = tokenOf(await place.device.secondFactor({ loginId, otp }));
    expect((await place.device.me(token)).status).toBe(200);
    expect(said(await place.device.secondFactor({ loginId, otp }))).toEqual([401, 'login_expired']);
    expect(await logOf(place)).toEqual([
      [user.userId, 'card', 'wrong_otp'],
      [user.userId, 'card', 'success'],
    ]);
  });

  it('is no longer taken from somebody who was deactivated meanwhile, and the log says why', async () => {
    const { place, user, secret } = await withSecondFactor(false);
    const { body } = await place.device.signIn({ way: 'card', card: user.card });
    const { loginId } = body as { loginId: string };
    await app.owner.query("update users set status = 'inactive' where uuid = $1", [user.uuid]);
    const otp = otpOf(app, secret, 1);
    expect(said(await place.device.secondFactor({ loginId, otp }))).toEqual([401, 'login_expired']);
    expect(await logOf(place)).toEqual([[user.userId, 'card', 'account_inactive']]);
  });

  it('follows the password that was given, not one that came after it; after a card any will do', async () => {
    const { place, user, secret } = await withSecondFactor(false);
    const begin = async (given: Parameters<TestDevice['signIn']>[0]) =>
      ((await place.device.signIn(given)).body as { loginId: string }).loginId;
    const byPassword = await begin({ way: 'userId', userId: user.userId, password: user.password });
    const byCard = await begin({ way: 'card', card: user.card });
    app.advance(1000);
    const now = app.tools.clock();
    await app.owner.query('update user_passwords set changed_at = $2 where user_uuid = $1', [user.uuid, now]);
    const give = (loginId: string) => place.device.secondFactor({ loginId, otp: otpOf(app, secret, 1) });
    expect(said(await give(byPassword))).toEqual([401, 'login_expired']);
    expect((await give(byCard)).body.status).toBe('completed');
  });

  it('may be a recovery code, of which the person hears', async () => {
    const { place, user, recoveryCodes } = await withSecondFactor(false);
    const { body } = await place.device.signIn({ way: 'userCode', userCode: user.userCode });
    const { loginId } = body as { loginId: string };
    const answer = await place.device.secondFactor({ loginId, recoveryCode: String(recoveryCodes[0]) });
    expect(answer.body.status).toBe('completed');
    expect((await app.mails(user.mail)).map(({ kind }) => kind)).toContain('recoveryCodeUsed');
  });

  it('completes a sign-in once, of many at the same moment and afterwards, each with a code that is right', async () => {
    const { place, user, recoveryCodes } = await withSecondFactor(false);
    const { body } = await place.device.signIn({ way: 'userCode', userCode: user.userCode });
    const { loginId } = body as { loginId: string };
    const give = (recoveryCode: string) => place.device.secondFactor({ loginId, recoveryCode });
    const answers = await Promise.all(recoveryCodes.slice(1).map(give));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(said(await give(String(recoveryCodes[0])))).toEqual([401, 'login_expired']);
  });

  it('of a sign-in at the pages is not given at a device', async () => {
    const { place, user, secret } = await withSecondFactor(false);
    const body = { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: user.password };
    const { loginId } = (await app.call('POST', '/api/auth/login/user', { body })).body;
    expect(said(await place.device.secondFactor({ loginId, otp: otpOf(app, secret, 1) }))).toEqual([
      401,
      'login_expired',
    ]);
  });

  it('is not asked for where the tenant has turned it off for everybody', async () => {
    const { place, user } = await withSecondFactor(false);
    const policy = JSON.stringify({ loginPolicy: { mfa: { enabled: false } } });
    await app.owner.query('update tenants set security_policy = $2 where tenant_id = $1', [user.tenantId, policy]);
    expect((await place.device.signIn({ way: 'card', card: user.card })).body.status).toBe('completed');
  });

  it('is given to a sign-in that there is', async () => {
    const { device } = await company();
    for (const loginId of ['nothing-of-the-kind', `Kelvin.${'S'.repeat(43)}`])
      expect(said(await device.secondFactor({ loginId, otp: '123456' }))).toEqual([401, 'login_expired']);
  });

  it('is not asked for where the tenant does without it at devices', async () => {
    const { place, user } = await withSecondFactor(true);
    expect((await place.device.signIn({ way: 'card', card: user.card })).body.status).toBe('completed');
  });
});

it('cards and PINs go on when the master key has changed', async () => {
  const place = await company({ onpremiseId: { cardLoginMode: 'cardAndUserCode' } });
  const user = await holder(place);
  const changed = await app.another(randomBytes(32));
  try {
    const device = await makeDevice(app, place.tenant, 'PorticoMfp', changed.url);
    const { card, userCode } = user;
    expect((await device.signIn({ way: 'card', card, userCode })).status).toBe(200);
    expect(said(await device.signIn({ way: 'card', card, userCode: '999999' }))).toEqual(MISMATCH);
    expect((await device.signIn({ way: 'userCode', userCode })).status).toBe(200);
    expect(said(await device.signIn({ way: 'userCode', userCode: '999999' }))).toEqual(MISMATCH);
  } finally {
    await changed.close();
  }
});

describe('a card that nobody has', () => {
  it('is added by who signed in with a password, and signs in from then on', async () => {
    const place = await company();
    const user = await makeUser(app, place.tenant);
    const given = { way: 'userId', userId: user.userId, password: user.password } as const;
    const token = tokenOf(await place.device.signIn(given));
    expect((await place.device.addCard(token, 'ab:cd:ef:01')).body).toEqual({ deviceType: 'PorticoMfp', hint: 'EF01' });
    expect((await place.device.signIn({ way: 'card', card: 'ABCDEF01' })).body).toMatchObject({ userId: user.userId });
    expect((await app.mails(user.mail)).map(({ kind }) => kind)).toEqual(['cardAdded']);
    const log = await app.owner.query(
      'select operator_user_id, action from system_operation_log where target_id = $1',
      [user.uuid],
    );
    expect(log.rows).toEqual([{ operator_user_id: user.userId, action: 'POST /api/auth/device/cards' }]);
    expect(said(await place.device.addCard(token, 'abcdef01'))).toEqual([409, 'duplicated_params_onpremiseAccounts']);
    const other = await makeDevice(app, place.tenant);
    expect(said(await other.addCard(token, 'abcdef02'))).toEqual([401, 'access_token_error']);
  });

  it('is not, without a password or where the tenant does not let people', async () => {
    const place = await company();
    const user = await holder(place);
    const byCard = tokenOf(await place.device.signIn({ way: 'card', card: user.card }));
    expect(said(await place.device.addCard(byCard, 'abcdef03'))).toEqual([403, 'forbidden']);
    for (const onpremiseId of [{ allowCardEntry: false }, { enabled: false, allowCardEntry: true }]) {
      const strict = await company({ onpremiseId });
      const theirs = await makeUser(app, strict.tenant);
      const given = { way: 'userId', userId: theirs.userId, password: theirs.password } as const;
      const token = tokenOf(await strict.device.signIn(given));
      expect(said(await strict.device.addCard(token, 'abcdef04'))).toEqual([403, 'forbidden']);
    }
  });

  it('is not by who has tried sixty in an hour', async () => {
    const place = await company();
    const user = await makeUser(app, place.tenant);
    const given = { way: 'userId', userId: user.userId, password: user.password } as const;
    const token = tokenOf(await place.device.signIn(given));
    expect((await place.device.addCard(token, 'abcdef06')).status).toBe(200);
    // As if that one had been the sixtieth.
    await app.owner.query('update throttles set count = 60');
    expect(said(await place.device.addCard(token, 'abcdef07'))).toEqual([429, 'too_many_requests']);
    await app.owner.query('delete from throttles');
  });
});

it('a device’s token is no person’s, nor a person’s a device’s, and neither is introspected as one', async () => {
  const place = await company();
  const user = await holder(place);
  const { body } = await app.call('POST', '/api/auth/device/token', {
    body: { credential: (await makeDevice(app, place.tenant)).credential },
  });
  const person = tokenOf(await place.device.signIn({ way: 'card', card: user.card }));
  expect((await app.call('GET', '/api/auth/me', { token: body.accessToken })).status).toBe(401);
  expect((await app.call('GET', '/api/auth/device/ways', { token: person })).status).toBe(401);
  expect((await app.call('GET', '/api/auth/device/ways', { token: place.token })).status).toBe(401);
  expect((await app.call('GET', '/api/auth/device/ways', { token: body.accessToken })).status).toBe(200);
  app.advance(10 * 60_000);
  expect((await app.call('GET', '/api/auth/device/ways', { token: body.accessToken })).status).toBe(401);
  app.advance(-10 * 60_000);
});
