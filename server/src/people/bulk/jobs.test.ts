import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { withinASecond } from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let signedIn: SignedIn;
let working = false;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  signedIn = await signIn(app, admin);
});
afterAll(() => app.close());

const base = () => `/api/auth/tenants/${tenant.tenantId}`;
const send = (method: string, path: string, body?: object) =>
  app.call(method, base() + path, { token: signedIn.token, body });
const bulk = (body: object) => send('POST', '/operations/users', body);
const read = async (bulkId: string) => (await send('GET', `/userBulks/${bulkId}`)).body;
const fill = (prefix: string, many: number, status = 'active') =>
  app.owner.query(
    `insert into users (tenant_id, uuid, user_id, status) select $1, gen_random_uuid(), $2 || n, $4 from generate_series(1, $3) n`,
    [tenant.tenantId, prefix, many, status],
  );
const count = async (prefix: string, status: string) =>
  (
    await app.owner.query(
      `select count(*)::int as n from users where tenant_id = $1 and user_id like $2 || '%' and status = $3`,
      [tenant.tenantId, prefix, status],
    )
  ).rows[0].n;

async function startWorking(): Promise<void> {
  if (!working) await app.startWorker();
  working = true;
}

async function begin(body: object): Promise<string> {
  const answer = await bulk(body);
  expect([answer.status, answer.body.job?.status]).toEqual([200, 'processing']);
  return answer.body.job.bulkId;
}

async function untilOver(bulkId: string) {
  await expect.poll(async () => (await read(bulkId)).status, patiently).not.toBe('processing');
  return read(bulkId);
}

it('is refused where another number matches, or the number of deletions was not typed, and leaves nothing', async () => {
  await fill('held-', 1500);
  const condition = { userId: 'held-' };
  const answers = [
    await bulk({ action: 'deactivate', condition, expectedCount: 1501 }),
    await bulk({ action: 'delete', condition, expectedCount: 1500 }),
    await bulk({ action: 'delete', condition, expectedCount: 1500, confirmCount: 150 }),
    await bulk({ action: 'deactivate', condition, expectedCount: 1000 }),
    await bulk({ action: 'deactivate', condition, expectedCount: 1_000_001 }),
  ];
  expect(answers.map(({ status, body }) => [status, body[0].message_id, body[0].field])).toEqual([
    [409, 'conflict', 'expectedCount'],
    [400, 'invalid_params', 'confirmCount'],
    [400, 'invalid_params', 'confirmCount'],
    [409, 'conflict', 'expectedCount'],
    [expect.any(Number), 'exceeded_users', 'expectedCount'],
  ]);
  expect((await send('GET', '/userBulks')).body).toMatchObject({ results: [], totalResults: 0 });
  const counted = await send('POST', '/operations/count/users', { condition });
  expect(counted.body).toEqual({ matched: 1500 });
});

it('one at a time in a tenant; canceled before a worker has come, it does nothing; who is gone by then is told', async () => {
  const condition = { userId: 'held-' };
  const act = { action: 'deactivate', condition, expectedCount: 1500 };
  const bulkId = await begin(act);
  expect((await bulk(act)).body[0].message_id).toBe('service_processing');
  const canceled = await send('POST', `/userBulks/${bulkId}/cancel`);
  expect(canceled.body).toMatchObject({ status: 'canceled', changed: 0, progress: { total: 1500, done: 0 } });
  expect((await send('POST', `/userBulks/${bulkId}/cancel`)).body[0].message_id).toBe('conflict');
  const again = await begin(act);
  await app.owner.query("delete from users where user_id = 'held-7'");
  await startWorking();
  expect(await untilOver(again)).toMatchObject({
    ...{ status: 'completed', changed: 1499, unchanged: 0, failed: 1 },
    failures: [{ userId: 'held-7', message_id: 'not_found' }],
  });
  expect(await read(bulkId)).toMatchObject({ status: 'canceled', changed: 0 });
});

it('does it to each, ends their sessions, and writes the history of each', async () => {
  await startWorking();
  await fill('many-', 2300);
  await fill('many-off-', 200, 'inactive');
  const person = await makeUser(app, tenant, { userId: 'many-person' });
  const { token } = await signIn(app, person);
  const bulkId = await begin({ action: 'deactivate', condition: { userId: 'many-' }, expectedCount: 2501 });
  const done = await untilOver(bulkId);
  expect(done).toMatchObject({
    action: 'deactivate',
    status: 'completed',
    ...{ changed: 2301, unchanged: 200, failed: 0, failures: [], error: null },
    progress: { total: 2501, done: 2501, secondsLeft: null },
    operatorUserId: admin.userId,
    finishedAt: expect.any(String),
  });
  expect(await count('many-', 'inactive')).toBe(2501);
  const [mail, ...more] = (await app.mails(person.mail)).filter(({ kind }) => kind.startsWith('user'));
  expect([mail?.kind, more]).toEqual(['userDeactivated', []]);
  const me = () => app.call('GET', '/api/auth/me', { token });
  expect(await withinASecond(me, ({ status }) => status === 401)).toBe(true);
  const log = await send('POST', '/operations/search/logs/systemOperation', {
    targetType: 'user',
    targetId: person.uuid,
  });
  expect(log.body.results[0]).toMatchObject({
    operation: 'update',
    operatorUserId: admin.userId,
    changes: { status: { before: 'active', after: 'inactive' } },
  });
  const logged = await app.owner.query(
    `select count(*)::int as n, count(distinct target_id)::int as users from system_operation_log
     where tenant_id = $1 and target_type = 'user' and changes -> 'status' ->> 'after' = 'inactive'
       and target_id in (select uuid::text from users where user_id like 'many-%')`,
    [tenant.tenantId],
  );
  expect(logged.rows[0]).toEqual({ n: 2301, users: 2301 });
});

it('everybody at once leaves out whoever has it done, and tells of it', async () => {
  await startWorking();
  await makeUser(app, tenant, { roles: ['PowerUser'] });
  const { body } = await send('POST', '/operations/count/users', { condition: {} });
  const all = body.matched as number;
  const act = { action: 'delete', condition: {}, expectedCount: all, confirmCount: all };
  const done = await untilOver(await begin(act));
  expect(done).toMatchObject({ status: 'completed', changed: all - 1, unchanged: 0, failed: 1 });
  expect(done.failures).toEqual([{ userId: admin.userId, message_id: 'own_account' }]);
  const { rows } = await app.owner.query('select user_id from users where tenant_id = $1', [tenant.tenantId]);
  expect(rows).toHaveLength(1);
});

it('stops when whoever began it may not change users any more; what was done stays done', async () => {
  await startWorking();
  await fill('later-', 3200);
  const chief = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const theirs = await signIn(app, chief);
  // The first two bites wait for the users held here, with the right still there.
  const holder = await app.owner.connect();
  await holder.query("begin; select from users where user_id like 'later-%' for update");
  const answer = await app.call('POST', `${base()}/operations/users`, {
    token: theirs.token,
    body: { action: 'deactivate', condition: { userId: 'later-' }, expectedCount: 3200 },
  });
  const waiting = () =>
    app.owner.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
  await expect.poll(async () => (await waiting()).rowCount, patiently).toBe(2);
  await app.owner.query(`update users set roles = '{User}' where uuid = $1`, [chief.uuid]);
  await holder.query('rollback');
  holder.release();
  expect(await untilOver(answer.body.job.bulkId)).toMatchObject({
    ...{ status: 'error', error: { message_id: 'forbidden' }, changed: 2000 },
    progress: { total: 3200, done: 2000 },
  });
  expect(await count('later-', 'inactive')).toBe(2000);
});

it('a license that nobody can be given refuses the act, however many it is for', async () => {
  const before = (await send('GET', '/userBulks?count=1')).body.totalResults;
  await fill('licensed-', 1001);
  const act = { action: 'assignLicense', condition: { userId: 'licensed-' }, expectedCount: 1001 };
  const { status, body } = await send('POST', '/operations/users', { ...act, licenseId: 'no-such-license' });
  expect([status, body[0].message_id]).toEqual([404, 'license_not_exist']);
  expect((await send('GET', '/userBulks?count=1')).body.totalResults).toBe(before);
});

it('the history, page by page; of another tenant it is unknown', async () => {
  const first = (await send('GET', '/userBulks?count=2')).body;
  expect(first.results).toHaveLength(2);
  const next = (await send('GET', `/userBulks?count=2&cursor=${first.next}`)).body;
  expect(next.results[0].createdAt <= first.results[1].createdAt).toBe(true);
  const { bulkId } = first.results[0];
  const elsewhere = await makeTenant(app);
  const stranger = await signIn(app, await makeUser(app, elsewhere, { roles: ['PowerUser'] }));
  for (const [method, path] of [
    ['GET', `/userBulks/${bulkId}`],
    ['POST', `/userBulks/${bulkId}/cancel`],
  ] as const) {
    for (const tenantId of [tenant.tenantId, elsewhere.tenantId]) {
      const answer = await app.call(method, `/api/auth/tenants/${tenantId}${path}`, { token: stranger.token });
      expect([answer.status, answer.body[0].message_id]).toEqual([404, 'not_found']);
    }
  }
  const own = await app.call('GET', `/api/auth/tenants/${elsewhere.tenantId}/userBulks`, { token: stranger.token });
  expect(own.body.results).toEqual([]);
});
