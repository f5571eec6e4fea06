import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { confirm, type Importing, upload } from '#test/imports.ts';
import { checkImport } from './check.ts';
import { bulkWork } from '../bulk/job.ts';
import { getImport } from './imports.ts';
import { importWork } from './job.ts';

/** Two processes that find the same work share it: what one does the other does not. */

let app: TestApp;
let other: Awaited<ReturnType<TestApp['another']>>;
let importing: Importing;
beforeAll(async () => {
  app = await startTestApp();
  other = await app.another();
  const tenant = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  importing = { app, tenantId: tenant.tenantId, token };
});
afterAll(async () => {
  await other.close();
  await app.close();
});

it('a file is read by one, its bites are carried out once', async () => {
  const lines = Array.from({ length: 8000 }, (_, n) => `create,shared-${n},F${n}`);
  const { importId } = (await upload(importing, `operation,userId,familyName\n${lines.join('\n')}`)).body;
  const { signal } = new AbortController();
  const read = () => app.tools.db.inTenant(importing.tenantId, (tx) => getImport(tx, importId));
  const uploaded = await read();
  const checked = await Promise.all([app, other].map(({ tools }) => checkImport(tools, uploaded, signal)));
  expect(checked.map((row) => row?.status).sort()).toEqual(['previewed', undefined]);
  await confirm(importing, importId);
  const place = { tenantId: importing.tenantId, id: importId };
  await Promise.all([app, other].map(({ tools }) => importWork.run(tools, place, { signal, attempt: 1 })));
  expect(await read()).toMatchObject({ status: 'completed', rows_done: 8000, counts: { create: 8000, wrong: 0 } });
  const { rows } = await app.owner.query(
    `select (select count(*)::int from users where user_id like 'shared-%') as users,
       (select count(*)::int from system_operation_log where changes #>> '{userId,after}' like 'shared-%') as logged`,
  );
  expect(rows[0]).toEqual({ users: 8000, logged: 8000 });
});

it('an undo is staged bite by bite, and tells how far it is', async () => {
  const lines = Array.from({ length: 2500 }, (_, n) => `create,back-${n},F${n}`);
  const { importId } = (await upload(importing, `operation,userId,familyName\n${lines.join('\n')}`)).body;
  const { tenantId, token } = importing;
  const { signal } = new AbortController();
  const run = (id: string) => importWork.run(app.tools, { tenantId, id }, { signal, attempt: 1 });
  await run(importId);
  await confirm(importing, importId);
  await run(importId);
  const path = `/api/auth/tenants/${tenantId}/userImports`;
  const undoId = (await app.call('POST', `${path}/${importId}/undo`, { token })).body.importId;
  const read = async () => (await app.call('GET', `${path}/${undoId}`, { token })).body;
  // The second bite waits for a row that somebody else has in hand.
  const holder = await app.owner.connect();
  await holder.query('begin');
  await holder.query(
    `insert into user_import_rows (tenant_id, import_id, row_no, kind, operation, user_id, user_uuid, given, reasons)
     values ($1, $2, 1500, 'wrong', 'delete', '', null, '{}', '[]')`,
    [tenantId, undoId],
  );
  const staged = run(undoId);
  await expect.poll(async () => (await read()).progress.done, patiently).toBeGreaterThan(900);
  expect(await read()).toMatchObject({ status: 'checking', progress: { total: 2500, done: expect.any(Number) } });
  expect((await read()).progress.done).toBeLessThan(1001);
  await holder.query('rollback');
  holder.release();
  await staged;
  expect(await read()).toMatchObject({ status: 'previewed', counts: { delete: 2500, wrong: 0, unchanged: 0 } });
});

it('an act of several bites is turned round whole, each user in a row of their own', async () => {
  const { tenantId, token } = importing;
  const { signal } = new AbortController();
  await app.owner.query(
    "insert into users (tenant_id, uuid, user_id, status) select $1, gen_random_uuid(), 'act-' || n, 'active' from generate_series(1, 2100) n",
    [tenantId],
  );
  const base = `/api/auth/tenants/${tenantId}`;
  const body = { action: 'deactivate', condition: { userId: 'act-' }, expectedCount: 2100 };
  const { bulkId } = (await app.call('POST', `${base}/operations/users`, { token, body })).body.job;
  await bulkWork.run(app.tools, { tenantId, id: bulkId }, { signal, attempt: 1 });
  const { importId } = (await app.call('POST', `${base}/userBulks/${bulkId}/undo`, { token })).body;
  await importWork.run(app.tools, { tenantId, id: importId }, { signal, attempt: 1 });
  const { body: prepared } = await app.call('GET', `${base}/userImports/${importId}`, { token });
  expect(prepared).toMatchObject({ status: 'previewed', counts: { update: 2100, wrong: 0, unchanged: 0 } });
});
