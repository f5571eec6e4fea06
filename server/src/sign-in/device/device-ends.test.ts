import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { setUpTotp } from '#test/authenticator.ts';
import { type Company, giveCard, type Holder, makeCompany, makeHolder, OUT, said, tokenOf } from '#test/devices.ts';
import { type makeUser, signIn } from '#test/factories.ts';

/** Whatever was begun at a device ends with everything it depends on, on every process. */

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL_SIZE: '12' });
});
afterAll(() => app.close());

const company = (loginPolicy: object = {}, more: object = {}) => makeCompany(app, loginPolicy, more);
const holder = (place: Company, given: Parameters<typeof makeUser>[2] = {}) => makeHolder(app, place, given);

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
      app.advance(1000);
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
    app.advance(600);
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
