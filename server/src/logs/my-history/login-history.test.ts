import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeClient, tokensFor, withinASecond } from '#test/oauth.ts';

const DAY = 86_400_000;
let app: TestApp;
let tenant: TestTenant;
const search = (token: string, body: unknown = {}) =>
  app.call('POST', '/api/auth/me/operations/search/logs/login', { token, body });
const notMe = (token: string, id: string) => app.call('POST', `/api/auth/me/loginHistory/${id}/notMe`, { token });
const fail = (user: TestUser) =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: 'wrong' },
  });

/** Inserts sign-ins of past days. */
async function pastLogins(user: TestUser, daysAgo: number[]): Promise<void> {
  for (const days of daysAgo) {
    await app.owner.query(
      `insert into login_log (tenant_id, at, id, user_uuid, user_id, login_type, status) values ($1, $2, $3, $4, $5, 'userId', 'success')`,
      [user.tenantId, new Date(app.tools.clock().getTime() - days * DAY), randomUUID(), user.uuid, user.userId],
    );
  }
}

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

describe('the sign-in history', () => {
  it('lists only the user’s own sign-ins and failures, newest first', async () => {
    const user = await makeUser(app, tenant);
    await signIn(app, await makeUser(app, tenant));
    await fail(user);
    const { token } = await signIn(app, user);
    const { status, body } = await search(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalResults: 2, itemsPerPage: 20 });
    expect(body.results).toMatchObject([
      {
        status: 'success',
        reason: null,
        loginType: 'userId',
        address: '127.0.0.1',
        sessionOpen: true,
        isCurrent: true,
      },
      { status: 'error', reason: 'mismatch', sessionId: null, sessionOpen: false, isCurrent: false },
    ]);
    expect(body.next ?? body.previous).toBeUndefined();
  });

  it.each([
    ['hours24', 1],
    ['days7', 3],
    ['days35', 5],
  ])('%s has %i', async (periodType, count) => {
    const user = await makeUser(app, tenant);
    await pastLogins(user, [2, 6.9, 7.1, 34.9, 35.5]);
    const { token } = await signIn(app, user);
    expect((await search(token, { periodType })).body.totalResults).toBe(count);
  });

  it('a custom period includes both ends', async () => {
    const user = await makeUser(app, tenant);
    await pastLogins(user, [3, 5, 8]);
    const { token } = await signIn(app, user);
    const ago = (days: number) => new Date(app.tools.clock().getTime() - days * DAY).toISOString();
    const custom = (from?: string, to?: string) =>
      search(token, { periodType: 'custom', fromDatetime: from, toDatetime: to });
    expect((await custom(ago(6), ago(2))).body.totalResults).toBe(2);
    for (const [from, to, field] of [
      [ago(40), ago(1), 'fromDatetime'],
      [ago(-1), ago(0), 'fromDatetime'],
      [ago(3), ago(-3), 'toDatetime'],
      [undefined, ago(1), 'fromDatetime'],
      [ago(1), undefined, 'toDatetime'],
    ]) {
      const answer = await custom(from, to);
      expect([answer.status, answer.body[0]]).toMatchObject([400, { message_id: 'invalid_params', field }]);
    }
    expect((await custom(ago(2), ago(3))).body[0]).toMatchObject({
      message_id: 'error.common.incorrectEndDatetime',
      field: 'toDatetime',
    });
    const loose = await search(token, { periodType: 'days7', fromDatetime: ago(3) });
    expect(loose.body[0]).toMatchObject({ message_id: 'invalid_params', field: 'fromDatetime' });
    expect((await custom('2026/05/01 00:00:00', ago(1))).status).toBe(400);
  });

  it('pages forward and back, even if sign-ins have the same time', async () => {
    const user = await makeUser(app, tenant);
    await pastLogins(user, [1, 1, 1, 2, 2, 3]);
    const { token } = await signIn(app, user);
    const all = (await search(token)).body.results.map(({ id }: { id: string }) => id);
    expect(all).toHaveLength(7);
    const seen: string[] = [];
    let cursor: string | undefined;
    let last = (await search(token, { count: 3 })).body;
    for (;;) {
      seen.push(...last.results.map(({ id }: { id: string }) => id));
      cursor = last.next;
      if (!cursor) break;
      last = (await search(token, { count: 3, cursor })).body;
      expect(last.previous).toBeDefined();
    }
    expect(seen).toEqual(all);
    const back = (await search(token, { count: 3, cursor: last.previous })).body;
    expect(back.results.map(({ id }: { id: string }) => id)).toEqual(all.slice(3, 6));
    const first = (await search(token, { count: 3, cursor: back.previous })).body;
    expect(first.results.map(({ id }: { id: string }) => id)).toEqual(all.slice(0, 3));
    expect(first.previous).toBeUndefined();
    for (const wrong of ['nonsense', 'n.1.2', `n.${'9'.repeat(14)}.${randomUUID()}`]) {
      expect((await search(token, { cursor: wrong })).status).toBeLessThan(500);
    }
    expect((await search(token, { cursor: 'nonsense' })).body[0]).toMatchObject({ field: 'cursor' });
  });
});

describe('"this wasn’t me"', () => {
  it('ends the session and lasting access of apps, advises a new password, and is emailed and logged', async () => {
    const user = await makeUser(app, tenant);
    const [mine, intruder] = [await signIn(app, user), await signIn(app, user)];
    const scope = 'openid offline_access portal:user:admin';
    const { access_token: outliving } = await tokensFor(app, await makeClient(app, tenant), intruder.cookie, scope, {
      prompt: 'consent',
    });
    const entry = (await search(mine.token)).body.results.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const answer = await notMe(mine.token, entry.id);
    expect([answer.status, answer.body]).toEqual([200, { endedSessions: 1, passwordChangeAdvised: true }]);
    for (const token of [intruder.token, outliving]) {
      expect(
        await withinASecond(
          () => search(token),
          ({ status }) => status === 401,
        ),
      ).toBe(true);
    }
    const after = (await search(mine.token)).body.results.find(({ id }: { id: string }) => id === entry.id);
    expect(after.sessionOpen).toBe(false);
    expect((await notMe(mine.token, entry.id)).body).toEqual({ endedSessions: 0, passwordChangeAdvised: true });
    expect((await app.mails(user.mail)).map(({ kind }) => kind)).toEqual(['sessionsEnded']);
    const { rows } = await app.owner.query(
      "select target_type, target_id from system_operation_log where operator_uuid = $1 and target_type <> 'oauthConsent'",
      [user.uuid],
    );
    expect(rows[0]).toEqual({ target_type: 'login', target_id: entry.id });
  });

  it('ends nothing for a failed sign-in, and does not find sign-ins of others', async () => {
    const user = await makeUser(app, tenant);
    await fail(user);
    const { token } = await signIn(app, user);
    const [own, failed] = (await search(token)).body.results;
    expect((await notMe(token, failed.id)).body).toEqual({ endedSessions: 0, passwordChangeAdvised: false });
    const neighbour = await signIn(app, await makeUser(app, tenant));
    const stranger = await signIn(app, await makeUser(app, await makeTenant(app)));
    for (const other of [neighbour, stranger]) expect((await notMe(other.token, own.id)).status).toBe(404);
    expect((await search(token)).status).toBe(200);
  });
});
