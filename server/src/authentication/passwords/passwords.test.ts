import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { openReset } from '#test/mailed-links.ts';
import { createOperatorToken } from '../../operator/operator-tokens/operator-tokens.ts';
import { operatorScopes } from '#contract/operator/tokens.ts';
import { operatorAct } from '#test/operator-act.ts';

const NEW = 'copper meadow 94 window';
let app: TestApp;
let tenant: TestTenant;
let administrator: string;
let operator: string;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app, { tenantId: 'stonefield', name: 'Brightwater Mills' });
  administrator = (await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }))).token;
  const act = operatorAct(app.tools.clock());
  operator = (await createOperatorToken(app.tools, act, { name: 'passwords', days: 1, scopes: [...operatorScopes] }))
    .token;
});
afterAll(() => app.close());

type Answer = { status: number; body: { message_id: string; field?: string }[] };

/** A way to set a password: `open` gives what tries one. */
interface Door {
  field: string;
  open(user: TestUser): Promise<(password: string) => Promise<Answer>>;
}

/** Where the account has a password already. */
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
      const body = { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: user.password };
      const { loginId } = (await app.call('POST', '/api/auth/login/user', { body })).body;
      return (newPassword) => app.call('POST', '/api/auth/login/user/password', { body: { loginId, newPassword } });
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

const body = (userId: string, password: string) => ({
  ...{ userId, password, givenName: 'Marguerite', familyName: 'Tester' },
  loginMailAddress: 'pelican@harbourside.example',
});

/** Where the account is made with it. */
const creations: Record<string, Door> = {
  'a new user': {
    field: 'password',
    open: async (user) => (password) =>
      app.call('POST', `/api/auth/tenants/${tenant.tenantId}/users`, {
        token: administrator,
        body: { ...body(`${user.userId}-new`, password), status: 'active' },
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
  it.each(Object.entries({ ...changes, ...creations }))('%s: refuses what is guessed first', async (_, door) => {
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
  });

  it.each(Object.entries(changes))('%s: refuses the present password, without any history', async (_, door) => {
    const user = await person();
    const attempt = await door.open(user);
    const { status, body } = await attempt(user.password);
    expect([status, body[0]?.message_id, body[0]?.field]).toEqual([400, 'history', door.field]);
    expect((await attempt(NEW)).status).toBeLessThan(300);
  });
});
