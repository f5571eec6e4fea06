import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { carryOut, type Importing, reasonsOf, rowsOf, untilImport, upload } from '#test/imports.ts';

/** Files as Entra ID and Google Workspace write them: people have no id in them but what stands before the @. */

const entra =
  'userPrincipalName,displayName,surname,mail,givenName,objectId,userType,jobTitle,department,accountEnabled,usageLocation,streetAddress,state,country,officeLocation,city,postalCode,telephoneNumber,mobilePhone,alternateEmailAddress,ageGroup,consentProvidedForMinor,legalAgeGroupClassification,companyName,creationType,directorySynced,invitationState,identityIssuer,createdDateTime';
const google =
  'First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Password Hash Function [UPLOAD ONLY],Org Unit Path [Required],New Primary Email [UPLOAD ONLY],Recovery Email,Home Secondary Email,Work Secondary Email,Employee ID,Employee Type,Employee Title,Manager Email,Department,Cost Center,Building ID';
const entraMapping = {
  userPrincipalName: 'userIdFromMailAddress',
  surname: 'familyName',
  givenName: 'givenName',
  mail: 'loginMailAddress',
  jobTitle: 'description',
  department: 'department',
  officeLocation: 'location',
  alternateEmailAddress: 'mailAddresses',
};

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  await app.startWorker();
});
afterAll(() => app.close());

/** A tenant of its own for each test, so that no mapping is remembered. */
async function begin(): Promise<void> {
  tenant = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, tenant, { userId: 'admin', roles: ['PowerUser'] }));
  importing = { app, tenantId: tenant.tenantId, token };
}

/** A line of a file: the cells of these columns, the others empty. */
const line = (header: string, cells: Record<string, string>) =>
  header
    .split(',')
    .map((column) => cells[column] ?? '')
    .join(',');
const entraFile = (...people: Record<string, string>[]) =>
  [`\uFEFF${entra}`, ...people.map((cells) => line(entra, cells))].join('\r\n');
const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: importing.token, ...(body && { body }) });
const map = (importId: string, mapping: object) => call('PUT', `/userImports/${importId}/mapping`, { mapping });
const get = async (userId: string) => (await call('GET', `/users/${userId}`)).body;

/** Uploads a file and has it checked as is suggested. */
async function check(csv: string, mapping?: object) {
  const uploaded = (await upload(importing, csv, { kind: 'directory' })).body;
  expect((await map(uploaded.importId, mapping ?? uploaded.mapping)).status).toBe(200);
  return untilImport(importing, uploaded.importId, ['previewed']);
}

it('a file of Entra ID is mapped as it is, and the mapping remembered', async () => {
  await begin();
  const csv = entraFile(
    {
      ...{ userPrincipalName: 'hana@x.example', displayName: '佐藤 花', surname: '佐藤', givenName: '花' },
      ...{ mail: 'hana.sato@x.example', department: '営業', officeLocation: 'Tokyo', jobTitle: 'Manager' },
    },
    { userPrincipalName: 'guest_y.example#EXT#@x.onmicrosoft.com', surname: '#Guest', mail: 'guest@y.example' },
    { userPrincipalName: 'printer@x.example', surname: 'Printer' },
  );
  const first = await upload(importing, csv, { kind: 'directory' });
  expect(first.body).toMatchObject({ status: 'accepting', emptyCells: 'keep', mapping: entraMapping });
  const { importId } = first.body;
  expect((await map(importId, { mail: 'loginMailAddress' })).status).toBe(400);
  expect((await map(importId, { nothing: 'userId' })).body[0]).toMatchObject({
    message_id: 'invalid_params',
    field: 'mapping',
  });
  for (const twice of ['userId', 'userIdFromMailAddress', 'loginMailAddressAndUserId']) {
    expect((await map(importId, { ...entraMapping, objectId: twice })).status).toBe(400);
  }
  const mapping = { ...entraMapping, displayName: 'description', jobTitle: undefined };
  expect((await map(importId, mapping)).body).toMatchObject({ status: 'checking' });
  const found = await untilImport(importing, importId, ['previewed']);
  expect(found.counts).toMatchObject({ create: 3, wrong: 0 });
  await carryOut(importing, importId);
  expect(await get('hana')).toMatchObject({
    ...{ familyName: '佐藤', givenName: '花', description: '佐藤 花', department: '営業', location: 'Tokyo' },
    ...{ nextLoginMailAddress: 'hana.sato@x.example', source: 'local' },
  });
  expect(await get('guest_y.example-EXT-')).toMatchObject({ nextLoginMailAddress: 'guest@y.example' });
  expect(await get('printer')).toMatchObject({ familyName: 'Printer', nextLoginMailAddress: null });
  const again = await upload(importing, csv, { kind: 'directory' });
  expect(again.body.mapping).toEqual(JSON.parse(JSON.stringify(mapping)));
  expect((await check(csv)).counts).toMatchObject({ create: 0, update: 0, unchanged: 3, wrong: 0 });
  const married = await check(csv.replaceAll('hana.sato@', 'hana.mori@').replaceAll('佐藤', '森'));
  expect((await rowsOf(importing, married.importId))[0]).toMatchObject({
    ...{ kind: 'update', userId: 'hana' },
    changes: { loginMailAddress: { before: 'hana.sato@x.example', after: 'hana.mori@x.example' } },
  });
});

it('a file of Google Workspace has ids where everybody has an employee ID, else the address is both', async () => {
  await begin();
  const person = (given: string, address: string, id: string) =>
    line(google, {
      ...{ 'First Name [Required]': given, 'Last Name [Required]': 'Ito', 'Email Address [Required]': address },
      ...{ 'Password [Required]': '****', 'Org Unit Path [Required]': '/', 'Employee ID': id },
    });
  const some = [google, person('Mei', 'mei@x.example', 'E-1'), person('Ken', 'ken@x.example', '')].join('\n');
  const found = await check(some);
  expect(found.mapping).toMatchObject({ 'Email Address [Required]': 'loginMailAddressAndUserId' });
  expect(found.mapping).not.toHaveProperty('Employee ID');
  expect(found.counts).toMatchObject({ create: 2, wrong: 0 });
  await carryOut(importing, found.importId);
  expect(await get('ken')).toMatchObject({ givenName: 'Ken', nextLoginMailAddress: 'ken@x.example' });
  await begin();
  const all = [google, person('Mei', 'mei@x.example', 'E-1'), person('Ken', 'ken@x.example', 'E-2')].join('\n');
  const withIds = await check(all);
  expect(withIds.mapping).toMatchObject({
    'Employee ID': 'userId',
    'Email Address [Required]': 'loginMailAddress',
  });
  expect((await rowsOf(importing, withIds.importId)).map(({ userId }) => userId)).toEqual(['E-1', 'E-2']);
});

it('a file that macOS wrote is read in the form in which texts are kept', async () => {
  await begin();
  await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/users`, {
    token: importing.token,
    body: { userId: 'same', familyName: 'Müller', status: 'active' },
  });
  const file = ['ユーサ\u3099ーID,姓,部署', 'same,Mu\u0308ller,', 'new,Gro\u0308n,カ\u3099ラス'].join('\n');
  const found = await check(file);
  expect(found.counts).toMatchObject({ create: 1, unchanged: 1, wrong: 0 });
  await carryOut(importing, found.importId);
  expect(await get('new')).toMatchObject({ familyName: 'Grön', department: 'ガラス' });
});

it('who has the mail address already is that user, whatever the id', async () => {
  await begin();
  await makeUser(app, tenant, { userId: 'E-100', mail: 'Hana@x.example' });
  await makeUser(app, tenant, { userId: 'E-200', mail: 'ken@x.example' });
  await call('POST', '/users', { userId: 'E-300', familyName: 'Mori', loginMailAddress: 'Mori@x.example' });
  await app.owner.query(
    `insert into groups (tenant_id, uuid, group_id, name) values ($1, gen_random_uuid(), 'sales', 'Sales')`,
    [tenant.tenantId],
  );
  const csv = entraFile(
    { userPrincipalName: 'h.sato@x.example', surname: 'Sato', mail: 'hana@X.example', state: 'sales' },
    { userPrincipalName: 'ken@x.example', surname: 'Tester', mail: 'Ken.Ito@x.example' },
    { userPrincipalName: 'mori@x.example', surname: 'Mori', mail: 'mori@x.example' },
  );
  const found = await check(csv, { ...entraMapping, state: 'groups' });
  expect(await reasonsOf(importing, found.importId)).toEqual([]);
  const rows = await rowsOf(importing, found.importId);
  expect(rows.map(({ kind, userId, changes }) => [kind, userId, Object.keys(changes).sort()])).toEqual([
    ['update', 'E-100', ['familyName', 'groups']],
    ['update', 'E-200', ['loginMailAddress']],
    ['unchanged', 'E-300', []],
  ]);
  expect((await carryOut(importing, found.importId)).counts).toMatchObject({ update: 2, wrong: 0 });
  expect(await get('E-100')).toMatchObject({ familyName: 'Sato', groups: [{ groupId: 'sales' }] });
  expect(await get('E-200')).toMatchObject({
    loginMailAddress: 'ken@x.example',
    nextLoginMailAddress: 'Ken.Ito@x.example',
  });
  const listed = await call('POST', '/operations/search/users', { sort: 'userId' });
  expect(listed.body.results.map(({ userId }: { userId: string }) => userId)).toEqual([
    ...['admin', 'E-100', 'E-200', 'E-300'],
  ]);
  expect((await check(csv)).counts).toMatchObject({ unchanged: 3, wrong: 0 });
});

it('an id that would be somebody else’s, or cannot be made, makes the row wrong in clear words', async () => {
  await begin();
  await makeUser(app, tenant, { userId: 'mei', mail: 'mei@other.example' });
  await makeUser(app, tenant, { userId: 'kenta', mail: 'kenta@x.example' });
  await call('POST', '/users', { userId: 'nobody', familyName: 'Known by the id alone' });
  const found = await check(
    entraFile(
      { userPrincipalName: 'mei@x.example', mail: 'mei@x.example' },
      { userPrincipalName: 'yuki@x.example', mail: 'yuki@x.example' },
      { userPrincipalName: 'YUKI@y.example', mail: 'yuki@y.example' },
      { userPrincipalName: '', surname: 'Nameless', mail: 'nameless@x.example' },
      { userPrincipalName: 'kenta@x.example', surname: 'Mori' },
      { userPrincipalName: 'kenta@y.example', mail: 'kenta@y.example' },
      { userPrincipalName: 'nobody@x.example', mail: 'nobody@x.example' },
    ),
  );
  expect(await reasonsOf(importing, found.importId)).toEqual([
    '2 userId user_id_of_another',
    '3 userId duplicated_in_file',
    '4 userId duplicated_in_file',
    '5 userId user_id_not_made',
    '7 userId user_id_of_another',
  ]);
  const rows = await rowsOf(importing, found.importId);
  expect(rows[0]?.reasons[0]?.message).toContain('another email domain');
  expect(rows[1]?.reasons[0]?.message).toContain('would get it from the email address');
  expect(rows[3]?.reasons[0]?.message).toContain('create a user ID');
  expect([rows[4], rows[6]].map((row) => [row?.kind, row?.userId])).toEqual([
    ['update', 'kenta'],
    ['update', 'nobody'],
  ]);
});

it('a row that begins with a number sign is a person like any other', async () => {
  await begin();
  const csv = 'displayName,sAMAccountName,sn\n#1 Desk,desk1,Desk\n# Desk 2,desk2,Desk';
  expect((await check(csv)).counts).toMatchObject({ create: 2 });
});

it('is confirmed only as it was mapped when the preview was read: others may map it anew meanwhile', async () => {
  await begin();
  const mapping = { login: 'userId', surname: 'familyName' };
  const { importId } = await check('login,surname,title\nhana,Sato,User;PowerUser', mapping);
  const confirm = (expected: object) => call('POST', `/userImports/${importId}/confirm`, { expected });
  for (const other of [
    { ...mapping, title: 'roles' },
    { login: 'userId', surname: 'givenName' },
  ]) {
    await map(importId, other);
    await untilImport(importing, importId, ['previewed']);
    const { status, body } = await confirm({ mapping, emptyCells: 'keep' });
    expect([status, body[0]]).toEqual([409, expect.objectContaining({ message_id: 'conflict', field: 'mapping' })]);
  }
  await map(importId, mapping);
  await untilImport(importing, importId, ['previewed']);
  expect((await confirm({ mapping, emptyCells: 'clear' })).status).toBe(409);
  const { login, surname } = mapping;
  expect((await confirm({ mapping: { surname, login }, emptyCells: 'keep' })).status).toBe(200);
  await untilImport(importing, importId, ['completed']);
  expect(await get('hana')).toMatchObject({ familyName: 'Sato', roles: ['User'] });
});
