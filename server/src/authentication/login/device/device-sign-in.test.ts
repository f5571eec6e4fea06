import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceAnswer } from '../../../../../scripts/simulated-device.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { setUpTotp, otpOf } from '#test/authenticator.ts';
import { giveCard, makeDevice, type TestDevice } from '#test/devices.ts';
import { makeTenant, makeUser, PASSWORD, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

/** People at devices, by the simulated device and over HTTP. */

let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL_SIZE: '12' });
});
afterAll(() => app.close());

interface Company {
  tenant: TestTenant;
  token: string;
  device: TestDevice;
}

/** A tenant with a device; `loginPolicy` is what its administrator decided. */
async function company(loginPolicy: object = {}, more: object = {}): Promise<Company> {
  const tenant = await makeTenant(app, { securityPolicy: { loginPolicy, ...more } });
  const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['User', 'PowerUser'] }));
  return { tenant, token, device: await makeDevice(app, tenant) };
}

type Holder = TestUser & { card: string; userCode: string };

async function holder({ tenant, token }: Company, given: Parameters<typeof makeUser>[2] = {}): Promise<Holder> {
  count += 1;
  const n = count;
  const user = {
    ...(await makeUser(app, tenant, given)),
    card: `04A1B2C3D4E5${n}`,
    userCode: String(700_000 + n),
  };
  await giveCard(app, token, user, user);
  return user;
}

const said = ({ status, error }: DeviceAnswer<unknown>) => [status, error];
const MISMATCH = [401, 'mismatch'];
const OUT = [401, 'invalid_token'];

/** The token of whoever signed in. */
function tokenOf(answer: DeviceAnswer<{ status: string; accessToken?: string }>): string {
  if (!answer.body.accessToken) throw new Error(JSON.stringify(answer));
  return answer.body.accessToken;
}

async function logOf({ tenant, device }: Company) {
  const { rows } = await app.owner.query(
    'select user_id, login_type, status, reason from login_log where tenant_id = $1 and device_id = $2 order by at, id',
    [tenant.tenantId, device.deviceId],
  );
  return rows.map((row) => [row.user_id, row.login_type, row.reason ?? row.status]);
}

/** Deactivates, locks … as another process would: what this one knows is half a second old at most. */
const seen = () => new Promise((done) => setTimeout(done, 600));

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
  ];
  const ways: Way[] = [
    ['by card', {}, ({ card }) => ({ way: 'card', card: card.toLowerCase().replace(/(..)/g, '$1:') }), 'card'],
    ['by PIN', {}, ({ userCode }) => ({ way: 'userCode', userCode }), 'userCode'],
    [
      'by card and PIN',
      { cardLoginMode: 'cardAndUserCode' },
      ({ card, userCode }) => ({ way: 'card', card, userCode }),
      'cardAndUserCode',
    ],
    [
      'by card and password',
      { cardLoginMode: 'cardAndPassword' },
      ({ card, password }) => ({ way: 'card', card, password }),
      'cardAndPassword',
    ],
    [
      'by PIN in place of the card, and password',
      { cardLoginFactor: 'userCode', cardLoginMode: 'cardAndPassword' },
      ({ userCode, password }) => ({ way: 'card', userCode, password }),
      'userCodeAndPassword',
    ],
    ['by user ID', {}, ({ userId, password }) => ({ way: 'userId', userId: userId.toUpperCase(), password }), 'userId'],
    [
      'by mail address',
      {},
      ({ mail, password }) => ({ way: 'loginMailAddress', loginMailAddress: mail, password }),
      'loginMailAddress',
    ],
  ];

  it.each(ways)('%s', async (_, onpremiseId, given, loginType) => {
    const place = await company({ onpremiseId });
    const user = await holder(place, { roles: ['User', 'PowerUser'] });
    const answer = await place.device.signIn(given(user));
    expect(answer.body).toMatchObject({ status: 'completed', userId: user.userId, uuid: user.uuid, expiresIn: 1800 });
    const token = tokenOf(answer);
    expect((await place.device.me(token)).body.userId).toBe(user.userId);
    expect(await logOf(place)).toEqual([[user.userId, loginType, 'success']]);
    const { rows } = await app.owner.query('select logined_at from users where uuid = $1', [user.uuid]);
    expect(rows[0].logined_at).not.toBeNull();
    // What is theirs they may read; they administer nothing, and change nothing.
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

  it('for half an hour', async () => {
    const place = await company();
    const token = tokenOf(await place.device.signIn({ way: 'card', card: (await holder(place)).card }));
    app.advance(29 * 60_000);
    await seen();
    expect((await place.device.me(token)).status).toBe(200);
    app.advance(60_000);
    expect(said(await place.device.me(token))).toEqual(OUT);
  });

  it('though a tenant enforces a second factor for its pages and they have none', async () => {
    const place = await company({ mfa: { siteEnforceMfa: { enabled: true, roles: ['User'] } } });
    // The administrator of the place has the role too, so the card comes by hand.
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
    // A card opens no page, whatever comes after it.
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

  it('may be a recovery code, of which the person hears', async () => {
    const { place, user, recoveryCodes } = await withSecondFactor(false);
    const { body } = await place.device.signIn({ way: 'userCode', userCode: user.userCode });
    const { loginId } = body as { loginId: string };
    const answer = await place.device.secondFactor({ loginId, recoveryCode: String(recoveryCodes[0]) });
    expect(answer.body.status).toBe('completed');
    expect((await app.mails(user.mail)).map(({ kind }) => kind)).toContain('recoveryCodeUsed');
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

  it('is not asked for where the tenant does without it at devices', async () => {
    const { place, user } = await withSecondFactor(true);
    expect((await place.device.signIn({ way: 'card', card: user.card })).body.status).toBe('completed');
  });
});

describe('the same answer', () => {
  it('to an unknown card, an inactive, locked or invited person, and a wrong PIN; the log knows why', async () => {
    const place = await company({ onpremiseId: { cardLoginMode: 'cardAndUserCode' } });
    const people = await Promise.all(
      (['active', 'inactive', 'locked', 'registering'] as const).map((status) => holder(place, { status })),
    );
    const [active, ...others] = people as [Holder, ...Holder[]];
    const agent = await holder(place, { userId: 'agent:printer', mail: 'printer@place.example' });
    const tries = [
      { card: '0404040404', userCode: '123456' },
      { card: active.card, userCode: '123456' },
      ...[...others, agent].map(({ card, userCode }) => ({ card, userCode })),
    ];
    const answers = [];
    for (const given of tries) answers.push(await place.device.signIn({ way: 'card', ...given }));
    for (const answer of answers) {
      expect(said(answer)).toEqual(MISMATCH);
      expect(answer.body).toEqual(answers[0]?.body);
    }
    expect(await logOf(place)).toEqual([
      ['', 'cardAndUserCode', 'account_not_exist'],
      [active.userId, 'cardAndUserCode', 'mismatch'],
      [others[0]?.userId, 'cardAndUserCode', 'account_inactive'],
      [others[1]?.userId, 'cardAndUserCode', 'account_locked'],
      [others[2]?.userId, 'cardAndUserCode', 'revoked_or_expired'],
      ['agent:printer', 'cardAndUserCode', 'not_login_user_role'],
    ]);
  });

  it('to a way the tenant does not offer, and to what another tenant’s people have', async () => {
    const [here, there] = [
      await company({ mfpLoginTypeOption: ['card', 'userCode', 'loginMailAddress'] }),
      await company(),
    ];
    const [user, foreign] = [await holder(here), await holder(there)];
    const tries = [
      { way: 'userId', userId: user.userId, password: PASSWORD },
      { way: 'card', card: foreign.card },
      { way: 'userCode', userCode: foreign.userCode },
      { way: 'loginMailAddress', loginMailAddress: foreign.mail, password: PASSWORD },
    ] as const;
    for (const given of tries) expect(said(await here.device.signIn(given))).toEqual(MISMATCH);
    expect((await logOf(here)).map(([, , reason]) => reason)).toEqual([
      'not_login_user_role',
      'account_not_exist',
      'account_not_exist',
      'account_not_exist',
    ]);
    expect(await logOf(there)).toEqual([]);
  });

  it('to a card that is for devices of another type', async () => {
    const place = await company();
    const user = await holder(place);
    const board = await makeDevice(app, place.tenant, 'PorticoIwb');
    expect(said(await board.signIn({ way: 'card', card: user.card }))).toEqual(MISMATCH);
  });

  it('but not to an expired password, which is known to whoever typed it', async () => {
    const place = await company({ onpremiseId: { cardLoginMode: 'cardAndPassword' } });
    const user = await holder(place);
    await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [user.uuid]);
    const given = { way: 'card', card: user.card, password: user.password } as const;
    expect(said(await place.device.signIn(given))).toEqual([403, 'password_expired']);
    expect(said(await place.device.signIn({ ...given, password: 'wrong' }))).toEqual(MISMATCH);
  });

  it.each([
    [{ way: 'card', card: 'A1' }, 'card'],
    [{ way: 'card', card: 'A1B2C3_4' }, 'card'],
    [{ way: 'card', card: 'A'.repeat(65) }, 'card'],
    [{ way: 'card', card: 12345678 }, 'card'],
    [{ way: 'card' }, 'card'],
    [{ way: 'card', card: 'A1B2C3D4', userCode: '123456' }, 'userCode'],
    [{ way: 'userCode', userCode: '123' }, 'userCode'],
    [{ way: 'userCode', userCode: '12 456' }, 'userCode'],
    [{ way: 'userId', userId: ' ', password: 'x' }, 'userId'],
    [{ way: 'userId', userId: 'x' }, 'password'],
    [{ way: 'face' }, 'way'],
    [{ way: 'card', card: 'A1B2C3D4', roles: ['PowerUser'] }, 'roles'],
  ])('is for what could be right: %j is refused at its field', async (given, field) => {
    const { device } = await company();
    const answer = await device.signIn(given as never);
    expect([...said(answer), (answer.body as unknown as { field: string }[])[0]?.field]).toEqual([
      400,
      'invalid_params',
      field,
    ]);
  });
});

describe('guessing is stopped', () => {
  it('of PINs, at one device, and goes on a quarter of an hour later; cards go on meanwhile', async () => {
    const place = await company();
    const user = await holder(place);
    const guess = (n: number) => place.device.signIn({ way: 'userCode', userCode: String(10_000_000 + n) });
    // Right ones in between change nothing.
    for (let n = 0; n < 9; n += 1) expect(said(await guess(n))).toEqual(MISMATCH);
    expect((await place.device.signIn({ way: 'userCode', userCode: user.userCode })).status).toBe(200);
    expect(said(await guess(9))).toEqual(MISMATCH);
    const stopped = await place.device.signIn({ way: 'userCode', userCode: user.userCode });
    expect(said(stopped)).toEqual([429, 'too_many_requests']);
    expect((await place.device.signIn({ way: 'card', card: user.card })).status).toBe(200);
    const other = await makeDevice(app, place.tenant);
    expect((await other.signIn({ way: 'userCode', userCode: user.userCode })).status).toBe(200);
    app.advance(15 * 60_000);
    expect((await place.device.signIn({ way: 'userCode', userCode: user.userCode })).status).toBe(200);
    app.advance(-15 * 60_000);
  });

  it('of PINs, a hundred at once: no more than ten are looked at', async () => {
    const place = await company();
    await place.device.ways();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => place.device.signIn({ way: 'userCode', userCode: String(20_000_000 + n) })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(new Set(statuses)).toEqual(new Set([401, 429, 503].filter((status) => statuses.includes(status))));
    expect(await logOf(place)).toHaveLength(statuses.filter((status) => status === 401).length);
  });

  it('of PINs, from many devices', async () => {
    const place = await company();
    const user = await holder(place);
    let looked = 0;
    let stopped: string | null = null;
    for (let n = 0; n < 25 && !stopped; n += 1) {
      const device = await makeDevice(app, place.tenant);
      for (let guess = 0; guess < 10 && !stopped; guess += 1) {
        const answer = await device.signIn({ way: 'userCode', userCode: String(30_000_000 + looked) });
        if (answer.status === 401) looked += 1;
        else stopped = answer.error;
      }
    }
    expect([looked, stopped]).toEqual([200, 'too_many_requests']);
    const fresh = await makeDevice(app, place.tenant);
    expect(said(await fresh.signIn({ way: 'userCode', userCode: user.userCode }))).toEqual([429, 'too_many_requests']);
    // Another tenant has its own count.
    const other = await company();
    const theirs = await holder(other);
    expect((await other.device.signIn({ way: 'userCode', userCode: theirs.userCode })).status).toBe(200);
  });

  it('of the PIN beside a card, and it locks the account as the tenant says', async () => {
    const place = await company(
      { onpremiseId: { cardLoginMode: 'cardAndUserCode' } },
      { accountLockPolicy: { failures: 3 } },
    );
    const user = await holder(place);
    const wrong = { way: 'card', card: user.card, userCode: '999999' } as const;
    for (let n = 0; n < 3; n += 1) expect(said(await place.device.signIn(wrong))).toEqual(MISMATCH);
    const right = { ...wrong, userCode: user.userCode };
    expect(said(await place.device.signIn(right))).toEqual(MISMATCH);
    expect((await logOf(place)).at(-1)).toEqual([user.userId, 'cardAndUserCode', 'account_locked']);
    app.advance(15 * 60_000);
    expect((await place.device.signIn(right)).status).toBe(200);
    app.advance(-15 * 60_000);
  });

  it('of one person’s password, wherever it is tried, though the tenant locks nobody', async () => {
    const place = await company({}, { accountLockPolicy: { enabled: false } });
    const user = await holder(place);
    const devices = [place.device, await makeDevice(app, place.tenant)] as const;
    const wrong = { way: 'userId', userId: user.userId, password: 'wrong' } as const;
    for (let n = 0; n < 10; n += 1)
      expect(said(await (devices[n % 2] ?? place.device).signIn(wrong))).toEqual(MISMATCH);
    const right = { ...wrong, password: user.password };
    for (const device of devices) expect(said(await device.signIn(right))).toEqual([429, 'too_many_requests']);
    expect((await place.device.signIn({ way: 'card', card: user.card })).status).toBe(200);
  });

  it('of cards, at one device', async () => {
    const place = await company();
    for (let n = 0; n < 60; n += 1)
      expect(said(await place.device.signIn({ way: 'card', card: `0BADCA2D${n}` }))).toEqual(MISMATCH);
    const user = await holder(place);
    expect(said(await place.device.signIn({ way: 'card', card: user.card }))).toEqual([429, 'too_many_requests']);
  });
});

describe('somebody is out within a second, on both processes', () => {
  type Taken = [string, (place: Company, user: Holder) => Promise<unknown>];
  const by =
    (method: string, path: (place: Company, user: Holder) => string, body?: object) =>
    async (place: Company, user: Holder) => {
      const answer = await app.call(method, path(place, user), { token: place.token, body });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    };
  const userPath = (user: Holder) => `/api/auth/tenants/${user.tenantId}/users/${user.userId}`;
  const devicePath = ({ tenant, device }: Company) =>
    `/api/device/tenants/${tenant.tenantId}/devices/${device.deviceId}`;
  const set = (change: string) => (_: Company, user: Holder) =>
    app.owner.query(`update users set ${change} where uuid = $1`, [user.uuid]);
  const cardOf = async (place: Company, user: Holder) =>
    (await app.call('GET', `${userPath(user)}/deviceLogin`, { token: place.token })).body.accounts[0].uuid;
  const withCard =
    (method: string, body?: object): Taken[1] =>
    async (place, user) => {
      const uuid = await cardOf(place, user);
      await by(method, () => `${userPath(user)}/onpremiseAccounts/${uuid}`, body)(place, user);
    };

  it.each<Taken>([
    ['the device’s credential is revoked', by('DELETE', (place) => `${devicePath(place)}/credential`)],
    ['the device is enrolled anew', by('POST', (place) => `${devicePath(place)}/credential`)],
    ['the device is deleted', by('DELETE', devicePath)],
    [
      'the device was cloned',
      async ({ device }) => {
        await device.renew();
        await app.call('POST', '/api/auth/device/token', { body: { credential: device.credential } });
      },
    ],
    ['the card is removed', withCard('DELETE')],
    ['the card is another one', withCard('PUT', { number: '99887766' })],
    ['the person is deactivated', set("status = 'inactive'")],
    ['the person is locked', set("status = 'locked', locked_until = null")],
    ['the person is deleted', by('DELETE', (_, user) => userPath(user))],
    [
      'the person is signed out everywhere',
      async (_, user) => {
        const { token } = await signIn(app, user);
        expect((await app.call('DELETE', '/api/auth/me/sessions', { token })).status).toBe(200);
      },
    ],
    [
      'the tenant is suspended',
      ({ tenant }) =>
        app.owner.query("update tenants set status = 'suspended' where tenant_id = $1", [tenant.tenantId]),
    ],
  ])('%s', async (name, take) => {
    const place = await company();
    const user = await holder(place);
    const second = await app.another();
    try {
      const token = tokenOf(await place.device.signIn({ way: 'card', card: user.card }));
      const works = async () => [
        (await app.call('GET', '/api/auth/me', { token })).status,
        (await second.call('GET', '/api/auth/me', { token })).status,
      ];
      expect(await works()).toEqual([200, 200]);
      await take(place, user);
      await new Promise((done) => setTimeout(done, 1000));
      expect(await works()).toEqual([401, 401]);
      if (!name.includes('signed out')) {
        const again = await place.device.signIn({ way: 'card', card: user.card });
        expect(again.status).toBe(401);
      }
    } finally {
      await second.close();
    }
  });

  it('whose PIN is another one, and who signed in with it', async () => {
    const place = await company();
    const user = await holder(place);
    const byPin = tokenOf(await place.device.signIn({ way: 'userCode', userCode: user.userCode }));
    const byCard = tokenOf(await place.device.signIn({ way: 'card', card: user.card }));
    await giveCard(app, place.token, user, { userCode: '80808080' });
    await seen();
    expect(said(await place.device.me(byPin))).toEqual(OUT);
    expect((await place.device.me(byCard)).status).toBe(200);
  });

  it('and a sign-in that waits for its second factor is over with the card, the PIN and the device', async () => {
    const place = await company();
    const takings: ((user: Holder) => Promise<unknown>)[] = [
      (user) => withCard('DELETE')(place, user),
      async (user) => giveCard(app, place.token, user, { userCode: '90909090' }),
      (user) => by('POST', () => `${devicePath(place)}/credential`)(place, user),
    ];
    for (const [n, take] of takings.entries()) {
      const user = await holder(place);
      await setUpTotp(app, (await signIn(app, user)).token);
      const given =
        n === 1 ? { way: 'userCode' as const, userCode: user.userCode } : { way: 'card' as const, card: user.card };
      expect((await place.device.signIn(given)).body.status).toBe('mfaRequired');
      await take(user);
      const left = await app.owner.query('select from pending_sign_ins where user_uuid = $1', [user.uuid]);
      expect(left.rows).toHaveLength(0);
    }
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
    const strict = await company({ onpremiseId: { allowCardEntry: false } });
    const theirs = await makeUser(app, strict.tenant);
    const given = { way: 'userId', userId: theirs.userId, password: theirs.password } as const;
    const token = tokenOf(await strict.device.signIn(given));
    expect(said(await strict.device.addCard(token, 'abcdef04'))).toEqual([403, 'forbidden']);
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
