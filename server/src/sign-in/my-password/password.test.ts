import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, PASSWORD, portalTokens, signIn, type TestTenant } from '#test/factories.ts';

const NEW = 'copper meadow 91 whistle';
let app: TestApp;
let tenant: TestTenant;
const put = (token: string, currentPassword: string, newPassword: string) =>
  app.call('PUT', '/api/auth/me/password', { token, body: { currentPassword, newPassword } });
const open = async (token: string) => (await app.call('GET', '/api/auth/me', { token })).status;

beforeAll(async () => {
  app = await sharedTestApp('with a clock');
  tenant = await makeTenant(app, { securityPolicy: { passwordPolicy: { minNumeric: 2, history: 3 } } });
});
afterAll(() => app.close());

describe('a changed password', () => {
  it('signs in, ends every other session and its tokens, keeps the one that asked, and is told by mail', async () => {
    const user = await makeUser(app, tenant);
    const [asking, other, third] = [await signIn(app, user), await signIn(app, user), await signIn(app, user)];
    const answer = await put(asking.token, PASSWORD, NEW);
    expect([answer.status, answer.body]).toEqual([200, { endedSessions: 2 }]);
    expect(await open(asking.token)).toBe(200);
    expect(await open(other.token)).toBe(401);
    expect(await open(third.token)).toBe(401);
    const refresh = (refresh_token: string) =>
      fetch(`${app.url}/api/auth/oauth/provider/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'portal', refresh_token }),
      });
    expect((await refresh(other.refreshToken)).status).toBe(400);
    expect((await refresh(asking.refreshToken)).status).toBe(200);
    await signIn(app, { ...user, password: NEW });
    await expect(signIn(app, user)).rejects.toThrow('mismatch');
    expect((await app.mails(user.mail)).map(({ kind }) => kind)).toEqual(['passwordChanged']);
    const { rows } = await app.owner.query('select changes from system_operation_log where operator_uuid = $1', [
      user.uuid,
    ]);
    expect(JSON.stringify(rows)).not.toContain('copper');
    expect(rows[0].changes).toEqual({ password: {} });
  });

  it('has one winner among twenty at once', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put(token, PASSWORD, `${NEW} ${n} ${n}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status !== 200)
        expect(['wrong_currentPassword', 'too_many_requests', 'service_busy']).toContain(body[0].message_id);
    }
  });
});

describe('what is refused', () => {
  it.each<[string, string, string, string[]]>([
    ['a wrong current password', 'wrong', NEW, ['wrong_currentPassword']],
    ['too short, too few digits', PASSWORD, 'short', ['password_policy_violated', 'minLength', 'minNumeric']],
    ['a common one', PASSWORD, 'password123', ['common_password']],
    ['the same once more', PASSWORD, PASSWORD, ['history']],
  ])('%s', async (_, current, next, ids) => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    const answer = await put(token, current, next);
    expect(answer.status).toBe(400);
    expect(answer.body.map((entry: { message_id: string }) => entry.message_id)).toEqual(ids);
    expect(answer.body[0].field).toBe(ids[0] === 'wrong_currentPassword' ? 'currentPassword' : 'newPassword');
  });

  it('an earlier password, as far back as the policy says', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    expect((await put(token, PASSWORD, NEW)).status).toBe(200);
    const back = await put(token, NEW, PASSWORD);
    expect(back.body[0]).toMatchObject({ message_id: 'history', field: 'newPassword' });
  });

  it('a change without a password to prove', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    await app.owner.query('delete from user_passwords where user_uuid = $1', [user.uuid]);
    expect((await put(token, PASSWORD, NEW)).body[0].message_id).toBe('wrong_currentPassword');
  });

  it('many new ones that the policy refuses, without counting them as wrong passwords', async () => {
    const user = await makeUser(app, await makeTenant(app, { securityPolicy: { accountLockPolicy: { failures: 2 } } }));
    const { token } = await signIn(app, user);
    for (let n = 0; n < 15; n += 1) expect((await put(token, PASSWORD, 'short')).body[0].field).toBe('newPassword');
    await put(token, 'wrong', NEW);
    expect((await put(token, PASSWORD, NEW)).status).toBe(200);
  });

  it('more than sixty of them within a quarter of an hour: each is work', async () => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    const answers = [];
    for (let n = 0; n <= 60; n += 1) answers.push((await put(token, PASSWORD, 'short')).status);
    expect(answers).toEqual([...Array(60).fill(400), 429]);
  });

  it('more than ten tries, and wrong ones lock the account like those at the door', async () => {
    const lenient = await makeTenant(app, { securityPolicy: { accountLockPolicy: { enabled: false } } });
    const one = await signIn(app, await makeUser(app, lenient));
    const answers = await Promise.all(Array.from({ length: 30 }, () => put(one.token, 'wrong', NEW)));
    expect(answers.filter(({ body }) => body[0].message_id === 'wrong_currentPassword').length).toBeLessThanOrEqual(10);
    expect((await put(one.token, PASSWORD, NEW)).status).toBe(429);
    const strict = await makeTenant(app, { securityPolicy: { accountLockPolicy: { failures: 2 } } });
    const two = await signIn(app, await makeUser(app, strict));
    await put(two.token, 'wrong', NEW);
    await put(two.token, 'wrong', NEW);
    // The session stays open, but accepts no password while the lock lasts.
    const locked = await put(two.token, PASSWORD, NEW);
    expect([locked.status, locked.body[0].message_id]).toEqual([423, 'account_locked']);
    expect(await open(two.token)).toBe(200);
    app.advance(15 * 60_000);
    const later = await portalTokens(app, two.cookie);
    expect((await put(later.token, PASSWORD, NEW)).status).toBe(200);
  });
});
