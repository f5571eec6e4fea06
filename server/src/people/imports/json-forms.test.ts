import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import type { TestTenant } from '#test/factories.ts';
import { type Importing, reasonsOf, startImporting, untilImport } from '#test/imports.ts';

/** What a form says behind its file was not known when the file was taken: it is refused, and nothing is done. */

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting());
});
afterAll(() => app.close());

const count = async (table: string) =>
  (await app.owner.query(`select count(*)::int as n from ${table} where tenant_id = $1`, [tenant.tenantId])).rows[0].n;
const file = (userId: string) => `file:[{"userId":"${userId}"}]`;
const boundary = 'x-boundary';

/** Parts in their order: `name=value`, or `file:content`. */
function send(operation: string, parts: readonly string[]) {
  const bodies = parts.map((part) => {
    const [, name = '', sign, value = ''] = /^([^=:]*)([=:])(.*)$/s.exec(part) ?? [];
    const named = `form-data; name="${name}"${sign === ':' ? '; filename="a.json"' : ''}`;
    const disposition = name === '' ? 'form-data' : named;
    return `--${boundary}\r\ncontent-disposition: ${disposition}\r\n\r\n${value}\r\n`;
  });
  return app.call('POST', `/api/auth/operations/${operation}`, {
    token: importing.token,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${bodies.join('')}--${boundary}--\r\n`,
  });
}

const many = Array.from({ length: 30 }, (_, n) => `f${n}=x`);
it.each([
  ['a preview', 'forEach', ['operation=create', file('behind.1'), 'preview=true'], 'preview'],
  ['a preview', 'forEachWithOperation', [file('behind.2'), 'preview=true'], 'preview'],
  ['a number', 'forEach', ['operation=delete', file('behind.3'), 'confirmCount=1'], 'confirmCount'],
  ['what is unknown', 'forEach', ['operation=create', file('behind.4'), 'foo=true'], 'foo'],
  ['what every object has', 'forEach', ['operation=create', file('behind.5'), '__proto__=x'], '__proto__'],
  ['its operation', 'forEach', [file('behind.6'), 'operation=create'], 'operation'],
  ['another file', 'forEach', ['operation=create', file('behind.7'), file('behind.8')], 'file'],
  ['another kind of file', 'forEach', ['operation=create', file('behind.9'), 'other:[]'], 'file'],
  ['a field without a name', 'forEach', ['operation=create', file('behind.10'), '=x'], undefined],
  ['very many fields', 'forEach', ['operation=create', file('behind.11'), ...many], 'f0'],
])('%s behind the file of %s is refused', async (_, operation, parts, field) => {
  const refused = await send(operation, parts);
  expect([refused.status, refused.body[0]?.message_id, refused.body[0]?.field]).toEqual([400, 'invalid_params', field]);
  expect([await count('user_imports'), await count('user_import_files')]).toEqual([0, 0]);
});

it.each([
  ['what every object has', ['operation=create', '__proto__=x', file('before.1')], '__proto__'],
  ['a field twice', ['operation=create', 'operation=delete', file('before.2')], 'operation'],
  ['more fields than are read', ['operation=create', ...many, file('before.3')], undefined],
  ['a field without a name', ['operation=create', '=x', file('before.4')], undefined],
])('%s before the file is refused', async (_, parts, field) => {
  const refused = await send('forEach', parts);
  expect([refused.status, refused.body[0]?.message_id]).toEqual([400, 'invalid_params']);
  if (field) expect(refused.body[0].field).toBe(field);
  expect([await count('user_imports'), await count('user_import_files')]).toEqual([0, 0]);
});

it('an element that expects something is refused: nothing would keep to it', async () => {
  const path = `/api/auth/tenants/${tenant.tenantId}/users`;
  const { token } = importing;
  expect((await app.call('POST', path, { token, body: { userId: 'seen', department: 'A' } })).status).toBe(200);
  const rows = [{ userId: 'seen', department: 'B', expected: { department: 'of before' } }];
  const { importId } = (await send('forEach', ['operation=update', `file:${JSON.stringify(rows)}`])).body;
  const { counts } = await untilImport(importing, importId, ['completed']);
  expect([counts?.update, counts?.wrong]).toEqual([0, 1]);
  expect(await reasonsOf(importing, importId)).toEqual(['1 expected invalid_params']);
  expect((await app.call('GET', `${path}/seen`, { token })).body.department).toBe('A');
});

it('before the file everything counts', async () => {
  const begun = await send('forEach', ['operation=create', 'preview=true', file('asked.1')]);
  expect(begun.status).toBe(200);
  expect((await untilImport(importing, begun.body.importId, ['previewed', 'completed'])).status).toBe('previewed');
  expect(
    (await app.owner.query("select 1 from users where user_id like 'behind%' or user_id = 'asked.1'")).rowCount,
  ).toBe(0);
});
