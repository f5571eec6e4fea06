import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import { busyness } from '#test/busyness.ts';
import type { TestTenant } from '#test/factories.ts';
import {
  confirm,
  type Importing,
  preview,
  reasonsOf,
  rowsOf,
  sendForm,
  startImporting,
  untilImport,
  upload,
} from '#test/imports.ts';

/** One bad cell is told in words and at once: no import of the tenant waits for it. */

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting({ own: true }));
});
afterAll(() => app.close());

const header = 'operation,userId,familyName\n';
const map = (importId: string, mapping: object) =>
  app.call('PUT', `/api/auth/tenants/${tenant.tenantId}/userImports/${importId}/mapping`, {
    token: importing.token,
    body: { mapping },
  });
const ended = ['completed', 'previewed', 'validation_error', 'error'] as const;

it.each([
  ['in a row', `${header}create,q1,x\ncreate,q2,Monitor 24" wide\n`],
  ['in the first row', `${header}create,q1,24" wide`],
])('a quotation mark in a cell that is not quoted is no CSV: %s', async (_, file) => {
  const { status, error } = await preview(importing, file);
  expect([status, error?.message_id]).toEqual(['validation_error', 'file_not_csv']);
});

it.each(['\u{1F600}', '\u{20BB7}'])('an id that is too long is cut between its characters (%s)', async (sign) => {
  const found = await preview(importing, `${header}create,${'x'.repeat(127)}${sign}tail,Sato`);
  expect(await reasonsOf(importing, found.importId)).toEqual(['2 userId invalid_params']);
  const [row] = await rowsOf(importing, found.importId);
  expect(row?.userId.slice(0, 127)).toBe('x'.repeat(127));
});

it('an id of which only the beginning was kept is not that beginning', async () => {
  const id = 'x'.repeat(128);
  const found = await preview(importing, `${header}create,${id},Sato\ncreate,${id}x,Ito\ncreate,${id}y,Mori`);
  expect(found.counts).toMatchObject({ create: 1, wrong: 2 });
  expect(await reasonsOf(importing, found.importId)).toEqual(['3 userId invalid_params', '4 userId invalid_params']);
});

it.each([
  ['NUL', '\\u0000x', '\uFFFDx'],
  ['half a pair', '\\ud83dx', '\uFFFDx'],
  ['a long name', `${'y'.repeat(127)}\\ud83d\\ude00`, `${'y'.repeat(127)}\uFFFD`],
])('a field of JSON with %s in its name is an unknown one', async (_, key, field) => {
  const json = `[{"operation":"create","userId":"j1","${key}":1}]`;
  const begun = await sendForm(importing, '/api/auth/operations/forEachWithOperation', { preview: 'true' }, json);
  const found = await untilImport(importing, begun.body.importId, ended);
  expect([found.status, found.counts?.wrong]).toEqual(['previewed', 1]);
  expect(await reasonsOf(importing, found.importId)).toEqual([`1 ${field} invalid_params`]);
});

it.each([['\\u0000'], ['\\ud83d']])('a value of JSON with %s makes its row wrong', async (value) => {
  const told = [`"familyName":"${value}"`, `"mailAddresses":["${value}"]`, `"groups":[{"groupId":"${value}"}]`];
  const elements = told.map((field, n) => `{"operation":"create","userId":"v${n}",${field}}`);
  const odd = `{"operation":"${value}","userId":"${value}"}`;
  const json = `[${[...elements, odd].join(',')}]`;
  const begun = await sendForm(importing, '/api/auth/operations/forEachWithOperation', { preview: 'true' }, json);
  const found = await untilImport(importing, begun.body.importId, ended);
  expect([found.status, found.counts?.wrong]).toEqual(['previewed', 4]);
});

it('columns may be called as what every object has, and some have no name', async () => {
  const file = 'uid,constructor,,toString,,hasOwnProperty,sn\nodd.1,a,b,c,d,e,Sato';
  const { body } = await upload(importing, file, { kind: 'directory' });
  expect(body.status).toBe('accepting');
  const unnamed = await map(body.importId, { uid: 'userId', '': 'department' });
  expect([unnamed.status, unnamed.body[0].field]).toEqual([400, 'mapping']);
  expect((await map(body.importId, { uid: 'userId', sn: 'familyName' })).status).toBe(200);
  const found = await untilImport(importing, body.importId, ended);
  expect([found.status, found.counts?.create]).toEqual(['previewed', 1]);
  expect((await rowsOf(importing, body.importId))[0]?.changes).toEqual({ familyName: { after: 'Sato' } });
  const { importId } = (await upload(importing, file, { kind: 'directory' })).body;
  expect((await map(importId, { uid: 'userId', constructor: 'familyName' })).status).toBe(200);
  await untilImport(importing, importId, ended);
  expect((await rowsOf(importing, importId))[0]?.changes).toEqual({ familyName: { after: 'a' } });
});

it('what no try can store is given up at once', async () => {
  // Of what is known to be so nothing comes through: a rule of the table stands for it.
  await app.owner.query(`create function refuse_value() returns trigger language plpgsql as $$
    begin if new.user_id = 'unstorable' then raise exception sqlstate '22P05'; end if; return new; end $$;
    create trigger refuse_value before insert on user_import_rows for each row execute function refuse_value()`);
  const begun = Date.now();
  const { status, error } = await preview(importing, `${header}create,unstorable,Sato`);
  expect([status, error?.message_id]).toEqual(['error', 'unknown_error']);
  expect(Date.now() - begun).toBeLessThan(20_000 * busyness());
  await app.owner.query('drop trigger refuse_value on user_import_rows');
  expect((await preview(importing, `${header}create,storable,Sato`)).status).toBe('previewed');
});

it('a text in Windows-1252 is refused rather than read as Japanese', async () => {
  const western = Buffer.from(`${header}create,w1,Pérez\ncreate,w2,Hernández\ncreate,w3,Solís\n`, 'latin1');
  const refused = await upload(importing, western);
  expect([refused.status, refused.body[0].message_id]).toEqual([400, 'file_wrong_encoding']);
  // Who says that it is so is believed.
  const told = await upload(importing, western, { encoding: 'shift_jis' });
  expect(told.status).toBe(200);
  await untilImport(importing, told.body.importId, ended);
});

it('what waited too long is not decided any more, swept or not', async () => {
  const { importId } = await preview(importing, `${header}create,late.1,Sato`);
  const mapped = (await upload(importing, 'uid,sn\nlate.2,Sato', { kind: 'directory' })).body.importId;
  const expire = (id: string) =>
    app.owner.query("update user_imports set expires_at = now() - interval '1 minute' where import_id = $1", [id]);
  await expire(mapped);
  expect((await map(mapped, { uid: 'userId' })).body[0].message_id).toBe('conflict');
  await app.owner.query("update user_imports set status = 'previewed' where import_id = $1", [importId]);
  await expire(importId);
  const refused = await confirm(importing, importId);
  expect([refused.status, refused.body[0].message_id]).toEqual([409, 'conflict']);
});

it('a row is long where somebody is in many groups', async () => {
  const ids = Array.from({ length: 9000 }, (_, n) => `${n}-`.padEnd(128, 'g'));
  await app.owner.query(
    `insert into groups (tenant_id, uuid, group_id, name) select $1, gen_random_uuid(), id, 'G' from unnest($2::text[]) id`,
    [tenant.tenantId, ids],
  );
  const line = (n: number) => `create,many.${n},"${ids.join(';')}"`;
  const found = await preview(importing, `operation,userId,groups\n${[1, 2, 3, 4, 5].map(line).join('\n')}`);
  expect([found.status, found.counts?.create]).toEqual(['previewed', 5]);
});
