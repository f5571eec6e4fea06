import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import {
  makeTenant,
  makeUser,
  PASSWORD,
  portalTokens,
  type SignedIn,
  signIn,
  type TestTenant,
  type TestUser,
} from '#test/factories.ts';

/** A saved policy takes effect at the next sign-in: each policy is tested by its effect on users' requests. */

let app: TestApp;
let tenant: TestTenant;
let administrator: SignedIn;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  administrator = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  user = await makeUser(app, tenant);
});

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

async function save(securityPolicy: object): Promise<void> {
  const path = `/api/auth/tenants/${tenant.tenantId}`;
  const { token } = administrator;
  const { securityPolicyVersion } = (await app.call('GET', path, { token })).body;
  const answer = await app.call('PUT', path, { token, body: { securityPolicy, securityPolicyVersion } });
  expect(answer.status).toBe(200);
}

async function login(password = PASSWORD): Promise<string> {
  const body = { type: 'userId', tenantId: tenant.tenantId, credentials: user.userId, password };
  const answer = await app.call('POST', '/api/auth/login/user', { body });
  return answer.body.status ?? answer.body[0].message_id;
}

it('the lock: after so many failures the right password is refused too, for so long', async () => {
  await save({ accountLockPolicy: { failures: 3, lockMinutes: 10 } });
  for (let failed = 0; failed < 2; failed += 1) expect(await login('wrong')).toBe('mismatch');
  expect(await login()).toBe('completed');
  for (let failed = 0; failed < 3; failed += 1) await login('wrong');
  expect(await login()).toBe('mismatch');
  app.advance(11 * MINUTE);
  expect(await login()).toBe('completed');
});

it('the lock switched off: no number of failures below the stop locks', async () => {
  await save({ accountLockPolicy: { enabled: false } });
  for (let failed = 0; failed < 9; failed += 1) await login('wrong');
  expect(await login()).toBe('completed');
});

const change = (token: string, currentPassword: string, newPassword: string) =>
  app.call('PUT', '/api/auth/me/password', { token, body: { currentPassword, newPassword } });

it('history: the last passwords do not come back, older ones do', async () => {
  await save({ passwordPolicy: { history: 2 } });
  const { token } = await signIn(app, user);
  const [one, two] = ['amber gravel 19 kettle', 'copper meadow 83 anchor'];
  expect((await change(token, PASSWORD, one)).status).toBeLessThan(300);
  app.advance(MINUTE);
  const refused = await change(token, one, PASSWORD);
  expect([refused.status, refused.body[0].message_id]).toEqual([400, 'history']);
  expect((await change(token, one, two)).status).toBeLessThan(300);
  app.advance(MINUTE);
  expect((await change(token, two, one)).body[0].message_id).toBe('history');
  expect((await change(token, two, PASSWORD)).status).toBeLessThan(300);
});

it('rules of a new password: those of the policy, each that is broken named', async () => {
  await save({ passwordPolicy: { minLength: 20, minNumeric: 2, minUppercase: 1, minSpecial: 1 } });
  const { token } = await signIn(app, user);
  const refused = await change(token, PASSWORD, 'only letters');
  expect(refused.body.map(({ message_id }: { message_id: string }) => message_id)).toEqual([
    'password_policy_violated',
    'minLength',
    'minUppercase',
    'minNumeric',
  ]);
  expect((await change(token, PASSWORD, 'Copper meadow 83 anchor!')).status).toBeLessThan(300);
});

it('expiry: an old password signs in to be changed, and no further', async () => {
  await save({ passwordPolicy: { expiresAfterDays: 30 } });
  expect(await login()).toBe('completed');
  app.advance(31 * DAY);
  expect(await login()).toBe('passwordExpired');
  administrator = await signInAgain();
  await save({ passwordPolicy: { expiresAfterDays: null } });
  expect(await login()).toBe('completed');
});

/** An administrator with a new password: the previous session is signed out, and has expired. */
async function signInAgain(): Promise<SignedIn> {
  return signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
}

it('idle: a session left alone for longer ends, one that is used goes on', async () => {
  await save({ sessionPolicy: { idleMinutes: 10, absoluteMinutes: 25 } });
  const session = await signIn(app, user);
  const me = async () => (await app.call('GET', '/api/auth/me', { token: session.token })).status;
  expect(await me()).toBe(200);
  app.advance(11 * MINUTE);
  app.tools.principals.forget(tenant.tenantId, user.uuid);
  expect(await me()).toBe(401);
});

it('administrators are signed out sooner, by default after an hour idle and after 12 hours', async () => {
  const lifeOf = async (person: TestUser) => {
    const question = 'select login_at, expires_at from sessions where user_uuid = $1 order by login_at desc limit 1';
    const [row] = (await app.owner.query(question, [person.uuid])).rows;
    return (Number(row.expires_at) - Number(row.login_at)) / MINUTE;
  };
  const other = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const sessions = { user: await signIn(app, user), other: await signIn(app, other) };
  expect([await lifeOf(user), await lifeOf(other)]).toEqual([1440, 720]);
  await save({ sessionPolicy: { administratorIdleMinutes: 30, administratorAbsoluteMinutes: 50 } });
  await signIn(app, other);
  expect(await lifeOf(other)).toBe(50);
  // The idle timeout applies immediately; tested with the cookie, because tokens expire sooner.
  app.advance(31 * MINUTE);
  for (const person of [user, other]) app.tools.principals.forget(tenant.tenantId, person.uuid);
  await expect(portalTokens(app, sessions.other.cookie)).rejects.toThrow();
  expect(await portalTokens(app, sessions.user.cookie)).toBeTruthy();
  administrator = await signInAgain();
  await save({ sessionPolicy: { idleMinutes: 10 } });
  app.advance(11 * MINUTE);
  app.tools.principals.forget(tenant.tenantId, user.uuid);
  await expect(portalTokens(app, sessions.user.cookie)).rejects.toThrow();
});

it('a recent proof is one by the policy', async () => {
  await save({ sessionPolicy: { reauthenticationMinutes: 2 } });
  const { token } = await signIn(app, user);
  const act = () => app.call('POST', '/api/auth/me/mfa/recoveryCodes', { token });
  expect((await act()).body[0]?.message_id).not.toBe('reauthentication_required');
  app.advance(3 * MINUTE);
  expect((await act()).body[0].message_id).toBe('reauthentication_required');
});
