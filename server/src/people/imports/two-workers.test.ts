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

const runBy = ({ tools }: Pick<TestApp, 'tools'>, id: string, signal = new AbortController().signal) =>
  importWork.run(tools, { tenantId: importing.tenantId, id }, { signal, attempt: 1 });
const pathOf = () => `/api/auth/tenants/${importing.tenantId}/userImports`;

/** An undo of 2500 users who were made, whose second bite waits until somebody lets go of a row. */
async function heldUndo(name: string) {
  const lines = Array.from({ length: 2500 }, (_, n) => `create,${name}-${n},F${n}`);
  const { importId } = (await upload(importing, `operation,userId,familyName\n${lines.join('\n')}`)).body;
  await runBy(app, importId);
  await confirm(importing, importId);
  await runBy(app, importId);
  const { token, tenantId } = importing;
  const undoId: string = (await app.call('POST', `${pathOf()}/${importId}/undo`, { token })).body.importId;
  const holder = await app.owner.connect();
  await holder.query('begin');
  await holder.query(
    `insert into user_import_rows (tenant_id, import_id, row_no, kind, operation, user_id, user_uuid, given, reasons)
     values ($1, $2, 1500, 'wrong', 'delete', '', null, '{}', '[]')`,
    [tenantId, undoId],
  );
  const letGo = async () => {
    await holder.query('rollback');
    holder.release();
  };
  return { undoId, letGo, read: async () => (await app.call('GET', `${pathOf()}/${undoId}`, { token })).body };
}

it('an undo is staged bite by bite, and tells how far it is', async () => {
  const { undoId, letGo, read } = await heldUndo('back');
  const staged = runBy(app, undoId);
  await expect.poll(async () => (await read()).progress.done, patiently).toBeGreaterThan(900);
  expect(await read()).toMatchObject({ status: 'checking', progress: { total: 2500, done: expect.any(Number) } });
  expect((await read()).progress.done).toBeLessThan(1001);
  await letGo();
  await staged;
  expect(await read()).toMatchObject({ status: 'previewed', counts: { delete: 2500, wrong: 0, unchanged: 0 } });
});

it('an undo whose worker stops in the midst is staged by another, each row once', async () => {
  const { undoId, letGo, read } = await heldUndo('again');
  const stopping = new AbortController();
  const staged = runBy(app, undoId, stopping.signal);
  await expect.poll(async () => (await read()).progress.done, patiently).toBeGreaterThan(900);
  stopping.abort();
  await letGo();
  await staged;
  // The bite that was under way is the last; who comes next begins anew.
  expect(await read()).toMatchObject({ status: 'checking', progress: { total: 2500 } });
  expect((await read()).progress.done).toBeLessThan(2500);
  await runBy(other, undoId);
  expect(await read()).toMatchObject({ status: 'previewed', counts: { delete: 2500, wrong: 0, unchanged: 0 } });
});

it('an undo that is stopped while it is staged stays so', async () => {
  const { undoId, letGo, read } = await heldUndo('stopped');
  const staged = runBy(app, undoId);
  await expect.poll(async () => (await read()).progress.done, patiently).toBeGreaterThan(900);
  const { token } = importing;
  expect((await app.call('POST', `${pathOf()}/${undoId}/cancel`, { token })).status).toBeLessThan(300);
  await letGo();
  await staged;
  await runBy(other, undoId);
  expect(await read()).toMatchObject({ status: 'canceled' });
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

it('an import ends where whoever confirmed it may not change users any more', async () => {
  const { importId } = (await upload(importing, 'operation,userId,familyName\ncreate,after-demotion,F')).body;
  await runBy(app, importId);
  await confirm(importing, importId);
  await app.owner.query(
    "update users u set roles = '{User}' from user_imports i where i.import_id = $1 and u.uuid = i.operator_uuid",
    [importId],
  );
  await runBy(other, importId);
  const { rows } = await app.owner.query(
    `select status, error_id, (select count(*)::int from users where user_id = 'after-demotion') as users
     from user_imports where import_id = $1`,
    [importId],
  );
  expect(rows).toEqual([{ status: 'error', error_id: 'forbidden', users: 0 }]);
});
