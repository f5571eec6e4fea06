import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { setUpTotp } from '#test/authenticator.ts';
import { makeTenant, makeUser, portalTokens, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeClient, tokensFor, withinASecond } from '#test/oauth.ts';

const MINUTE = 60_000;
let app: TestApp;
let tenant: TestTenant;
const list = (token: string) => app.call('GET', '/api/auth/me/sessions', { token });
const endOne = (token: string, id: string) => app.call('DELETE', `/api/auth/me/sessions/${id}`, { token });
const endOthers = (token: string) => app.call('DELETE', '/api/auth/me/sessions', { token });
const ends = (token: string) =>
  withinASecond(
    () => list(token),
    ({ status }) => status === 401,
  );

beforeAll(async () => {
  app = await sharedTestApp('with a clock');
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

describe('my sessions', () => {
  it('are told with where and when, the current one first, and nobody else’s', async () => {
    const user = await makeUser(app, tenant);
    await signIn(app, await makeUser(app, tenant));
    const [first, second] = [await signIn(app, user), await signIn(app, user)];
    const { body } = await list(first.token);
    expect(body).toMatchObject({ totalResults: 2 });
    expect(body.results.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true, false]);
    expect(body.results[0]).toMatchObject({ loginType: 'userId', address: '127.0.0.1' });
    expect(body.results[0].userAgent).not.toBe('');
    expect((await list(second.token)).body.results[0].sessionId).toBe(body.results[1].sessionId);
  });

  it('one ends with its tokens within a second, and only once', async () => {
    const user = await makeUser(app, tenant);
    const [mine, lost] = [await signIn(app, user), await signIn(app, user)];
    const lostId = (await list(lost.token)).body.results[0].sessionId;
    const kept = async () =>
      (await app.owner.query('select 1 from oauth_artifacts where session_id = $1', [lostId])).rowCount;
    expect(await kept()).toBeGreaterThan(0);
    expect((await endOne(mine.token, lostId)).status).toBe(204);
    expect(await kept()).toBe(0);
    expect(await ends(lost.token)).toBe(true);
    await expect(portalTokens(app, lost.cookie)).rejects.toThrow();
    expect((await list(mine.token)).body.totalResults).toBe(1);
    expect((await endOne(mine.token, lostId)).status).toBe(404);
  });

  it('of another user or tenant end no more than unknown ones', async () => {
    const other = await signIn(app, await makeUser(app, tenant));
    const id = (await list(other.token)).body.results[0].sessionId;
    const neighbour = await signIn(app, await makeUser(app, tenant));
    const stranger = await signIn(app, await makeUser(app, await makeTenant(app)));
    const unknown = await endOne(neighbour.token, randomUUID());
    for (const { token } of [neighbour, stranger]) {
      const answer = await endOne(token, id);
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
    }
    expect((await endOne(neighbour.token, 'nonsense')).status).toBe(404);
    expect((await list(other.token)).status).toBe(200);
  });

  it('all others end, and so do grants that outlive sessions; a mail tells how many', async () => {
    const user = await makeUser(app, tenant);
    const [mine, one, two] = [await signIn(app, user), await signIn(app, user), await signIn(app, user)];
    const scope = 'openid offline_access portal:user:admin';
    const { access_token: outliving } = await tokensFor(app, await makeClient(app, tenant), one.cookie, scope, {
      prompt: 'consent',
    });
    expect((await app.call('GET', '/api/auth/me', { token: outliving })).status).toBe(200);
    const answer = await endOthers(mine.token);
    expect([answer.status, answer.body]).toEqual([200, { endedSessions: 2 }]);
    for (const token of [one.token, two.token, outliving]) expect(await ends(token)).toBe(true);
    expect((await list(mine.token)).body.totalResults).toBe(1);
    expect((await endOthers(mine.token)).body).toEqual({ endedSessions: 0 });
    const mails = await app.mails(user.mail);
    expect(mails.map(({ kind }) => kind)).toEqual(['sessionsEnded']);
    expect(mails[0]?.text).toContain('2 sessions of your account');
  });

  it('all others end, and with them a sign-in that is pending MFA', async () => {
    const user = await makeUser(app, tenant);
    const mine = await signIn(app, user);
    const { recoveryCodes } = await setUpTotp(app, mine.token);
    const body = { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: user.password };
    const { loginId } = (await app.call('POST', '/api/auth/login/user', { body })).body;
    app.advance(1000);
    expect((await endOthers(mine.token)).status).toBe(200);
    const given = { loginId, recoveryCode: recoveryCodes[0] };
    const answer = await app.call('POST', '/api/auth/login/user/mfa', { body: given });
    expect([answer.status, answer.body[0].message_id]).toEqual([401, 'login_expired']);
  });

  it('one is ended by one of twenty at once', async () => {
    const user = await makeUser(app, tenant);
    const [mine, lost] = [await signIn(app, user), await signIn(app, user)];
    const id = (await list(lost.token)).body.results[0].sessionId;
    const answers = await Promise.all(Array.from({ length: 20 }, () => endOne(mine.token, id)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

describe('a session in use', () => {
  it('lasts as long as those of administrators do, once its user is one', async () => {
    const [user, neighbour] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    for (const person of [user, neighbour]) await signIn(app, person);
    const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
    const path = `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}`;
    const made = await app.call('PUT', path, { token, body: { roles: ['User', 'PowerUser'] } });
    expect(made.status).toBe(200);
    const minutes = async ({ uuid }: TestUser) => {
      const { rows } = await app.owner.query('select login_at, expires_at from sessions where user_uuid = $1', [uuid]);
      return rows.map((row) => (Number(row.expires_at) - Number(row.login_at)) / MINUTE);
    };
    expect([await minutes(user), await minutes(neighbour)]).toEqual([[720], [1440]]);
  });

  it('is noted at most once a minute, and goes on past the idle time; an idle one ends', async () => {
    const brief = await makeTenant(app, { securityPolicy: { sessionPolicy: { idleMinutes: 5 } } });
    const user = await makeUser(app, brief);
    const [busy, idle] = [await signIn(app, user), await signIn(app, user)];
    const seen = async () => {
      const { results } = (await list(busy.token)).body;
      return Date.parse(results[0].lastSeenAt);
    };
    const start = await seen();
    app.advance(MINUTE / 2);
    await seen();
    expect(await seen()).toBe(start);
    for (let minutes = 0; minutes < 8; minutes += 2) {
      app.advance(2 * MINUTE);
      expect((await list(busy.token)).status).toBe(200);
    }
    expect(await withinASecond(seen, (at) => at >= start + 8 * MINUTE)).toBe(true);
    expect((await list(idle.token)).status).toBe(401);
    expect((await list(busy.token)).body.totalResults).toBe(1);
  });
});
