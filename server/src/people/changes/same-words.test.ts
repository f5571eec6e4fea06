import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import { makeUser, type TestTenant } from '#test/factories.ts';
import { carryOut, type Importing, preview, startImporting } from '#test/imports.ts';

/** The form words its log entry in TypeScript, an import in SQL: both say the same of the same change. */

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting());
  for (const groupId of ['Sales', 'Staff']) await call('POST', '/groups', { groupId, name: groupId });
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: importing.token, ...(body && { body }) });

/** The last entry of a user, with `U` for the user ID. */
async function entryOf({ uuid, userId }: { uuid: string; userId: string }) {
  const { rows } = await app.owner.query(
    'select type, operation, changes from system_operation_log where target_id = $1 order by at desc, id desc limit 1',
    [uuid],
  );
  return JSON.parse(JSON.stringify(rows[0]).replaceAll(userId, 'U'));
}

async function bring(...lines: string[]): Promise<void> {
  await carryOut(importing, (await preview(importing, lines.join('\n'))).importId);
}

it.each([
  ['familyName', { familyName: '山田' }, '山田'],
  ['givenName', { givenName: '' }, ''],
  ['department', { department: 'Sales' }, 'Sales'],
  ['location', { location: 'Osaka' }, 'Osaka'],
  ['description', { description: 'Two' }, 'Two'],
  ['locale', { locale: 'ja' }, 'ja'],
  ['timezone', { timezone: 'Asia/Tokyo' }, 'Asia/Tokyo'],
  ['groups', { groups: [{ groupId: 'STAFF' }] }, 'staff'],
  ['mailAddresses', { mailAddresses: ['more-U@x.example'] }, 'more-U@x.example'],
  ['loginMailAddress', { loginMailAddress: 'new-U@x.example' }, 'new-U@x.example'],
  ['loginMailAddress', { loginMailAddress: null }, ''],
])('a change of %s', async (column, given, cell) => {
  const [one, other] = [await makeUser(app, tenant), await makeUser(app, tenant)];
  const alike = { givenName: 'Taro', groups: [{ groupId: 'Sales' }] };
  for (const { userId } of [one, other]) await call('PUT', `/users/${userId}`, alike);
  const body = JSON.parse(JSON.stringify(given).replaceAll('U@', `${one.userId}@`));
  expect((await call('PUT', `/users/${one.userId}`, body)).status).toBe(200);
  await bring(`operation,userId,${column}`, `update,${other.userId},${cell.replaceAll('U@', `${other.userId}@`)}`);
  const [byForm, byFile] = [await entryOf(one), await entryOf(other)];
  expect(byForm.type).toBe('user.changed');
  expect(byFile).toEqual(byForm);
});

it('a new user', async () => {
  const given = {
    familyName: 'A',
    department: 'Sales',
    description: 'x',
    locale: 'ja',
    groups: [{ groupId: 'sales' }],
  };
  const made = (await call('POST', '/users', { userId: 'by-form', ...given })).body;
  await bring('operation,userId,familyName,department,description,locale,groups', 'create,by-file,A,Sales,x,ja,sales');
  const brought = (await call('GET', '/users/by-file')).body;
  const [byForm, byFile] = [await entryOf(made), await entryOf(brought)];
  // The form sends its defaults, too.
  const { status, roles, ...changes } = byForm.changes;
  expect([status, roles]).toEqual([{ after: 'registering' }, { after: ['User'] }]);
  expect({ ...byForm, changes }).toEqual(byFile);
});
