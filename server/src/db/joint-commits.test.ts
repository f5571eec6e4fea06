import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';

let app: TestApp;
let tenants: { tenant: TestTenant; signedIn: SignedIn }[];

beforeAll(async () => {
  app = await startTestApp();
  const one = async () => {
    const tenant = await makeTenant(app);
    return { tenant, signedIn: await signIn(app, await makeUser(app, tenant, { roles: ['User', 'PowerUser'] })) };
  };
  tenants = [await one(), await one()];
});
afterAll(() => app.close());

const create = ({ tenant, signedIn }: (typeof tenants)[number], userId: string) =>
  app.call('POST', `/api/auth/tenants/${tenant.tenantId}/users`, { token: signedIn.token, body: { userId } });

const count = async (what: string, values: unknown[]) =>
  Number((await app.owner.query(`select count(*) from ${what}`, values)).rows[0].count);

/** Of a tenant: users of these ids, how many it says it has beside those that are there, and log rows of new users. */
async function looked(tenantId: string, ids: string[]) {
  const counted = await app.owner.query('select sum(users) as users from user_counts where tenant_id = $1', [tenantId]);
  return {
    users: await count('users where tenant_id = $1 and user_id = any ($2)', [tenantId, ids]),
    off: Number(counted.rows[0].users) - (await count('users where tenant_id = $1', [tenantId])),
    log: await count(
      `system_operation_log l join users u on u.tenant_id = l.tenant_id and u.uuid::text = l.target_id
       where l.tenant_id = $1 and u.user_id = any ($2) and l.operation = 'create'
         and l.changes #>> '{userId,after}' = u.user_id`,
      [tenantId, ids],
    ),
  };
}

test('users made at once are all there, each with its row of the log, each in its tenant', async () => {
  const ids = Array.from({ length: 60 }, (_, n) => `at-once-${n}`);
  const answers = await Promise.all(tenants.flatMap((of) => ids.map((id) => create(of, id))));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  for (const [n, of] of tenants.entries()) {
    expect(answers.slice(n * 60, n * 60 + 60).map(({ body }) => body.userId)).toEqual(ids);
    expect(await looked(of.tenant.tenantId, ids)).toEqual({ users: 60, off: 0, log: 60 });
  }
});

test('one that is refused takes none of the others along', async () => {
  const [of] = tenants as [(typeof tenants)[number]];
  const ids = Array.from({ length: 40 }, (_, n) => `twice-${n % 30}`);
  const answers = await Promise.all(ids.map((id) => create(of, id)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBe(30);
  expect(refused.map(({ body }) => body[0].message_id)).toEqual(refused.map(() => 'duplicated_params_userId'));
  expect(await looked(of.tenant.tenantId, ids)).toEqual({ users: 30, off: 0, log: 30 });
  const log = 'system_operation_log where tenant_id = $1 and changes #>> $2 like $3';
  expect(await count(log, [of.tenant.tenantId, '{userId,after}', 'twice-%'])).toBe(30);
});

test('one that waits for another transaction holds up none of those that come after it', async () => {
  const [of] = tenants as [(typeof tenants)[number]];
  const other = await app.owner.connect();
  await other.query('begin');
  await other.query('insert into users (tenant_id, uuid, user_id) values ($1, gen_random_uuid(), $2)', [
    of.tenant.tenantId,
    'held',
  ]);
  const waiting = create(of, 'held');
  await new Promise((done) => setTimeout(done, 100));
  const after = await Promise.all(['free-1', 'free-2', 'free-3'].map((id) => create(of, id)));
  expect(after.map(({ status }) => status)).toEqual([200, 200, 200]);
  await other.query('commit');
  other.release();
  expect((await waiting).body[0].message_id).toBe('duplicated_params_userId');
});
