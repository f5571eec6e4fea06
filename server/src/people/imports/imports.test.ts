import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { carryOut, confirm, type Importing, preview, reasonsOf, rowsOf } from '#test/imports.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let importing: Importing;
beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const { token } = await signIn(app, admin);
  importing = { app, tenantId: tenant.tenantId, token };
  await app.owner.query(
    `insert into groups (tenant_id, uuid, group_id, name) select $1, gen_random_uuid(), g, g from unnest('{Sales,tokyo}'::text[]) g`,
    [tenant.tenantId],
  );
  await app.startWorker();
});
afterAll(() => app.close());

const get = async (userId: string) =>
  (await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/users/${userId}`, { token: importing.token })).body;
const file = (...lines: string[]) => lines.join('\r\n');

it('creates, changes and deletes what the preview shows, and logs it', async () => {
  const gone = await makeUser(app, tenant, { userId: 'goes' });
  await makeUser(app, tenant, { userId: 'stays' });
  const before = await preview(
    importing,
    file(
      '\uFEFFoperation,userId,familyName,givenName,roles,mailAddresses,groups,extensionAttribute2,loginMailAddress,status',
      'create,new.one,山田,太郎,User;PowerUser,a@x.example;b@x.example,sales;TOKYO,E-1,taro@x.example,active',
      'create,new.two,"O""Brien, jr",,,,,,,',
      `update,STAYS,鈴木,,,c@x.example,Sales,E-2,stays@${tenant.tenantId}.example,`,
      'delete,goes,,,,,,,,',
      `update,${admin.userId},Tester,${(await get(admin.userId)).givenName},PowerUser,,,,${admin.mail},active`,
    ),
  );
  expect(before).toMatchObject({
    status: 'previewed',
    counts: { create: 2, update: 1, delete: 1, unchanged: 1, wrong: 0 },
    confirmCount: null,
    encoding: 'utf-8',
    createdBy: admin.userId,
  });
  const rows = await rowsOf(importing, before.importId);
  expect(rows.map(({ row, kind, userId }) => [row, kind, userId])).toEqual([
    [2, 'create', 'new.one'],
    [3, 'create', 'new.two'],
    [4, 'update', 'STAYS'],
    [5, 'delete', 'goes'],
    [6, 'unchanged', admin.userId],
  ]);
  expect(rows[2]?.changes).toMatchObject({
    familyName: { before: 'Tester', after: '鈴木' },
    mailAddresses: { before: [], after: ['c@x.example'] },
    groups: { before: [], after: ['sales'] },
    extensionAttribute2: { before: '', after: 'E-2' },
  });
  expect((await get('new.one'))[0].message_id).toBe('not_found');
  const after = await carryOut(importing, before.importId);
  expect(after).toMatchObject({ status: 'completed', progress: { total: 4, done: 4 }, counts: before.counts });
  expect(await get('new.one')).toMatchObject({
    familyName: '山田',
    status: 'active',
    roles: ['PowerUser', 'User'],
    mailAddresses: ['a@x.example', 'b@x.example'],
    groups: [{ groupId: 'Sales' }, { groupId: 'tokyo' }],
    extensionAttributes: { extensionAttribute2: 'E-1' },
    loginMailAddress: null,
    nextLoginMailAddress: 'taro@x.example',
  });
  expect(await get('new.two')).toMatchObject({ familyName: 'O"Brien, jr', status: 'registering', roles: ['User'] });
  const stays = await get('stays');
  expect(stays).toMatchObject({ familyName: '鈴木', givenName: '', mailAddresses: ['c@x.example'] });
  expect((await get('goes'))[0].message_id).toBe('not_found');
  const log = async (targetId: string) =>
    (
      await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/systemOperation`, {
        token: importing.token,
        body: { targetType: 'user', targetId },
      })
    ).body.results[0];
  expect(await log(stays.uuid)).toMatchObject({
    operation: 'update',
    operatorUserId: admin.userId,
    changes: { familyName: { before: 'Tester', after: '鈴木' }, groups: { before: [], after: ['Sales'] } },
  });
  const made = (await get('new.one')).uuid;
  expect(await log(made)).toMatchObject({ operation: 'create', changes: { groups: { after: ['Sales', 'tokyo'] } } });
  expect(await log(gone.uuid)).toMatchObject({ operation: 'delete', changes: { userId: { before: 'goes' } } });
  expect((await rowsOf(importing, before.importId)).map(({ done }) => done)).toEqual([true, true, true, true, false]);
});

it('every wrong row keeps its reasons', async () => {
  // Another who can sign in, so that what the uploader may not is their own.
  await makeUser(app, tenant, { roles: ['PowerUser'] });
  const kept = await makeUser(app, tenant, { userId: 'kept' });
  await app.owner.query(`update users set source = 'directory' where uuid = $1`, [kept.uuid]);
  const found = await preview(
    importing,
    file(
      'operation,userId,familyName,roles,status,loginMailAddress,groups,locale,mailAddresses',
      'create,stays,,,,,,,',
      'update,nobody,,,,,,,',
      'renew,some,,,,,,,',
      'create,-bad id,,,,,,,',
      'create,wrong.1,=1+1,,,,,,',
      'create,wrong.2,,Owner,,,,,',
      'create,wrong.3,,,locked,,,,',
      'create,wrong.4,,,,nonsense,nowhere,xx,"a@x.example;A@x.example"',
      `create,wrong.5,,,,${kept.mail.toUpperCase()},,,`,
      'create,wrong.6',
      `update,kept,Other,User,active,${kept.mail},,,`,
      'create,twice,,,,,,,',
      'create,TWICE,,,,,,,',
      'create,same.1,,,,same@x.example,,,',
      'create,same.2,,,,Same@x.example,,,',
      `delete,${admin.userId},,,,,,,`,
      'create,nul.1,a\0b,,,,,,',
      'create,right,,,,,,,',
    ),
  );
  expect(found.counts).toMatchObject({ create: 1, wrong: 17 });
  expect(await reasonsOf(importing, found.importId)).toEqual([
    '2 userId duplicated_params_userId',
    '3 userId not_found',
    '4 operation unknown_operation',
    '5 userId invalid_params',
    '6 familyName formula_in_cell',
    '7 roles invalid_params',
    '8 status invalid_params',
    '9 loginMailAddress invalid_params',
    '9 locale invalid_params',
    '9 mailAddresses invalid_params',
    '9 groups invalid_params_groups.groupId',
    '10 loginMailAddress duplicated_params_loginMailAddress',
    '11  ragged_row',
    '12 familyName forbidden',
    '13 userId duplicated_in_file',
    '14 userId duplicated_in_file',
    '15 loginMailAddress duplicated_in_file',
    '16 loginMailAddress duplicated_in_file',
    '17 userId forbidden',
    '18 familyName invalid_params',
  ]);
  const result = await app.call(
    'GET',
    `/api/auth/tenants/${tenant.tenantId}/userImports/${found.importId}/result?rows=wrong`,
    { token: importing.token },
  );
  expect(result.headers.get('content-disposition')).toContain('users-result.csv');
  const lines = result.body.split('\r\n');
  expect(lines[0]).toContain('importRow,importResult,importReason,operation,userId');
  expect(lines).toHaveLength(17 + 2);
  expect(lines[5]).toMatch(/^6,Invalid,"?familyName: This cell starts .*,create,wrong.1,'=1\+1,/);
  // Put right, the result can be imported as it is.
  const [header = ''] = lines;
  const fixed = await preview(importing, file(header, lines[5].replace("'=1+1", 'Right')));
  expect(fixed.counts).toMatchObject({ create: 1, wrong: 0 });
});

it('what changed between preview and apply is noticed row by row', async () => {
  await makeUser(app, tenant, { userId: 'moved' });
  await makeUser(app, tenant, { userId: 'vanished' });
  await makeUser(app, tenant, { userId: 'renamed' });
  await makeUser(app, tenant, { userId: 'gone' });
  const { importId } = await preview(
    importing,
    file(
      'operation,userId,department',
      'update,moved,Sales',
      'update,vanished,Sales',
      'delete,renamed,',
      'delete,gone,',
      'create,racer,Sales',
      'create,calm,Sales',
    ),
  );
  const path = `/api/auth/tenants/${tenant.tenantId}/users`;
  const { token } = importing;
  await app.call('PUT', `${path}/moved`, { token, body: { department: 'Support' } });
  await app.call('PUT', `${path}/renamed`, { token, body: { familyName: 'Other' } });
  for (const userId of ['vanished', 'gone']) await app.call('DELETE', `${path}/${userId}`, { token });
  await app.call('POST', path, { token, body: { userId: 'Racer' } });
  const after = await carryOut(importing, importId);
  expect(after).toMatchObject({
    status: 'completed',
    counts: { create: 1, update: 0, delete: 0, unchanged: 1, wrong: 4 },
  });
  expect(await reasonsOf(importing, importId)).toEqual([
    '2 department conflict',
    '3 userId deleted_meanwhile',
    '4 userId conflict',
    '6 userId duplicated_params_userId',
  ]);
  const rows = await rowsOf(importing, importId);
  expect(rows[1]?.reasons[0]?.message).toMatch(/^Someone deleted this user/);
  expect(rows[3]).toMatchObject({ kind: 'unchanged', userId: 'gone', reasons: [] });
  // The log tells of a deletion once: by whoever did it.
  const logged = `select action from system_operation_log where tenant_id = $1 and changes #>> '{userId,before}' = 'gone'`;
  expect((await app.owner.query(logged, [tenant.tenantId])).rows).toEqual([
    { action: 'DELETE /api/auth/tenants/{tenantId}/users/{userId}' },
  ]);
  expect((await get('moved')).department).toBe('Support');
  expect((await get('renamed')).familyName).toBe('Other');
  expect((await get('calm')).department).toBe('Sales');
});

it('the last administrator stays, and nobody is promoted above the uploader', async () => {
  const other = await makeTenant(app);
  const sole = await makeUser(app, other, { roles: ['PowerUser'] });
  const second = await makeUser(app, other, { roles: ['PowerUser'] });
  const { token } = await signIn(app, sole);
  const there: Importing = { app, tenantId: other.tenantId, token };
  const { importId } = await preview(
    there,
    file('operation,userId,roles,status', `update,${second.userId},User,`, `update,${sole.userId},User,`),
  );
  expect(await reasonsOf(there, importId)).toEqual(['3 userId forbidden']);
  await carryOut(there, importId);
  const again = await preview(there, file('operation,userId,status', `update,${sole.userId},inactive`));
  expect(await reasonsOf(there, again.importId)).toEqual(['2 userId last_administrator']);
});

it('more than a hundred deletions need their number typed', async () => {
  await app.owner.query(
    `insert into users (tenant_id, uuid, user_id) select $1, gen_random_uuid(), 'many-' || n from generate_series(1, 101) n`,
    [tenant.tenantId],
  );
  const lines = Array.from({ length: 101 }, (_, n) => `delete,many-${n + 1}`);
  const { importId, confirmCount } = await preview(importing, file('operation,userId', ...lines));
  expect(confirmCount).toBe(101);
  for (const body of [{}, { confirmCount: 100 }]) {
    const refused = await confirm(importing, importId, body);
    expect([refused.status, refused.body[0].field]).toEqual([400, 'confirmCount']);
  }
  expect((await carryOut(importing, importId, { confirmCount: 101 })).counts).toMatchObject({ delete: 101, wrong: 0 });
  expect((await confirm(importing, importId, { confirmCount: 101 })).status).toBe(409);
});
