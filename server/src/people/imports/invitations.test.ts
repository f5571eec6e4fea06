import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import { carryOut, type Importing, preview, startImporting, untilImport } from '#test/imports.ts';

let app: TestApp;
let importing: Importing;

beforeAll(async () => {
  ({ app, importing } = await startImporting());
});
afterAll(() => app.close());

const post = (path: string, body?: object) =>
  app.call('POST', `/api/auth/tenants/${importing.tenantId}/userImports/${path}`, {
    token: importing.token,
    ...(body && { body }),
  });
const fileOf = (prefix: string) =>
  [
    'operation,userId,loginMailAddress,status',
    ...[1, 2, 3].map((at) => `create,${prefix}${at},${prefix}${at}@invited.example,`),
    `create,${prefix}off,${prefix}off@invited.example,inactive`,
  ].join('\n');
const mailings = async () =>
  (
    await app.owner.query(
      `select r.uuid, r.total, r.send_type, r.operator_user_id from mail_runs r where r.tenant_id = $1 order by r.created_at`,
      [importing.tenantId],
    )
  ).rows;

it('invites those whom it made, in its last step and once', async () => {
  const { importId } = await preview(importing, fileOf('wish-'));
  expect((await mailings()).length).toBe(0);
  const done = await carryOut(importing, importId, { invite: true });
  const made = await mailings();
  expect(done).toMatchObject({ status: 'completed', invites: true, invitedBy: made[0]?.uuid });
  expect(made).toMatchObject([{ total: 3, send_type: 'registration' }]);
  // A worker that comes again, as after a crash, finds it completed.
  await app.tools.db.inTenant(importing.tenantId, (tx) =>
    app.tools.jobs.wake('user-import', { tenantId: importing.tenantId, importId }, { tx }),
  );
  expect((await post(`${importId}/invite`)).body[0].message_id).toBe('conflict');
  expect((await mailings()).length).toBe(1);
});

it('invites afterwards, once, whoever it made without a wish', async () => {
  const before = (await mailings()).length;
  const { importId } = await preview(importing, fileOf('later-'));
  expect((await post(`${importId}/invite`)).body[0].message_id).toBe('conflict');
  expect(await carryOut(importing, importId)).toMatchObject({ invites: false, invitedBy: null });
  expect((await mailings()).length).toBe(before);
  const answers = await Promise.all([post(`${importId}/invite`), post(`${importId}/invite`)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await mailings()).slice(before)).toMatchObject([{ total: 3 }]);
});

it('has nobody to invite where it made nobody, and an undo invites nobody', async () => {
  const before = (await mailings()).length;
  const nobody = await preview(importing, 'operation,userId,department\nupdate,wish-1,North');
  expect(await carryOut(importing, nobody.importId, { invite: true })).toMatchObject({ invitedBy: null });
  expect((await post(`${nobody.importId}/invite`)).body[0].message_id).toBe('conflict');
  const undo = (await post(`${nobody.importId}/undo`)).body;
  await expect
    .poll(
      async () =>
        (
          await app.call('GET', `/api/auth/tenants/${importing.tenantId}/userImports/${undo.importId}`, {
            token: importing.token,
          })
        ).body.status,
    )
    .toBe('previewed');
  const refused = await post(`${undo.importId}/confirm`, { invite: true });
  expect([refused.status, refused.body[0].field]).toEqual([400, 'invite']);
  expect((await mailings()).filter(({ total }) => total > 0).length).toBe(before);
});

it('does not invite whom an undo brought back', async () => {
  const made = await preview(importing, fileOf('back-'));
  await carryOut(importing, made.importId);
  const gone = await preview(importing, 'operation,userId\ndelete,back-1');
  await carryOut(importing, gone.importId);
  const { importId } = (await post(`${gone.importId}/undo`)).body;
  expect((await untilImport(importing, importId, ['previewed'])).counts).toMatchObject({ create: 1 });
  expect((await carryOut(importing, importId)).counts).toMatchObject({ create: 1 });
  const before = (await mailings()).length;
  expect((await post(`${importId}/invite`)).body[0].message_id).toBe('conflict');
  expect((await mailings()).length).toBe(before);
});
