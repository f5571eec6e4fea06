import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Job } from '#contract/site/jobs.ts';
import { newUuid } from '#server/platform/crypto/uuid.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
/** One of each, oldest first, as the page names them. */
const made: { id: string; kind: Job['kind'] }[] = [];

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  const person = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  admin = await signIn(app, person);
  for (const kind of ['userImport', 'undo', 'userBulk', 'mailRun', 'userExport', 'deviceExport', 'logExport'] as const)
    made.push({ id: await make(tenant.tenantId, kind), kind });
});
afterAll(() => app.close());

const listOf = (query = '', token = admin.token, tenantId = tenant.tenantId) =>
  app.call('GET', `/api/auth/tenants/${tenantId}/jobs${query}`, { token });

/** A row of a job, as its room writes it. */
async function make(tenantId: string, kind: Job['kind']): Promise<string> {
  const id = newUuid();
  const by = newUuid();
  const run = (sql: string, values: unknown[]) => app.owner.query(sql, values);
  if (kind === 'userImport' || kind === 'undo')
    await run(
      `insert into user_imports (tenant_id, import_id, kind, status, file_name, file_bytes, created_by, created_by_user_id,
        permissions, operator_uuid, operator_user_id, created_at, phase_at, expires_at, received_at, rows_total, rows_done)
      values ($1, $2, $3, 'previewed', 'staff.csv', 10, $4, $5, '{}', $4, $5, now(), now(), now() + interval '1 day', now(), 4, 1)`,
      [tenantId, id, kind === 'undo' ? 'undo' : 'format', by, 'starter'],
    );
  else if (kind === 'userBulk')
    await run(
      `insert into user_bulks (tenant_id, bulk_id, action, status, users_total, changed, failed, operator_uuid, operator_user_id,
        created_at, expires_at)
      values ($1, $2, 'deactivate', 'processing', 8, 3, 1, $3, 'starter', now(), now() + interval '1 day')`,
      [tenantId, id, by],
    );
  else if (kind === 'mailRun')
    await run(
      `insert into mail_runs (tenant_id, uuid, send_type, status, total, sent, operator_uuid, operator_user_id, created_at, ended_at)
      values ($1, $2, 'loginGuide', 'cancelled', 4, 1, $3, 'starter', now(), now())`,
      [tenantId, id, by],
    );
  else
    await run(
      `insert into user_exports (tenant_id, export_status_id, status, condition, kind, created_at, created_by,
        created_by_user_id, expires_at)
      values ($1, $2, 'processing', '{}', $3, now(), $4, 'starter', now() + interval '1 day')`,
      [tenantId, id, { userExport: 'users', deviceExport: 'devices', logExport: 'logs' }[kind], by],
    );
  return id;
}

it('lists every kind in one order, newest first, with what each is', async () => {
  const { status, body } = await listOf();
  expect([status, body.totalResults]).toEqual([200, 7]);
  expect(body.results.map(({ jobId, kind }: Job) => ({ id: jobId, kind }))).toEqual([...made].reverse());
  const of = (kind: Job['kind']) => body.results.find((one: Job) => one.kind === kind);
  const shared = { startedBy: 'starter', finishedAt: null };
  const runs = { status: 'processing', canCancel: true };
  expect(of('userImport')).toMatchObject({ ...shared, status: 'previewed', fileName: 'staff.csv', share: 0.25 });
  expect(of('undo')).toMatchObject({ ...shared, status: 'previewed', fileName: null, canCancel: true });
  expect(of('userBulk')).toMatchObject({ ...shared, ...runs, action: 'deactivate', total: 8, share: 0.5 });
  expect(of('mailRun')).toMatchObject({
    status: 'canceled',
    canCancel: false,
    total: 4,
    finishedAt: expect.any(String),
  });
  expect(of('deviceExport')).toMatchObject({ ...shared, ...runs, total: null, share: null });
});

it('goes on behind a job, whatever its kind, and narrows to one kind', async () => {
  const seen: string[] = [];
  let cursor = '';
  for (let page = 0; page < 10; page += 1) {
    const { body } = await listOf(`?count=2${cursor}`);
    seen.push(...body.results.map(({ jobId }: Job) => jobId));
    if (!body.next) break;
    cursor = `&cursor=${body.next}`;
  }
  expect(seen).toEqual(made.map(({ id }) => id).reverse());
  const { body } = await listOf('?kind=undo');
  expect(body).toMatchObject({ totalResults: 1, results: [{ kind: 'undo' }] });
  expect((await listOf('?kind=other')).status).toBe(400);
});

it('ends with the jobs of a page that is just full', async () => {
  const { body } = await listOf('?count=7');
  expect([body.results.length, body.next]).toEqual([7, undefined]);
});

it('does not list what is no longer kept', async () => {
  const other = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, other, { roles: ['User', 'PowerUser'] }));
  const id = await make(other.tenantId, 'logExport');
  await app.owner.query("update user_exports set expires_at = now() - interval '1 s' where export_status_id = $1", [
    id,
  ]);
  expect((await listOf('', token, other.tenantId)).body).toMatchObject({ results: [], totalResults: 0 });
});

it('is for those who may read any of it, in their own tenant', async () => {
  const other = await makeTenant(app);
  const foreign = await signIn(app, await makeUser(app, other, { roles: ['User', 'PowerUser'] }));
  const user = await signIn(app, await makeUser(app, tenant));
  expect((await listOf('', foreign.token)).status).toBe(404);
  expect((await listOf('', foreign.token, other.tenantId)).body.results).toEqual([]);
  expect((await listOf('', user.token)).status).toBe(403);
  expect((await listOf('?kind=userImport', user.token)).status).toBe(403);
  expect((await listOf('', 'nonsense')).status).toBe(401);
});
