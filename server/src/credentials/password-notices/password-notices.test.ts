import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, type TestTenant, type TestUser } from '#test/factories.ts';
import { noticeBatch } from './password-notices.ts';

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app, { securityPolicy: policyOf(90, 14) });
});

const policyOf = (expiresAfterDays: number | null, noticeDaysBefore: number | null) => ({
  passwordPolicy: { expiresAfterDays },
  passwordExpirationPolicy: { noticeDaysBefore },
});
const setPolicy = (policy: object) =>
  app.owner.query('update tenants set security_policy = $2 where tenant_id = $1', [tenant.tenantId, policy]);
const passwordSet = (user: TestUser, daysAgo: number) =>
  app.owner.query(
    'update user_passwords set changed_at = $2::timestamptz - make_interval(hours => $3) where user_uuid = $1',
    [user.uuid, app.tools.clock(), daysAgo * 24],
  );
const run = (after: string | null = null) =>
  app.tools.db.inTenant(tenant.tenantId, (tx) => noticeBatch(app.tools, tx, after));
const notices = async (user: TestUser) =>
  (await app.mails(user.mail)).filter(({ kind }) => kind === 'passwordExpiration');
const aged = async (days: number, given: Parameters<typeof makeUser>[2] = {}) => {
  const user = await makeUser(app, tenant, given);
  if (!given.withoutPassword) await passwordSet(user, days);
  return user;
};

it('tells those whose passwords expire within the days, each once', async () => {
  const told = [await aged(77), await aged(89), await aged(80, { status: 'locked' })];
  const untold = [await aged(70), await aged(91), await aged(80, { status: 'inactive' })];
  untold.push(await aged(80, { withoutPassword: true }), await aged(80, { userId: `agent:${told[0]?.userId}` }));
  const mustChange = await aged(80);
  await app.owner.query('update user_passwords set must_change = true where user_uuid = $1', [mustChange.uuid]);
  await Promise.all([run(), run()]);
  await run();
  expect(await Promise.all(told.map(async (user) => (await notices(user)).length))).toEqual([1, 1, 1]);
  expect(await Promise.all([...untold, mustChange].map(async (user) => (await notices(user)).length))).toEqual(
    [...untold, mustChange].map(() => 0),
  );
});

it('says when and where to change it', async () => {
  const user = await aged(80);
  await run();
  const [mail] = await notices(user);
  expect(mail?.subject).toBe('Your Portico password expires in 9 days');
  expect(mail?.text).toContain(`/portal/account/change_password`);
  expect(mail?.text).toContain(user.userId);
});

it('uses the tenant’s own words', async () => {
  const user = await aged(80);
  await app.owner.query(
    `insert into customized_mails (tenant_id, type, use, mail_subject, mail_body, updated_at) values ($1, 'passwordExpiration', true, '{{timeLeft}}!', '{{familyName}} {{mailAddress}} {{tenantId}} {{tenant}}', now())`,
    [tenant.tenantId],
  );
  await run();
  const [mail] = await notices(user);
  expect(mail?.subject).toBe('9 days!');
  expect(mail?.text).toContain(`Tester ${user.mail} ${tenant.tenantId} ${tenant.name}`);
});

it('tells again of another expiry only: a new password, another policy', async () => {
  const user = await aged(80);
  await run();
  await setPolicy(policyOf(100, 30));
  await run();
  await run();
  expect(await notices(user)).toHaveLength(2);
  await passwordSet(user, 0);
  await run();
  expect(await notices(user)).toHaveLength(2);
});

it('that was interrupted goes on where it was, nobody left out', async () => {
  const user = await aged(80);
  // The transaction dies after the email was queued: neither the email nor the stamp is stored.
  await expect(
    app.tools.db.inTenant(tenant.tenantId, async (tx) => {
      await noticeBatch(app.tools, tx, null);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(await notices(user)).toHaveLength(0);
  await run();
  expect(await notices(user)).toHaveLength(1);
});

it.each([
  [null, 14],
  [90, null],
] as const)('with expiry %j and notice %j tells nobody', async (days, before) => {
  const user = await aged(80);
  await setPolicy(policyOf(days, before));
  expect(await run()).toMatchObject({ state: 'over' });
  expect(await notices(user)).toHaveLength(0);
});

it('is run by the worker for every tenant', async () => {
  const other = await makeTenant(app, { securityPolicy: policyOf(30, 5) });
  const [one, two] = [await aged(80), await makeUser(app, other)];
  await passwordSet(two, 27);
  await app.startWorker();
  await vi.waitFor(
    async () => expect([(await notices(one)).length, (await notices(two)).length]).toEqual([1, 1]),
    patiently,
  );
});
