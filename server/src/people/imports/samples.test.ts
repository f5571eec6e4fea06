import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { carryOut, type Importing, untilImport, upload } from '#test/imports.ts';

/** Who says what the columns of a directory file are sees the first values of each, but no secrets. */

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
const logged: string[] = [];
beforeAll(async () => {
  const logTo = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  });
  app = await startTestApp({ LOG_LEVEL: 'debug' }, logTo);
  await app.startWorker();
});
afterAll(() => app.close());

const tokenOf = async (role: 'PowerUser' | 'User', of = tenant) =>
  (await signIn(app, await makeUser(app, of, { roles: [role] }))).token;
beforeEach(async () => {
  tenant = await makeTenant(app);
  importing = { app, tenantId: tenant.tenantId, token: await tokenOf('PowerUser') };
});

const uploaded = async (lines: readonly string[]): Promise<string> => {
  const { body } = await upload(importing, lines.join('\r\n'), { kind: 'directory' });
  return body.importId;
};
const ask = (importId: string, token = importing.token) =>
  app.call('GET', `/api/auth/tenants/${tenant.tenantId}/userImports/${importId}/samples`, { token });
const valuesIn = async (importId: string) =>
  Object.fromEntries(
    (await ask(importId)).body.results.map((one: { column: string; values: string[] }) => [one.column, one.values]),
  );

it('shows three values that differ, shortened; what is empty or stands below no name is none', async () => {
  const long = `${'あ'.repeat(39)}😀い`;
  const importId = await uploaded([
    'id,constructor,note,,nothing',
    `anna,Sales,"two\nlines",x,`,
    `ben,Sales,${long},x, `,
    'cleo,IT,,x,',
    'dan,HR,a,x,',
    'eva,QA,b,x,',
  ]);
  expect(await valuesIn(importId)).toEqual({
    id: ['anna', 'ben', 'cleo'],
    constructor: ['Sales', 'IT', 'HR'],
    note: ['two lines', `${'あ'.repeat(39)}…`, 'a'],
    nothing: [],
  });
});

it('values come as the file’s encoding and separator say', async () => {
  // 'ID;氏名' and 'a1;佐藤' in Shift_JIS.
  const file = Buffer.from('49443b8e8196bc0d0a61313b8db293a10d0a', 'hex');
  const { body } = await upload(importing, file, { kind: 'directory', encoding: 'shift_jis' });
  expect(await valuesIn(body.importId)).toEqual({ ID: ['a1'], 氏名: ['佐藤'] });
});

it('no secret is shown, written down or logged: by its header, by how it is written, beside a comma too many', async () => {
  const secret = 'Planted-Passw0rd';
  const importId = await uploaded([
    'id,Password [Required],初期PW,notes,other',
    `anna,${secret}1,${secret}2,{SSHA}${secret}3,plain value`,
    `ben,of the house,${secret}4,${secret}5,plain value,`,
  ]);
  const { status, body, headers } = await ask(importId);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body.results).toEqual([
    { column: 'id', withheld: false, values: ['anna'] },
    { column: 'Password [Required]', withheld: true, values: [] },
    { column: '初期PW', withheld: true, values: [] },
    { column: 'notes', withheld: true, values: [] },
    { column: 'other', withheld: false, values: ['plain value'] },
  ]);
  const tables = await app.owner.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables.rows) {
    const { rowCount } = await app.owner.query(`select 1 from ${name} t where t::text like '%plain value%'`);
    expect([name, rowCount]).toEqual([name, 0]);
  }
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.filter((line) => line.includes('plain value') || line.includes(secret))).toEqual([]);
});

it('nobody else sees values: not another administrator, not who may only look, not another tenant', async () => {
  const importId = await uploaded(['id,place', 'anna,Osaka']);
  const other = await ask(importId, await tokenOf('PowerUser'));
  expect([other.status, other.body]).toEqual([200, { results: [] }]);
  expect((await ask(importId, await tokenOf('User'))).status).toBe(403);
  const stranger = await makeTenant(app);
  expect((await ask(importId, await tokenOf('PowerUser', stranger))).status).toBe(404);
  expect(await valuesIn(importId)).toEqual({ id: ['anna'], place: ['Osaka'] });
});

it('they are shown as long as the columns can be mapped', async () => {
  const importId = await uploaded(['id,place', 'anna.one,Osaka']);
  const path = `/api/auth/tenants/${tenant.tenantId}/userImports/${importId}/mapping`;
  const body = { mapping: { id: 'userId', place: 'location' } };
  await app.call('PUT', path, { token: importing.token, body });
  await untilImport(importing, importId, ['previewed']);
  expect((await ask(importId)).status).toBe(200);
  await carryOut(importing, importId);
  expect((await ask(importId)).status).toBe(409);
  const format = (await upload(importing, 'operation,userId\ncreate,ben.one')).body.importId;
  expect((await ask(format)).status).toBe(409);
});
