import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import type { TestTenant } from '#test/factories.ts';
import { carryOut, type Importing, preview, startImporting, untilImport, upload } from '#test/imports.ts';

/** A directory's file may hold passwords: the database shows none, and nobody is handed what was not imported. */

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting());
});
afterAll(() => app.close());

const path = () => `/api/auth/tenants/${tenant.tenantId}/userImports`;
const result = async (importId: string, rows = 'all'): Promise<string> =>
  (await app.call('GET', `${path()}/${importId}/result?rows=${rows}`, { token: importing.token })).body;
const pieces = async (importId: string): Promise<{ part: number; content: Buffer }[]> =>
  (
    await app.owner.query('select part, content, sealed from user_import_files where import_id = $1 order by part', [
      importId,
    ])
  ).rows;

const google = 'First Name [Required],Email Address [Required],Password [Required],,userPassword';

it('a password of a directory file is neither in the database nor in the result file', async () => {
  const secret = 'Planted-Passw0rd';
  const rows = [
    `Mei,mei@x.example,${secret},unnamed,${secret}`,
    `Ken,no address,${secret},unnamed,${secret}`,
    // One comma too many: what stands where is not known.
    `Ito, Yuki,yuki@x.example,${secret},unnamed,${secret}`,
  ];
  const uploaded = (await upload(importing, [google, ...rows].join('\n'), { kind: 'directory' })).body;
  const { importId, mapping } = uploaded;
  await app.call('PUT', `${path()}/${importId}/mapping`, { token: importing.token, body: { mapping } });
  const found = await untilImport(importing, importId, ['previewed']);
  expect(found.counts).toMatchObject({ create: 1, wrong: 2 });
  await carryOut(importing, importId);
  for (const which of ['all', 'wrong']) {
    const csv = await result(importId, which);
    expect(csv).not.toContain(secret);
    const [header, ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n');
    expect(header).toBe('importRow,importResult,importReason,First Name [Required],Email Address [Required]');
    expect(lines.at(-2)).toMatch(/^3,.*,Ken,no address$/);
    expect(lines.at(-1)).toMatch(/^4,.*[^,]$/);
  }
  const tables = await app.owner.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables.rows) {
    const holds = `select 1 from ${name} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%'`;
    const { rowCount } = await app.owner.query(holds, [secret, Buffer.from(secret).toString('hex')]);
    expect([name, rowCount]).toEqual([name, 0]);
  }
});

it('pieces are no other’s, in whichever order; those that an earlier version kept are read as they are', async () => {
  const lines = Array.from({ length: 2000 }, (_, n) => `update,nobody.${n},Sato ${'x'.repeat(500)}`);
  const csv = ['operation,userId,familyName', ...lines].join('\n');
  const { importId } = await preview(importing, csv);
  const kept = await pieces(importId);
  expect(kept.length).toBeGreaterThan(1);
  expect(kept.every(({ content }) => !content.includes('familyName') && !content.includes('Sato'))).toBe(true);
  const told = await result(importId);
  expect(told.trim().split('\r\n')).toHaveLength(lines.length + 1);
  // As they were before they were sealed.
  const bytes = Buffer.from(csv);
  const half = Math.floor(bytes.length / kept.length);
  for (const { part } of kept) {
    const plain = bytes.subarray(part * half, part === kept.length - 1 ? undefined : (part + 1) * half);
    await app.owner.query(
      'update user_import_files set content = $3, sealed = false where import_id = $1 and part = $2',
      [...[importId, part, plain]],
    );
  }
  expect(await result(importId)).toBe(told);
});

it('a result that is uploaded again keeps its cells below their columns, wrong rows too', async () => {
  const first = await preview(importing, 'operation,userId,familyName\nrenew,again.1,Sato\ncreate,again.2,Ito\n');
  const second = await preview(importing, await result(first.importId));
  const [header, wrong, right] = (await result(second.importId)).replace('\uFEFF', '').split('\r\n');
  expect(header).toBe('importRow,importResult,importReason,operation,userId,familyName');
  // Number, result and reason of the first time are gone.
  expect(wrong).toMatch(/^2,Invalid,"[^"]*",renew,again\.1,Sato$/);
  expect(right).toMatch(/,create,again\.2,Ito$/);
});
