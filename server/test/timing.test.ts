import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { makeTenant, makeUser, PASSWORD, type TestTenant } from './factories.ts';

/** Unknown, wrong, inactive and locked cannot be distinguished by time (standards 5). */
const ROUNDS = 50;
const MEASURES = 3;
const WITHIN_MILLIS = 15;
const WITHIN_SHARE = 0.25;

let app: TestApp;
let tenant: TestTenant;
let asked = 0;

beforeAll(async () => {
  // Each call from its own address, because the limits by address are not under test.
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' }, undefined, { realPasswordWork: true });
  tenant = await makeTenant(app, { securityPolicy: { accountLockPolicy: { enabled: false } } });
});
afterAll(() => app.close());

type Ask = () => Promise<{ status: number; body: unknown }>;

const from = () => {
  asked += 1;
  return { 'x-forwarded-for': `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}` };
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Medians of interleaved calls, so that other load on the machine affects all alike. */
async function measure(kinds: Record<string, Ask>): Promise<Record<string, number>> {
  const times = new Map(Object.keys(kinds).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, ask] of Object.entries(kinds)) {
      const started = performance.now();
      await ask();
      times.get(name)?.push(performance.now() - started);
    }
  }
  return Object.fromEntries([...times].map(([name, values]) => [name, median(values)]));
}

function isAlike(medians: Record<string, number>): boolean {
  const values = Object.values(medians);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return most - least <= Math.max(WITHIN_MILLIS, WITHIN_SHARE * least);
}

/**
 * The same status and body immediately, and the same time over fifty calls each; measured up to twice again in case of a
 * disturbance.
 */
async function expectAlike(kinds: Record<string, Ask>): Promise<void> {
  const answers = await Promise.all(Object.values(kinds).map((ask) => ask()));
  for (const { status, body } of answers) expect([status, body]).toEqual([answers[0]?.status, answers[0]?.body]);
  const measured = [];
  for (let tries = 0; tries < MEASURES; tries += 1) {
    const medians = await measure(kinds);
    if (isAlike(medians)) return;
    measured.push(medians);
  }
  expect.unreachable(JSON.stringify(measured));
}

const login =
  (type: string, credentials: string, password: string, tenantId?: string): Ask =>
  () =>
    app.call('POST', '/api/auth/login/user', { body: { type, credentials, password, tenantId }, headers: from() });

describe('a sign-in', { timeout: 400_000 }, () => {
  it('by user id', async () => {
    const [wrong, inactive, locked] = [
      await makeUser(app, tenant),
      await makeUser(app, tenant, { status: 'inactive' }),
      await makeUser(app, tenant, { status: 'locked' }),
    ];
    await expectAlike({
      unknown: login('userId', 'nobody', 'x', tenant.tenantId),
      wrong: login('userId', wrong.userId, 'x', tenant.tenantId),
      inactive: login('userId', inactive.userId, PASSWORD, tenant.tenantId),
      locked: login('userId', locked.userId, PASSWORD, tenant.tenantId),
    });
  });

  it('by mail address in a tenant', async () => {
    const [wrong, locked] = [await makeUser(app, tenant), await makeUser(app, tenant, { status: 'locked' })];
    await expectAlike({
      unknown: login('loginMailAddress', 'nobody@places.example', 'x', tenant.tenantId),
      noTenant: login('loginMailAddress', wrong.mail, 'x', 'no-such-tenant'),
      wrong: login('loginMailAddress', wrong.mail, 'x', tenant.tenantId),
      locked: login('loginMailAddress', locked.mail, PASSWORD, tenant.tenantId),
    });
  });

  it('by mail address alone, with one account or two, and a password that is right but of no use', async () => {
    const other = await makeTenant(app, { securityPolicy: { accountLockPolicy: { enabled: false } } });
    const [wrong, locked] = [await makeUser(app, tenant), await makeUser(app, tenant, { status: 'locked' })];
    const mail = 'both@places.example';
    await makeUser(app, tenant, { mail });
    await makeUser(app, other, { mail });
    await expectAlike({
      unknown: login('loginMailAddress', 'nobody@places.example', 'x'),
      one: login('loginMailAddress', wrong.mail, 'x'),
      two: login('loginMailAddress', mail, 'x'),
      locked: login('loginMailAddress', locked.mail, PASSWORD),
    });
  });
});

describe('what is asked without signing in', { timeout: 200_000 }, () => {
  const mailed =
    (path: string, mailAddress: () => string, tenantId?: string): Ask =>
    () =>
      app.call('POST', path, { body: { mailAddress: mailAddress(), tenantId }, headers: from() });
  const unknown = () => `nobody-${asked}@places.example`;

  it('a new password', async () => {
    // Emails to one address are limited per hour, so each call has its own user.
    const people = await Promise.all(Array.from({ length: MEASURES * ROUNDS + 2 }, () => makeUser(app, tenant)));
    const known = () => people.pop()?.mail ?? 'nobody-left@places.example';
    const path = '/api/account/sendResetPasswordConfirmation';
    await expectAlike({ unknown: mailed(path, unknown, tenant.tenantId), known: mailed(path, known, tenant.tenantId) });
  });

  it('the ids of an address', async () => {
    const people = await Promise.all(Array.from({ length: MEASURES * ROUNDS + 2 }, () => makeUser(app, tenant)));
    const known = () => people.pop()?.mail ?? 'nobody-left@places.example';
    const path = '/api/account/sendIdInformation';
    await expectAlike({ unknown: mailed(path, unknown), known: mailed(path, known) });
  });

  it('the ways to sign in', async () => {
    const { mail } = await makeUser(app, tenant);
    const brief =
      (address: string): Ask =>
      () =>
        app.call('GET', `/api/account/myAccounts/brief?loginMailAddress=${encodeURIComponent(address)}`, {
          headers: from(),
        });
    await expectAlike({ unknown: brief('nobody@places.example'), known: brief(mail) });
    const site =
      (body: object): Ask =>
      () =>
        app.call('POST', '/api/auth/loginType/site', { body, headers: from() });
    await expectAlike({
      unknown: site({ loginMailAddress: 'nobody@places.example' }),
      known: site({ loginMailAddress: mail }),
      noTenant: site({ tenantId: 'no-such-tenant' }),
      tenant: site({ tenantId: tenant.tenantId }),
    });
  });
});
