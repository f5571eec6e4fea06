import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '#messages/catalog.ts';
import type { TestApp } from '#test/app.ts';
import type { TestTenant } from '#test/factories.ts';
import { carryOut, type Importing, preview, rowsOf, startImporting } from '#test/imports.ts';

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting());
});
afterAll(() => app.close());

const given: Record<string, string> = {
  ...{ operation: 'create', userId: 'whole', status: 'active', roles: 'PowerUser;User' },
  ...{ loginMailAddress: 'whole@x.example', mailAddresses: 'more@x.example' },
  ...{ locale: 'ja', timezone: 'Asia/Tokyo', groups: 'all' },
};

it('the template says of each column that an empty cell takes its value away, and it does so of just these', async () => {
  await app.owner.query(
    `insert into groups (tenant_id, uuid, group_id, name) values ($1, gen_random_uuid(), 'all', 'all')`,
    [tenant.tenantId],
  );
  const template = await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/userImportTemplate`, {
    token: importing.token,
  });
  const [header = '', explained = ''] = (template.body as string).replace('\uFEFF', '').split('\r\n');
  const columns = header.split(',');
  const texts = [...explained.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, text]) => text ?? '');
  const suffix = textIn('en')('transfer.columnTaken', { text: '' }).trim();
  const told = columns.filter((_, at) => texts[at]?.replace(/^"|"$/g, '').endsWith(suffix));
  const rowWith = (value: (column: string) => string) => `${header}\r\n${columns.map(value).join(',')}`;
  const made = await preview(
    importing,
    rowWith((column) => given[column] ?? 'x'),
  );
  await carryOut(importing, made.importId);
  const empty: Record<string, string> = { operation: 'update', userId: 'whole' };
  const emptied = await preview(
    importing,
    rowWith((column) => empty[column] ?? ''),
  );
  const [row] = await rowsOf(importing, emptied.importId);
  expect(Object.keys(row?.changes ?? {}).sort()).toEqual([...told].sort());
  expect(told).toContain('groups');
});
