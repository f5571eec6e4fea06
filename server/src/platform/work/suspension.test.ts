import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { confirm, type Importing, preview, untilImport } from '#test/imports.ts';
import { makeOperator, type Operate } from '#test/services.ts';
import type { Jobs } from './queue.ts';
import { sparingSuspended } from './suspension.ts';

/** Jobs of a suspended tenant pause, do not fail, and continue when it is active again (standards 7). */
let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let admin: TestUser;
beforeAll(async () => {
  // Every job here needs a connection of its own to block on.
  app = await startTestApp({ DATABASE_POOL_SIZE: '12' });
  await app.startWorker();
  operate = await makeOperator(app);
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
});
afterAll(() => app.close());

const become = async (act: 'suspend' | 'resume') =>
  expect((await operate('POST', `/tenants/${tenant.tenantId}/${act}`)).status).toBe(200);
const importingBy = async (): Promise<Importing> => {
  const { token } = await signIn(app, admin);
  return { app, tenantId: tenant.tenantId, token };
};

/** Starts one job of each kind without waking it; returns what wakes them. */
async function beginAll(importing: Importing, receiver: TestUser, target: TestUser) {
  const { tenantId, token } = importing;
  const post = async (path: string, body: object) => {
    const answer = await app.call('POST', path, { token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const { importId } = await preview(importing, 'operation,userId,familyName\ncreate,held,Held\n');
  const woken: [string, object][] = [];
  const { jobs } = app.tools;
  app.tools.jobs = { wake: async (name, data = {}) => void woken.push([name, data]) };
  try {
    expect((await confirm(importing, importId)).status).toBe(200);
    const { exportStatusId } = await post(`/api/auth/tenants/${tenantId}/userExport`, {});
    const condition = { userId: target.userId };
    await app.owner.query(
      "insert into users (tenant_id, uuid, user_id) select $1, gen_random_uuid(), $2 || '-' || n from generate_series(1, 1500) n",
      [tenantId, target.userId],
    );
    const bulk = { action: 'deactivate', condition, expectedCount: 1501 };
    const { job } = await post(`/api/auth/tenants/${tenantId}/operations/users`, bulk);
    const { sendId } = await post('/api/portal/bulkSendMail', { sendType: 'loginGuide', userIds: [receiver.userId] });
    return { importId, exportStatusId, bulkId: job.bulkId as string, sendId, woken };
  } finally {
    app.tools.jobs = jobs;
  }
}
type Begun = Awaited<ReturnType<typeof beginAll>>;

async function statuses({ importId, exportStatusId, bulkId, sendId }: Begun) {
  const { rows } = await app.owner.query(
    `select (select status from user_imports where import_id = $1) as import,
       (select status from user_exports where export_status_id = $2) as export,
       (select status from user_bulks where bulk_id = $3) as bulk, (select status from mail_runs where uuid = $4) as mails`,
    [importId, exportStatusId, bulkId, sendId],
  );
  return rows[0];
}
const wakeAll = async ({ woken }: Begun) => {
  for (const [name, data] of woken) await app.tools.jobs.wake(name, data);
};
/** No job is queued or running. */
const idle = () =>
  expect
    .poll(async () => {
      const { rows } = await app.owner.query(
        "select count(*)::int as n from pgboss.job where state in ('created', 'retry', 'active') and name = any ($1)",
        [['user-import', 'user-export', 'user-bulk', 'mailRun']],
      );
      return rows[0].n;
    }, patiently)
    .toBe(0);

it('imports, exports, acts on many and sendings: before they begin, and between two bites', async () => {
  const [receiver, target] = [await makeUser(app, tenant), await makeUser(app, tenant, { userId: 'many' })];
  const begun = await beginAll(await importingBy(), receiver, target);
  expect(begun.woken.map(([name]) => name).sort()).toEqual(['mailRun', 'user-bulk', 'user-export', 'user-import']);
  await become('suspend');
  const before = await statuses(begun);
  await wakeAll(begun);
  await idle();
  expect(await statuses(begun)).toEqual(before);

  // Active again, but each job blocks in its first batch until the tenant is suspended once more.
  const blocking = await app.owner.connect();
  await blocking.query('begin; lock table user_import_bites, user_bulk_bites, mail_runs, user_exports');
  await become('resume');
  const waiting = async () =>
    (
      await blocking.query(
        `select count(distinct relation)::int as n from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())
          and relation::regclass::text in ('user_import_bites', 'user_bulk_bites', 'mail_runs', 'user_exports')`,
      )
    ).rows[0].n;
  await expect.poll(waiting, patiently).toBe(4);
  await become('suspend');
  await blocking.query('commit');
  blocking.release();
  await idle();
  expect(await statuses(begun)).toEqual({ ...before, export: 'processing' });
  expect(await app.mails(receiver.mail)).toEqual([]);
  const { rows } = await app.owner.query(
    "select count(*) filter (where user_id = 'held')::int as imported, count(*) filter (where status = 'inactive')::int as inactive from users where tenant_id = $1",
    [tenant.tenantId],
  );
  expect(rows).toEqual([{ imported: 0, inactive: 0 }]);

  await become('resume');
  const importing = await importingBy();
  await untilImport(importing, begun.importId, ['completed']);
  const ended = { import: 'completed', export: 'completed', bulk: 'completed', mails: 'completed' };
  await expect.poll(() => statuses(begun), patiently).toEqual(ended);
  expect((await app.mails(receiver.mail)).map(({ kind }) => kind)).toEqual(['loginGuide']);
});

it('of however many jobs that are put aside, their tenant is asked after once', async () => {
  const { tenantId } = await makeTenant(app);
  await operate('POST', `/tenants/${tenantId}/suspend`);
  const { db } = app.tools;
  let activeAnswers = 0;
  const inTenant: typeof db.inTenant = async (...asked) => {
    const answer = await db.inTenant(...asked);
    if (answer === true) activeAnswers += 1;
    return answer;
  };
  const jobs = new Map<string, (data: object) => Promise<void>>();
  const woken: object[] = [];
  const queue = {
    defineJob: async (name, { run }) => void jobs.set(name, (data) => run(data as never, {} as never)),
    wake: async (_, data = {}) => void woken.push(data),
    stop: async () => {},
  } satisfies Jobs;
  const sparing = sparingSuspended({ ...db, inTenant }, queue, (error) => expect(error).toBeUndefined());
  await sparing.jobs.defineJob('any', { run: async () => expect.unreachable() });
  const waiting = [1, 2, 3, 4, 5].map((id) => ({ tenantId, id }));
  for (const data of waiting) await jobs.get('any')?.(data);
  await operate('POST', `/tenants/${tenantId}/resume`);
  await expect.poll(() => woken, patiently).toEqual(waiting);
  await sparing.stop();
  expect(activeAnswers).toBe(1);
});
