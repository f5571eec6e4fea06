import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { confirm, type Importing, upload } from '#test/imports.ts';
import { checkImport } from './check.ts';
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
