import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { siteLoginTypes } from '#contract/login-policy-values.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { keptOut } from './barriers.ts';
import { countTouched } from './impact.ts';

let app: TestApp;
let tenant: TestTenant;
let administrator: TestUser;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  administrator = await makeUser(app, tenant, { roles: ['PowerUser'] });
  signedIn = await signIn(app, administrator);
});

const path = () => `/api/auth/tenants/${tenant.tenantId}`;
const preview = (policy: unknown) =>
  app.call('POST', `${path()}/securityPolicy/operations/preview`, {
    token: signedIn.token,
    body: { securityPolicy: policy },
  });
const save = (policy: unknown, version = 0) =>
  app.call('PUT', path(), {
    token: signedIn.token,
    body: { securityPolicy: policy, securityPolicyVersion: version },
  });
const login = ({ tenantId, userId, password }: TestUser) =>
  app.call('POST', '/api/auth/login/user', { body: { type: 'userId', tenantId, credentials: userId, password } });
const passwordSet = (user: TestUser, daysAgo: number) =>
  app.owner.query(
    'update user_passwords set changed_at = $2::timestamptz - make_interval(days => $3) where user_uuid = $1',
    [user.uuid, app.tools.clock(), daysAgo],
  );
const withoutMail = (user: TestUser) =>
  app.owner.query('update users set login_mail_address = null where uuid = $1', [user.uuid]);

describe('the numbers before saving', () => {
  it('of an expiry are those whose next sign-in asks for another password', async () => {
    const [fresh, old, older, off] = [
      await makeUser(app, tenant),
      await makeUser(app, tenant),
      await makeUser(app, tenant),
      await makeUser(app, tenant, { status: 'inactive' }),
    ];
    await makeUser(app, tenant, { withoutPassword: true });
    await makeUser(app, tenant, { userId: `agent:${old.userId}` });
    for (const [user, days] of [
      [old, 31],
      [older, 400],
      [off, 400],
      [fresh, 29],
    ] as const)
      await passwordSet(user, days);
    const draft = { passwordPolicy: { expiresAfterDays: 30 } };
    expect((await preview(draft)).body).toEqual({
      securityPolicyVersion: 0,
      effects: [{ effect: 'passwordExpired', users: 2, you: false }],
      touched: 2,
      counted: 7,
      usersTotal: 7,
    });
    await save(draft);
    const answers = await Promise.all([fresh, old, older].map(login));
    expect(answers.map(({ body }) => body.status)).toEqual(['completed', 'passwordExpired', 'passwordExpired']);
    // From 30 to 20 days touches those whose password has not expired yet.
    expect((await preview({ passwordPolicy: { expiresAfterDays: 20 } })).body.effects).toEqual([
      { effect: 'passwordExpired', users: 1, you: false },
    ]);
    expect((await preview({ passwordPolicy: { expiresAfterDays: 40 } })).body.effects).toEqual([]);
  });

  it('of a notice are those who are mailed at the next run', async () => {
    for (const days of [10, 20, 25, 29]) await passwordSet(await makeUser(app, tenant), days);
    const soon = { passwordPolicy: { expiresAfterDays: 30 }, passwordExpirationPolicy: { noticeDaysBefore: 7 } };
    expect((await preview(soon)).body.effects).toEqual([
      { effect: 'passwordExpired', users: 0, you: false },
      { effect: 'expiryNoticed', users: 2, you: false },
    ]);
    await save(soon);
    expect((await preview({ passwordExpirationPolicy: { noticeDaysBefore: 14 } })).body.effects).toEqual([
      { effect: 'expiryNoticed', users: 1, you: false },
    ]);
    const tooEarly = await preview({ passwordExpirationPolicy: { noticeDaysBefore: 30 } });
    expect([tooEarly.body[0].message_id, tooEarly.body[0].field]).toEqual([
      'contradicting_policy',
      'securityPolicy.passwordExpirationPolicy.noticeDaysBefore',
    ]);
  });

  it('say what happens to oneself', async () => {
    await passwordSet(administrator, 100);
    const { body } = await preview({ passwordPolicy: { expiresAfterDays: 90 } });
    expect(body.effects).toEqual([{ effect: 'passwordExpired', users: 1, you: true }]);
  });

  it('of a shorter idle time are those whose sessions end', async () => {
    const user = await makeUser(app, tenant);
    const session = await signIn(app, user);
    await app.owner.query(
      "update sessions set last_seen_at = last_seen_at - interval '20 minutes' where user_uuid = $1",
      [user.uuid],
    );
    const draft = { sessionPolicy: { idleMinutes: 15 } };
    expect((await preview(draft)).body.effects).toEqual([
      { effect: 'signedOut', users: 1, you: false },
      { effect: 'newSessionRules', users: 2, you: true },
    ]);
    await save(draft);
    app.tools.principals.forget(tenant.tenantId, user.uuid);
    expect((await app.call('GET', '/api/auth/me', { token: session.token })).status).toBe(401);
    expect((await app.call('GET', '/api/auth/me', { token: signedIn.token })).status).toBe(200);
  });

  it('come a batch at a time and add up', async () => {
    for (let made = 0; made < 4; made += 1) await makeUser(app, tenant);
    const change = {
      before: securityPolicy.parse({}),
      after: securityPolicy.parse({ accountLockPolicy: { failures: 3 } }),
      now: app.tools.clock(),
    };
    const sums = { counted: 0, users: 0, calls: 0 };
    await app.tools.db.inTenant(tenant.tenantId, async (tx) => {
      let cursor: string | undefined;
      do {
        const part = await countTouched(tx, change, { caller: administrator.uuid, cursor, batch: 2 });
        sums.calls += 1;
        sums.counted += part.counted;
        sums.users += part.effects[0]?.users ?? 0;
        cursor = part.cursor;
      } while (cursor);
    });
    expect(sums).toEqual({ counted: 5, users: 5, calls: 3 });
  });

  it('know no other tenant’s users', async () => {
    const other = await makeTenant(app);
    await passwordSet(await makeUser(app, other), 500);
    expect((await preview({ passwordPolicy: { expiresAfterDays: 30 } })).body).toMatchObject({
      effects: [{ users: 0 }],
      counted: 1,
    });
  });

  it('change nothing', async () => {
    await preview({ passwordPolicy: { minLength: 20 } });
    expect((await app.call('GET', path(), { token: signedIn.token })).body).toMatchObject({
      securityPolicy: { passwordPolicy: { minLength: 8 } },
      securityPolicyVersion: 0,
    });
  });
});

describe('the last administrator', () => {
  const byMail = { loginPolicy: { siteLoginType: 'loginMailAddress' } };

  it('is locked out by no policy, neither when previewed nor when saved', async () => {
    await withoutMail(administrator);
    await makeUser(app, tenant, { roles: ['PowerUser'], status: 'inactive' });
    await makeUser(app, tenant, { roles: ['PowerUser'], withoutPassword: true });
    for (const answer of [await preview(byMail), await save(byMail)])
      expect([answer.status, answer.body[0].message_id]).toEqual([409, 'last_administrator']);
  });

  it('may be kept out where another can sign in', async () => {
    await withoutMail(administrator);
    await makeUser(app, tenant, { roles: ['PowerUser'] });
    expect((await preview(byMail)).status).toBe(200);
    expect((await save(byMail)).status).toBe(200);
  });

  it.each(siteLoginTypes)('is counted by the database as by what is told before saving (%s)', async (siteLoginType) => {
    const barred = keptOut(securityPolicy.parse({ loginPolicy: { siteLoginType } }));
    const text =
      "select coalesce(bool_or(is_kept_out($1, address)), false) as any from (values (null), ('a@x.example')) v (address)";
    expect((await app.owner.query(text, [siteLoginType])).rows).toEqual([{ any: barred !== null }]);
  });

  it('that a stored policy keeps out already stands in the way of no other change', async () => {
    await save(byMail);
    await withoutMail(administrator);
    expect((await save({ passwordPolicy: { minLength: 12 } }, 1)).status).toBe(200);
  });
});

it.each([
  [{ passwordPolicy: { minLength: 1 } }, 'invalid_params'],
  [{ sessionPolicy: { absoluteMinutes: 5 } }, 'contradicting_policy'],
])('%j is refused as it would be when saved', async (policy, id) => {
  const answer = await preview(policy);
  expect([answer.status, answer.body[0].message_id]).toEqual([400, id]);
});
