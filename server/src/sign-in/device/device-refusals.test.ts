import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import {
  type Company,
  deviceLogOf,
  type Holder,
  makeCompany,
  makeDevice,
  makeHolder,
  MISMATCH,
  said,
} from '#test/devices.ts';
import { type makeUser, PASSWORD } from '#test/factories.ts';

/** Refused sign-ins at devices: the same answer whatever is wrong, and a limit on guessing. */

let app: TestApp;

beforeAll(async () => {
  app = await sharedTestApp('with a clock');
});
afterAll(() => app.close());

const company = (loginPolicy: object = {}, more: object = {}) => makeCompany(app, loginPolicy, more);
const holder = (place: Company, given: Parameters<typeof makeUser>[2] = {}) => makeHolder(app, place, given);
const logOf = (place: Company) => deviceLogOf(app, place);

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

  it('to a name that nobody has, which the log shows as it was typed', async () => {
    const place = await company();
    const names = [
      { way: 'userId', userId: 'Ghost', password: PASSWORD },
      { way: 'loginMailAddress', loginMailAddress: 'ghost@place.example', password: PASSWORD },
      { way: 'userCode', userCode: '31415926' },
    ] as const;
    for (const given of names) expect(said(await place.device.signIn(given))).toEqual(MISMATCH);
    expect(await logOf(place)).toEqual([
      ['ghost', 'userId', 'account_not_exist'],
      ['ghost@place.example', 'loginMailAddress', 'account_not_exist'],
      ['', 'userCode', 'account_not_exist'],
    ]);
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

  it('not by right PINs, though their passwords have expired, nor by what was not looked at', async () => {
    const place = await company({ onpremiseId: { cardLoginFactor: 'userCode', cardLoginMode: 'cardAndPassword' } });
    const user = await holder(place);
    await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [user.uuid]);
    const right = { way: 'card', userCode: user.userCode, password: user.password } as const;
    for (let n = 0; n < 12; n += 1) expect(said(await place.device.signIn(right))).toEqual([403, 'password_expired']);
    // Of eight concurrent attempts at one device, four are turned away immediately and have guessed nothing.
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => place.device.signIn(right)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status !== 403 && status !== 503)).toEqual([]);
    }
    await app.owner.query('update user_passwords set must_change = false where user_uuid = $1', [user.uuid]);
    expect((await place.device.signIn(right)).status).toBe(200);
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

  it('of the PIN beside a card, and it stops the account at devices as the tenant says', async () => {
    const place = await company(
      { onpremiseId: { cardLoginMode: 'cardAndUserCode' } },
      { accountLockPolicy: { failures: 3 } },
    );
    const user = await holder(place);
    const wrong = { way: 'card', card: user.card, userCode: '999999' } as const;
    for (let n = 0; n < 3; n += 1) expect(said(await place.device.signIn(wrong))).toEqual(MISMATCH);
    const right = { ...wrong, userCode: user.userCode };
    expect(said(await place.device.signIn(right))).toEqual(MISMATCH);
    expect((await logOf(place)).at(-1)).toEqual([user.userId, 'cardAndUserCode', 'sign_in_stopped']);
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
    const other = await holder(place);
    const theirs = { ...right, userId: other.userId, password: other.password };
    expect((await place.device.signIn(theirs)).status).toBe(200);
    expect((await place.device.signIn({ way: 'card', card: user.card })).status).toBe(200);
  });

  it('of the PIN beside one card, though the tenant locks nobody', async () => {
    const onpremiseId = { cardLoginMode: 'cardAndUserCode' };
    const place = await company({ onpremiseId }, { accountLockPolicy: { enabled: false } });
    const user = await holder(place);
    const { card, userCode } = user;
    for (let n = 0; n < 10; n += 1)
      expect(said(await place.device.signIn({ way: 'card', card, userCode: '999999' }))).toEqual(MISMATCH);
    expect(said(await place.device.signIn({ way: 'card', card, userCode }))).toEqual([429, 'too_many_requests']);
  });

  it('not of a card or a PIN that is given alone: there is nothing to guess at the one, and the other is nobody’s', async () => {
    const place = await company();
    const other = await makeDevice(app, place.tenant);
    const [card, pin] = [
      { way: 'card', card: '0BADCA2D' } as const,
      { way: 'userCode', userCode: '40000000' } as const,
    ];
    for (let n = 0; n < 11; n += 1) expect(said(await place.device.signIn(card))).toEqual(MISMATCH);
    for (let n = 0; n < 10; n += 1) expect(said(await place.device.signIn(pin))).toEqual(MISMATCH);
    expect(said(await other.signIn(pin))).toEqual(MISMATCH);
  });

  it('from the start again once somebody got in', async () => {
    const onpremiseId = { cardLoginMode: 'cardAndUserCode' };
    const place = await company({ onpremiseId }, { accountLockPolicy: { failures: 3 } });
    const { card, userCode } = await holder(place);
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 2; n += 1)
        expect(said(await place.device.signIn({ way: 'card', card, userCode: '999999' }))).toEqual(MISMATCH);
      expect((await place.device.signIn({ way: 'card', card, userCode })).status).toBe(200);
    }
  });

  it('of cards, at one device', async () => {
    const place = await company();
    for (let n = 0; n < 60; n += 1)
      expect(said(await place.device.signIn({ way: 'card', card: `0BADCA2D${n}` }))).toEqual(MISMATCH);
    const user = await holder(place);
    expect(said(await place.device.signIn({ way: 'card', card: user.card }))).toEqual([429, 'too_many_requests']);
  });

  describe('also where the body of a call comes after its head', () => {
    /** Sends the head of a call, and what it says later; gives the status. */
    const begin = (token: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const begun = request(`${app.url}/api/auth/device/login`, { method: 'POST', headers });
      begun.flushHeaders();
      const status = new Promise((resolve, reject) => {
        begun.on('error', reject).on('response', (answer) => resolve(answer.resume().statusCode));
      });
      return (given: object) => {
        begun.end(JSON.stringify(given));
        return status;
      };
    };
    const wrong = { way: 'card', card: '0BADCA2D' } as const;

    /** A device with one attempt left, a user signed in there, and a call that began after that. */
    const almostUsedUp = async () => {
      const place = await company();
      const { card } = await holder(place);
      const device = await makeDevice(app, place.tenant);
      const credential = { credential: device.credential };
      const { accessToken: token } = (await app.call('POST', '/api/auth/device/token', { body: credential })).body;
      const call = async (method: string, path: string, body?: object) =>
        (await app.call(method, `/api/auth/device/${path}`, { token, body })).status;
      expect(await call('POST', 'login', wrong)).toBe(401);
      await app.owner.query('update throttles set count = 59');
      const finish = begin(token);
      // A call of the same device with its current state.
      expect(await call('GET', 'ways')).toBe(200);
      return { finish: () => finish({ way: 'card', card }), refuse: () => call('POST', 'login', wrong) };
    };

    it('and somebody is refused between them', async () => {
      const { finish, refuse } = await almostUsedUp();
      expect(await refuse()).toBe(401);
      expect(await finish()).toBe(429);
      await app.owner.query('delete from throttles');
    });

    it('and more than a second goes by, in which another process refused somebody', async () => {
      const { finish } = await almostUsedUp();
      await app.owner.query('update throttles set count = 60');
      const { now } = performance;
      const later = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 1000);
      expect(await finish()).toBe(429);
      later.mockRestore();
      await app.owner.query('delete from throttles');
    });
  });
});
