import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import {
  makeTenant,
  makeUser,
  PASSWORD,
  portalTokens,
  signIn,
  type TestTenant,
  type TestUser,
} from '#test/factories.ts';

/** What a repeated sign-in does to the browser's existing session, and which pages may do it. */

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await sharedTestApp('with a clock');
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const login = (user: TestUser, more: { cookie?: string; headers?: Record<string, string> } = {}) =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: PASSWORD },
    ...more,
  });
const sessionsOf = async (user: TestUser) =>
  (
    await app.owner.query('select session_id, ended_reason from sessions where user_uuid = $1 order by login_at', [
      user.uuid,
    ])
  ).rows as { session_id: string; ended_reason: string | null }[];
const meOf = async (token: string) => (await app.call('GET', '/api/auth/me', { token })).status;

describe('signing in again in one browser', () => {
  it('as the same user renews the secret of the session: its id and tokens stay, the old cookie opens nothing', async () => {
    const user = await makeUser(app, tenant);
    const { cookie, token } = await signIn(app, user);
    const before = await sessionsOf(user);
    app.advance(5 * 60_000);
    const { cookie: renewed } = await login(user, { cookie });
    expect(await sessionsOf(user)).toEqual(before);
    expect(await meOf((await portalTokens(app, String(renewed))).token)).toBe(200);
    await expect(portalTokens(app, cookie)).rejects.toThrow();
    // An earlier token belongs to the same session.
    expect(await meOf(token)).toBe(200);
  });

  it('as the same user proves anew who they are, to the tokens of before at once', async () => {
    const user = await makeUser(app, tenant);
    const { cookie } = await signIn(app, user);
    app.advance(20 * 60_000);
    const { token } = await portalTokens(app, cookie);
    const pin = async () =>
      (await app.call('POST', '/api/auth/me/userCode/request', { token, body: {} })).body[0]?.message_id;
    expect(await pin()).toBe('reauthentication_required');
    await login(user, { cookie });
    expect(await pin()).toBeUndefined();
  });

  it('as another user of the tenant, or of another one, ends the former session with its tokens', async () => {
    for (const place of [tenant, await makeTenant(app)]) {
      const [first, second] = [await makeUser(app, tenant), await makeUser(app, place)];
      const { cookie, token } = await signIn(app, first);
      expect((await login(second, { cookie })).status).toBe(200);
      expect((await sessionsOf(first)).map(({ ended_reason }) => ended_reason)).toEqual(['replaced']);
      expect(await meOf(token)).toBe(401);
      expect(await sessionsOf(second)).toMatchObject([{ ended_reason: null }]);
    }
  });

  it('with a wrong password, or the cookie of a session that is over, changes nothing', async () => {
    const [first, second] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    const { cookie, token } = await signIn(app, first);
    expect((await login({ ...second, userId: 'nobody' }, { cookie })).status).toBe(401);
    expect(await meOf(token)).toBe(200);
    expect((await app.call('POST', '/api/auth/logout', { cookie })).status).toBe(204);
    expect((await login(first, { cookie })).status).toBe(200);
    expect((await sessionsOf(first)).map(({ ended_reason }) => ended_reason)).toEqual(['logout', null]);
  });

  it('by a ticket keeps the session the person came from', async () => {
    const mail = 'switching@places.example';
    const [one, other] = [
      await makeUser(app, tenant, { mail, defaultLogin: true }),
      await makeUser(app, await makeTenant(app), { mail }),
    ];
    const body = { type: 'loginMailAddress', credentials: mail, password: PASSWORD };
    const cookie = String((await app.call('POST', '/api/auth/login/user', { body })).cookie);
    const { token } = await portalTokens(app, cookie);
    const { ticket } = (
      await app.call('POST', '/api/auth/myAccounts/issueTicketByAccessToken', {
        token,
        body: { tenantId: other.tenantId },
      })
    ).body;
    expect((await app.call('POST', '/api/auth/login/ticket', { cookie, body: { ticket } })).status).toBe(200);
    expect(await meOf(token)).toBe(200);
    expect(await sessionsOf(one)).toMatchObject([{ ended_reason: null }]);
  });
});

describe('a ticket', () => {
  const open = (ticket: string) => app.call('POST', '/api/auth/login/ticket', { body: { ticket } });

  it('is as old as the password behind it', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    app.advance(5 * 60_000);
    const path = '/api/auth/myAccounts/issueTicketByAccessToken';
    const { ticket } = (await app.call('POST', path, { token, body: { tenantId: user.tenantId } })).body;
    expect((await open(ticket)).status).toBe(200);
    const { rows } = await app.owner.query('select distinct proved_at from sessions where user_uuid = $1', [user.uuid]);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['of no shape', 'S'.repeat(50)],
    ['of no tenant', `Kelvin.${'S'.repeat(43)}`],
    ['of the provider', `-.${'S'.repeat(43)}`],
    ['that nobody was given', `kelvin.${'S'.repeat(43)}`],
  ])('%s opens nothing', async (_, ticket) => {
    const answer = await open(ticket);
    expect([answer.status, answer.body[0].message_id, answer.cookie]).toEqual([401, 'login_expired', null]);
  });
});

describe('a page of another origin', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];

  it('neither signs people in nor out', async () => {
    const user = await makeUser(app, tenant);
    const { cookie, token } = await signIn(app, user);
    for (const headers of foreign) {
      const answers = [await login(user, { headers }), await app.call('POST', '/api/auth/logout', { cookie, headers })];
      for (const answer of answers) {
        expect([answer.status, answer.body[0].message_id]).toEqual([403, 'forbidden']);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
      for (const path of ['login/user/mfa', 'login/user/account', 'login/user/password', 'login/ticket'])
        expect((await app.call('POST', `/api/auth/${path}`, { body: {}, headers })).status).toBe(403);
    }
    expect(await meOf(token)).toBe(200);
  });

  it('is told from our own, and from callers that are no browser', async () => {
    const user = await makeUser(app, tenant);
    for (const headers of [{ origin: app.url }, { 'sec-fetch-site': 'same-origin' }, {}] as Record<string, string>[])
      expect((await login(user, { headers })).status).toBe(200);
  });
});
