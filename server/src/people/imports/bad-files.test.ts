import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import type { TestTenant } from '#test/factories.ts';
import {
  carryOut,
  confirm,
  type Importing,
  preview,
  rowsOf,
  sendForm,
  startImporting,
  untilImport,
  upload,
} from '#test/imports.ts';

/** Files that are none: each is refused in words, and nothing is left of it. */

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting());
});
afterAll(() => app.close());

const path = () => `/api/auth/tenants/${tenant.tenantId}/userImports`;
const header = 'operation,userId,familyName\r\n';
const count = async (table: string) =>
  (await app.owner.query(`select count(*)::int as n from ${table} where tenant_id = $1`, [tenant.tenantId])).rows[0].n;
const zip = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(5000, 7)]);
// "山田" in Shift_JIS, and then a byte that is neither.
const sjis = Buffer.from([0x8e, 0x52, 0x93, 0x63]);

it.each([
  ['an empty file', '', 'file_empty', undefined],
  ['a zip archive', zip, 'file_not_csv', undefined],
  ['a gzip bomb', gzipSync(Buffer.alloc(1_000_000)), 'file_not_csv', undefined],
  ['a picture', Buffer.from('89504e470d0a1a0a00', 'hex'), 'file_not_csv', undefined],
  ['a broken quotation mark in the header', 'operation,"userId,familyName\ncreate,a,b', 'file_not_csv', undefined],
  [
    'neither UTF-8 nor Shift_JIS',
    Buffer.concat([Buffer.from(header), Buffer.from([0xfd, 0xff, 0x20])]),
    'file_wrong_encoding',
    undefined,
  ],
  ['UTF-16', Buffer.from(`\uFEFF${header}`, 'utf16le'), 'file_wrong_encoding', undefined],
  ['a text that is no table', 'Hello world, this is not CSV', 'missing_columns', 'operation'],
  ['HTML', '<!doctype html><title>x</title>', 'missing_columns', 'operation'],
  ['a missing column', 'operation,familyName\ncreate,a', 'missing_columns', 'userId'],
  ['an unknown column', 'operation,userId,salary\ncreate,a,1', 'unknown_columns', 'salary'],
  ['a column twice', 'operation,userId,UserID\ncreate,a,b', 'duplicated_columns', 'UserID'],
])('%s is refused at the upload', async (_, file, id, field) => {
  const refused = await upload(importing, file as string | Uint8Array);
  expect([refused.status, refused.body[0].message_id, refused.body[0].field]).toEqual([400, id, field]);
  expect(refused.body[0].message).not.toBe(id);
  expect([await count('user_imports'), await count('user_import_files')]).toEqual([0, 0]);
});

it.each([
  ['no rows', header, 'file_empty'],
  ['nothing but explanations', `${header}# this,is,explained\r\n,,\r\n`, 'file_empty'],
  ['a quotation mark that is never closed', `${header}create,a,"b\ncreate,c,d`, 'file_not_csv'],
  ['a row that never ends', `${header}create,a,"${'x'.repeat(2_000_000)}"`, 'file_not_csv'],
])('a file with %s cannot be used', async (_, file, id) => {
  const found = await preview(importing, file);
  expect([found.status, found.error?.message_id]).toEqual(['validation_error', id]);
  expect((await confirm(importing, found.importId)).status).toBe(409);
});

it('Shift_JIS is found out, or told; told wrongly it is refused', async () => {
  const file = Buffer.concat([Buffer.from(`${header}create,sjis.1,`), sjis]);
  const found = await preview(importing, file);
  expect(found.encoding).toBe('shift_jis');
  expect((await rowsOf(importing, found.importId))[0]?.changes).toEqual({ familyName: { after: '山田' } });
  const told = await upload(importing, file, { encoding: 'shift_jis' });
  expect(told.status).toBe(200);
  await untilImport(importing, told.body.importId, ['previewed']);
  expect((await upload(importing, file, { encoding: 'utf-8' })).body[0].message_id).toBe('file_wrong_encoding');
});

it.each([
  ['semicolons and line feeds', 'operation;userId;familyName\ncreate;sep.1;a,b', 'a,b'],
  ['tabs', 'operation\tuserId\tfamilyName\r\ncreate\tsep.1\ta b', 'a b'],
  ['lines in a cell', `${header}create,sep.1,"a""b"\r\n\r\n# more\r\n`, 'a"b'],
])('%s are read', async (_, file, familyName) => {
  const found = await preview(importing, file);
  expect(found.counts).toMatchObject({ create: 1, wrong: 0 });
  expect((await rowsOf(importing, found.importId))[0]?.changes.familyName).toEqual({ after: familyName });
});

it('ten thousand wrong rows are all told, page by page', async () => {
  const lines = Array.from({ length: 10_000 }, (_, n) => `renew,w${n},x`);
  const found = await preview(importing, header + lines.join('\n'));
  expect(found.counts).toEqual({ create: 0, update: 0, delete: 0, unchanged: 0, wrong: 10_000 });
  const page = async (query: string) =>
    (await app.call('GET', `${path()}/${found.importId}/rows?kind=wrong&count=500${query}`, { token: importing.token }))
      .body;
  const first = await page('');
  const second = await page(`&cursor=${first.next}`);
  expect([first.totalResults, first.previous, second.results[0].row]).toEqual([10_000, undefined, 502]);
  expect((await page(`&cursor=${second.previous}`)).results).toEqual(first.results);
  const last = await page('&cursor=n.9990');
  expect([last.results.length, last.next]).toEqual([11, undefined]);
  // Nothing to do is done at once.
  expect((await carryOut(importing, found.importId)).status).toBe('completed');
});

/** Sends the head of a request, and then as much of the body as is given. */
function send(
  headers: Record<string, string>,
  body: Buffer,
  andCut: boolean,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const url = new URL(app.url + path());
    const sent = request(url, { method: 'POST', headers: { authorization: `Bearer ${importing.token}`, ...headers } });
    sent.on('response', async (answer) => {
      let text = '';
      for await (const part of answer) text += part;
      resolve({ status: answer.statusCode ?? 0, text });
      sent.destroy();
    });
    sent.on('error', reject);
    sent.write(body, () => andCut && setImmediate(() => sent.destroy(new Error('cut'))));
  });
}

const boundary = 'x-boundary';
const type = `multipart/form-data; boundary=${boundary}`;
const part = (name: string, value: string, more = '') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;

it('a file of 2 GB is refused before it is read', async () => {
  const refused = await send({ 'content-type': type, 'content-length': String(2 ** 31) }, Buffer.from('--'), false);
  expect([refused.status, JSON.parse(refused.text)[0].message_id]).toEqual([413, 'body_too_large']);
});

it('an upload that is cut off leaves nothing', async () => {
  const before = [await count('user_imports'), await count('user_import_files')];
  const begun = Buffer.from(`${part('kind', 'format')}\r\n${part('file', header, '; filename="a.csv"')}`);
  const rest = Buffer.alloc(2_000_000, 'create,a,b\n');
  const length = String(begun.length + 10_000_000);
  const cut = send({ 'content-type': type, 'content-length': length }, Buffer.concat([begun, rest]), true);
  await expect(cut).rejects.toThrow('cut');
  const left = async () => [await count('user_imports'), await count('user_import_files')];
  await expect.poll(left, patiently).toEqual(before);
});

it.each([
  ['no form', { 'content-type': 'application/json' }, '{}', 415, 'unsupported_media_type'],
  ['a form without a boundary', { 'content-type': 'multipart/form-data' }, 'x', 415, 'unsupported_media_type'],
  [
    'a form without a file',
    { 'content-type': type },
    `${part('kind', 'format')}\r\n--${boundary}--\r\n`,
    400,
    'invalid_params',
  ],
  [
    'an unknown kind',
    { 'content-type': type },
    `${part('kind', 'x')}\r\n${part('file', header, '; filename="a"')}\r\n--${boundary}--\r\n`,
    400,
    'invalid_params',
  ],
  [
    'an unknown field',
    { 'content-type': type },
    `${part('kind', 'format')}\r\n${part('role', 'x')}\r\n${part('file', header, '; filename="a"')}\r\n--${boundary}--\r\n`,
    400,
    'invalid_params',
  ],
  [
    'a form that does not end',
    { 'content-type': type },
    `${part('kind', 'format')}\r\n${part('file', header, '; filename="a"')}`,
    400,
    'invalid_request',
  ],
])('%s is refused', async (_, headers, body, status, id) => {
  const refused = await app.call('POST', path(), { token: importing.token, headers, body });
  expect([refused.status, refused.body[0].message_id]).toEqual([status, id]);
});

it('one import of a tenant at a time', async () => {
  const file = (prefix: string) => header + Array.from({ length: 3000 }, (_, n) => `create,${prefix}${n},x`).join('\n');
  const first = await preview(importing, file('at-once-'));
  const { importId } = await (async () => {
    await confirm(importing, first.importId);
    return first;
  })();
  const refused = await upload(importing, file('other-'));
  if (refused.status !== 200) expect([refused.status, refused.body[0].message_id]).toEqual([409, 'service_processing']);
  await untilImport(importing, importId, ['completed']);
  const five = await Promise.all(Array.from({ length: 5 }, (_, n) => upload(importing, file(`race-${n}-`))));
  const taken = five.filter(({ status }) => status === 200);
  expect(taken.length).toBeGreaterThanOrEqual(1);
  for (const { status, body } of five) if (status !== 200) expect(body[0].message_id).toBe('service_processing');
});

const each = (operations: string, fields: Record<string, string>, file: string) =>
  sendForm(importing, `/api/auth/operations/${operations}`, fields, file);
const ended = ['completed', 'validation_error', 'error', 'previewed'] as const;

it('forEach and forEachWithOperation carry out what is right', async () => {
  await expect
    .poll(
      async () =>
        (await app.owner.query("select 1 from user_imports where status in ('checking', 'processing')")).rowCount,
      patiently,
    )
    .toBe(0);
  const users = [
    { userId: 'json.1', familyName: '佐藤', roles: ['User'], extensionAttributes: { extensionAttribute1: 'x' } },
    { userId: 'json.2', salary: 1 },
    'nothing',
  ];
  const begun = await each('forEach', { operation: 'create' }, JSON.stringify(users));
  expect(begun.status).toBe(200);
  const done = await untilImport(importing, begun.body.importId, ended);
  expect(done).toMatchObject({ status: 'completed', kind: 'json', counts: { create: 1, wrong: 2 } });
  const mixed = [
    { operation: 'update', userId: 'json.1', givenName: '花' },
    { operation: 'create', userId: 'json.3' },
    { operation: 'vanish', userId: 'json.4' },
  ];
  const second = await each('forEachWithOperation', {}, JSON.stringify(mixed));
  const counts = (await untilImport(importing, second.body.importId, ended)).counts;
  expect(counts).toEqual({ create: 1, update: 1, delete: 0, unchanged: 0, wrong: 1 });
  const read = await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/users/json.1`, { token: importing.token });
  expect(read.body).toMatchObject({ familyName: '佐藤', givenName: '花' });
  for (const broken of ['{"a":1}', '[{"userId":', '[{"userId":"a","userId":"b"}]']) {
    const refused = await each('forEachWithOperation', {}, broken);
    const { status, error } = await untilImport(importing, refused.body.importId, ended);
    expect([status, error?.message_id]).toEqual(['validation_error', 'file_not_json']);
  }
  const all = await app.owner.query(
    'select user_id as "userId" from users where tenant_id = $1 and user_id like \'at-once-%\' limit 150',
    [tenant.tenantId],
  );
  const many = JSON.stringify(all.rows);
  const waits = await each('forEach', { operation: 'delete' }, many);
  expect(await untilImport(importing, waits.body.importId, ended)).toMatchObject({
    status: 'previewed',
    confirmCount: 150,
  });
  const told = await each('forEach', { operation: 'delete', confirmCount: '150' }, many);
  expect((await untilImport(importing, told.body.importId, ended)).status).toBe('completed');
});

it('the template is a file that can be filled in', async () => {
  const template = await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/userImportTemplate`, {
    token: importing.token,
    headers: { 'accept-language': 'ja' },
  });
  const [first = '', second = ''] = template.body.split('\r\n');
  expect(second).toMatch(/^# この行の操作/);
  const filled = await preview(
    importing,
    `${first}\r\n${second}\r\ncreate,from.template${','.repeat(first.split(',').length - 2)}`,
  );
  expect(filled.counts).toMatchObject({ create: 1, wrong: 0 });
});

it('a name that hides how a file ends is shown as it is', async () => {
  const form = new FormData();
  form.set('kind', 'format');
  form.set('file', new Blob([`${header}create,named,A\r\n`]), 'list\u202evsc.exe\u200b\u0007\u2066.csv');
  const headers = { authorization: `Bearer ${importing.token}` };
  const answer = await fetch(app.url + path(), { method: 'POST', headers, body: form });
  expect(((await answer.json()) as { fileName: string }).fileName).toBe('listvsc.exe.csv');
});
