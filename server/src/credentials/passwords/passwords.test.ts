import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { exchangeCodeIn, mailsOfKind, openReset } from '#test/mailed-links.ts';
import { createOperatorToken } from '../../operator/operator-tokens/operator-tokens.ts';
import { operatorScopes } from '#contract/principals.ts';
import { operatorAct } from '#test/operator-act.ts';

const NEW = 'copper meadow 94 window';
const FURTHER = 'm.t@quarterdeck.example';
let app: TestApp;
let tenant: TestTenant;
let administrator: string;
let operator: string;

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app, { tenantId: 'stonefield', name: 'Brightwater Mills' });
  // Makes passwords old; those left as they are do not expire in these tests.
  await app.owner.query(
    `update tenants set security_policy = '{"passwordPolicy": {"expiresAfterDays": 30}}' where tenant_id = $1`,
    [tenant.tenantId],
  );
  administrator = (await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }))).token;
  const act = operatorAct(app.tools.clock());
  operator = (await createOperatorToken(app.tools, act, { name: 'passwords', days: 1, scopes: [...operatorScopes] }))
    .token;
});
afterAll(() => app.close());

type Answer = { status: number; body: { message_id: string; field?: string }[] };

/** A way to set a password: `open` returns a function that tries one. */
interface Door {
  field: string;
  open(user: TestUser): Promise<(password: string) => Promise<Answer>>;
}

/** The step of a sign-in that asks for a new password. */
async function loginStep(user: TestUser) {
  const body = { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: user.password };
  const { status, loginId } = (await app.call('POST', '/api/auth/login/user', { body })).body;
  expect(status).toBe('passwordExpired');
  return (newPassword: string) => app.call('POST', '/api/auth/login/user/password', { body: { loginId, newPassword } });
}

/** Ways for accounts that already have a password. */
const changes: Record<string, Door> = {
  'my account': {
    field: 'newPassword',
    async open(user) {
      const { token } = await signIn(app, user);
      return (newPassword) =>
        app.call('PUT', '/api/auth/me/password', { token, body: { currentPassword: user.password, newPassword } });
    },
  },
  'a forced change': {
    field: 'newPassword',
    async open(user) {
      await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [user.uuid]);
      return loginStep(user);
    },
  },
  'an expired change': {
    field: 'newPassword',
    async open(user) {
      await app.owner.query(`update user_passwords set changed_at = now() - interval '40 days' where user_uuid = $1`, [
        user.uuid,
      ]);
      return loginStep(user);
    },
  },
  'a reset': {
    field: 'password',
    async open(user) {
      const temporaryCode = await openReset(app, user);
      return (password) =>
        app.call('POST', '/api/account/resetPassword', { body: { temporaryCode, password, tenantId: user.tenantId } });
    },
  },
  'the operator': {
    field: 'password',
    open: async (user) => (password) =>
      app.call('POST', `/api/operator/tenants/${user.tenantId}/users/${user.userId}/resetPassword`, {
        token: operator,
        body: { password, reason: 'a test asks for it' },
      }),
  },
};

const users = '/api/auth/tenants/stonefield/users';
const body = (userId: string, password: string) => ({
  ...{ userId, password, givenName: 'Marguerite', familyName: 'Tester' },
  loginMailAddress: 'pelican@harbourside.example',
});

/** Ways that create the account with a password. */
const creations: Record<string, Door> = {
  'a new user': {
    field: 'password',
    open: async (user) => (password) =>
      app.call('POST', users, {
        token: administrator,
        body: { ...body(`${user.userId}-new`, password), mailAddresses: [FURTHER], status: 'active' },
      }),
  },
  'a new user of the operator': {
    field: 'password',
    open: async (user) => (password) =>
      app.call('POST', `/api/operator/tenants/${tenant.tenantId}/users`, {
        token: operator,
        body: body(`${user.userId}-op`, password),
      }),
  },
};

/** Users who choose their first password and enter their name with it. */
const named = { givenName: 'Marguerite', familyName: 'Tester' };
const registrations: Record<string, Door> = {
  'an invitation': {
    field: 'userInfo.password',
    async open({ userId, mail }) {
      const address = `invited.${mail}`;
      const invited = { userId: `${userId}-inv`, loginMailAddress: address, mailAddresses: [FURTHER], invite: true };
      const made = await app.call('POST', users, { token: administrator, body: invited });
      expect(made.status).toBe(200);
      const exchangeCode = exchangeCodeIn((await mailsOfKind(app, address, 'invitation')).at(-1));
      const { temporaryCode } = (
        await app.call('POST', '/api/account/temporaryCode/exchange', { body: { exchangeCode } })
      ).body;
      return (password) =>
        app.call('PUT', '/api/account/me', { body: { temporaryCode, userInfo: { ...named, password } } });
    },
  },
  'a registration URL': {
    field: 'userInfo.password',
    async open({ mail }) {
      const body = { expiresIn: 86_400, usersLimit: 5 };
      const { url } = (await app.call('POST', '/api/portal/userRegisterUrl', { token: administrator, body })).body;
      // The user ID is derived from it.
      const mailAddress = `grasshopper-${mail}`;
      const asked = { code: new URL(url).searchParams.get('code'), mailAddress };
      expect((await app.call('POST', '/api/auth/requestRegisterUser', { body: asked })).status).toBe(204);
      const exchangeCode = exchangeCodeIn((await mailsOfKind(app, mailAddress, 'selfRegistration')).at(-1));
      const { temporaryCode } = (await app.call('POST', '/api/auth/registerUser/open', { body: { exchangeCode } }))
        .body;
      return (password) =>
        app.call('POST', '/api/auth/registerUser', { body: { temporaryCode, userInfo: { ...named, password } } });
    },
  },
};

const person = () =>
  makeUser(app, tenant, {
    userId: `grasshopper-${Math.random().toString(36).slice(2, 8)}`,
    mail: `pelican.${Math.random().toString(36).slice(2, 8)}@harbourside.example`,
  });

const weak = [
  ...['Password1!', 'Welcome2024!', 'Summer2026!', 'P@ssw0rd1', 'Admin1234', 'Qwerty123!', 'aaaaaaaa'],
  ...['xx-Gr@sshopper-77', 'we like stonefield', 'Brightwater#2031x', 'p0rtico is fine', 'kettle pelican 31'],
  ...['harbourside kettle', 'Tester-kettle-31'],
];

describe('every way to set a password', () => {
  it.each(Object.entries({ ...changes, ...creations, ...registrations }))(
    '%s: refuses what is guessed first',
    async (_, door) => {
      const attempt = await door.open(await person());
      for (const password of weak) {
        const { status, body } = await attempt(password);
        expect([password, status, body[0]?.message_id, body[0]?.field]).toEqual([
          password,
          400,
          'common_password',
          door.field,
        ]);
      }
      expect((await attempt(NEW)).status).toBeLessThan(300);
    },
  );

  const { 'a new user': made, 'an invitation': invited } = { ...creations, ...registrations };
  it.each(Object.entries({ ...changes, made, invited }))('%s: refuses words of a further address', async (_, door) => {
    const user = await person();
    await app.owner.query('update users set other_mail_addresses = $2 where uuid = $1', [user.uuid, FURTHER]);
    const { status, body } = await (await door!.open(user))('quarterdeck kettle 31');
    expect([status, body[0]?.message_id, body[0]?.field]).toEqual([400, 'common_password', door!.field]);
  });

  it.each(Object.entries(changes))('%s: refuses the present password, without any history', async (_, door) => {
    const user = await person();
    const attempt = await door.open(user);
    const { status, body } = await attempt(user.password);
    expect([status, body[0]?.message_id, body[0]?.field]).toEqual([400, 'history', door.field]);
    expect((await attempt(NEW)).status).toBeLessThan(300);
  });
});
