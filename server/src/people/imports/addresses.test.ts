import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import { makeUser, type TestTenant } from '#test/factories.ts';
import { carryOut, type Importing, preview, reasonsOf, rowsOf, startImporting } from '#test/imports.ts';
import { exchangeCodeIn, mailsOfKind } from '#test/mailed-links.ts';

/** Login mail addresses of files: whose they are, when they change, what is logged, and which links end. */

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting({ own: true }));
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: importing.token, ...(body && { body }) });
const get = async (userId: string) => (await call('GET', `/users/${userId}`)).body;
const file = (...lines: string[]) => lines.join('\n');

it('an address that waits for somebody, or is a further one of theirs, is taken', async () => {
  await call('POST', '/users', { userId: 'invited', loginMailAddress: 'Waiting@x.example' });
  await makeUser(app, tenant, { userId: 'changing' });
  await call('PUT', '/users/changing', { loginMailAddress: 'changing@y.example' });
  await call('POST', '/users', { userId: 'shared', mailAddresses: ['Further@x.example'] });
  await call('POST', '/users', { userId: 'plain' });
  const found = await preview(
    importing,
    file(
      'operation,userId,loginMailAddress,mailAddresses',
      'create,t.1,waiting@X.example,',
      'create,t.2,changing@y.example,',
      'create,t.3,further@x.example,',
      'update,plain,WAITING@x.example,',
      'create,t.4,free@x.example,another@x.example',
      'update,shared,Further@x.example,',
      'create,t.5,own@x.example,own@x.example',
      'create,t.6,later@x.example,',
      'create,t.7,,later@x.example',
      'create,t.8,Also@x.example,',
    ),
  );
  expect(await reasonsOf(importing, found.importId)).toEqual([
    '2 loginMailAddress duplicated_params_loginMailAddress',
    '3 loginMailAddress duplicated_params_loginMailAddress',
    '4 loginMailAddress duplicated_params_loginMailAddress',
    '5 loginMailAddress duplicated_params_loginMailAddress',
    '9 loginMailAddress duplicated_in_file',
  ]);
  await call('POST', '/users', { userId: 'quicker', loginMailAddress: 'FREE@x.example' });
  await call('PUT', '/users/plain', { mailAddresses: ['also@x.example'] });
  expect((await carryOut(importing, found.importId)).counts).toMatchObject({ create: 2, update: 1, wrong: 7 });
  expect((await reasonsOf(importing, found.importId)).slice(4)).toEqual([
    '6 loginMailAddress duplicated_params_loginMailAddress',
    '9 loginMailAddress duplicated_in_file',
    '11 loginMailAddress duplicated_params_loginMailAddress',
  ]);
});

it('an index is asked for whom an address waits, and whose further one it is', async () => {
  const ask = `explain select (select count(*) from searchable_users o where lower(o.next_login_mail_address) = lower(given.a)),
    (select count(*) from user_mail_addresses m where m.mail_address_key = lower(given.a)) from (values ('x')) given (a)`;
  const { rows } = await app.tools.db.inTenant(tenant.tenantId, async (tx) => {
    const { sql } = await import('kysely');
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql.raw<{ 'QUERY PLAN': string }>(ask).execute(tx);
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('users_by_waiting_address');
  expect(plan).toMatch(/Index Cond: .*lower\(.*next_login_mail_address\)/);
  expect(plan).toMatch(/Index Cond: .*mail_address_key = /);
});

it('capitals alone change no mail address', async () => {
  const user = await makeUser(app, tenant, { userId: 'capital', mail: 'capital@x.example' });
  await call('PUT', '/users/capital', { mailAddresses: ['a@x.example'], familyName: 'Ito' });
  await call('POST', '/users', { userId: 'capital.2', loginMailAddress: 'capital.2@x.example' });
  const found = await preview(
    importing,
    file(
      'operation,userId,familyName,loginMailAddress,mailAddresses',
      'update,capital,Ito,Capital@X.example,A@x.example',
      'update,capital.2,,CAPITAL.2@x.example,',
    ),
  );
  expect(found.counts).toMatchObject({ update: 0, unchanged: 2 });
  const other = await preview(
    importing,
    file('operation,userId,familyName,loginMailAddress', 'update,capital,Sato,CAPITAL@x.example'),
  );
  expect((await rowsOf(importing, other.importId))[0]?.changes).toEqual({
    familyName: { before: 'Ito', after: 'Sato' },
  });
  await carryOut(importing, other.importId);
  expect(await get('capital')).toMatchObject({ loginMailAddress: user.mail, nextLoginMailAddress: null });
});

it('the log says that an address waits, or which one is gone', async () => {
  const uuids = new Map<string, string>();
  for (const userId of ['log.new', 'log.gone', 'log.both']) {
    uuids.set(userId, (await makeUser(app, tenant, { userId, mail: `${userId}@x.example` })).uuid);
  }
  await call('PUT', '/users/log.both', { loginMailAddress: 'both@y.example' });
  for (const userId of ['log.invited', 'log.uninvited']) {
    const made = await call('POST', '/users', { userId, loginMailAddress: `${userId}@x.example` });
    uuids.set(userId, made.body.uuid);
  }
  const { importId } = await preview(
    importing,
    file(
      'operation,userId,loginMailAddress',
      'update,log.new,new@y.example',
      'update,log.gone,',
      'update,log.both,',
      'update,log.invited,invited@y.example',
      'update,log.uninvited,',
      'create,log.made,made@x.example',
    ),
  );
  expect((await carryOut(importing, importId)).counts).toMatchObject({ create: 1, update: 5, wrong: 0 });
  uuids.set('log.made', (await get('log.made')).uuid);
  const changesOf = async (userId: string) => {
    const body = { targetType: 'user', targetId: uuids.get(userId) };
    return (await call('POST', '/operations/search/logs/systemOperation', body)).body.results[0].changes;
  };
  expect(await changesOf('log.new')).toEqual({ nextLoginMailAddress: { before: null, after: 'new@y.example' } });
  expect(await changesOf('log.gone')).toEqual({ loginMailAddress: { before: 'log.gone@x.example', after: null } });
  expect(await changesOf('log.both')).toEqual({
    loginMailAddress: { before: 'log.both@x.example', after: null },
    nextLoginMailAddress: { before: 'both@y.example', after: null },
  });
  expect(await changesOf('log.invited')).toEqual({
    nextLoginMailAddress: { before: 'log.invited@x.example', after: 'invited@y.example' },
  });
  expect(await changesOf('log.uninvited')).toEqual({
    nextLoginMailAddress: { before: 'log.uninvited@x.example', after: null },
  });
  expect(await changesOf('log.made')).toEqual({
    userId: { after: 'log.made' },
    nextLoginMailAddress: { after: 'made@x.example' },
  });
  for (const userId of ['log.gone', 'log.both', 'log.uninvited'])
    expect(await get(userId)).toMatchObject({ loginMailAddress: null, nextLoginMailAddress: null });
});

it('a registration link to an address that no longer waits is worthless', async () => {
  const codes = [];
  for (const userId of ['link.moved', 'link.taken', 'link.kept', 'link.opened']) {
    await call('POST', '/users', { userId, loginMailAddress: `${userId}@x.example`, invite: true });
    codes.push(exchangeCodeIn((await mailsOfKind(app, `${userId}@x.example`, 'invitation')).at(-1)));
  }
  const open = (exchangeCode: string | undefined) =>
    app.call('POST', '/api/account/temporaryCode/exchange', { body: { exchangeCode } });
  const { temporaryCode } = (await open(codes[3])).body;
  const { importId } = await preview(
    importing,
    file(
      'operation,userId,familyName,loginMailAddress',
      'update,link.moved,,moved@y.example',
      'update,link.taken,,',
      'update,link.kept,Ito,LINK.kept@x.example',
      'update,link.opened,,opened@y.example',
    ),
  );
  expect((await carryOut(importing, importId)).counts).toMatchObject({ update: 4, wrong: 0 });
  expect(await Promise.all(codes.slice(0, 3).map(async (code) => (await open(code)).status))).toEqual([410, 410, 200]);
  const register = { temporaryCode, userInfo: { password: 'copper meadow 93 window' } };
  expect((await app.call('PUT', '/api/account/me', { body: register })).status).toBe(410);
  for (const [userId, waiting] of [
    ['link.moved', 'moved@y.example'],
    ['link.taken', null],
  ]) {
    expect(await get(userId ?? '')).toMatchObject({
      ...{ status: 'registering', loginMailAddress: null },
      ...{ nextLoginMailAddress: waiting, loginMailAddressConfirmationExpiresAt: null },
    });
  }
  const { rows } = await app.owner.query(
    `select u.user_id, m.ended_reason from registration_mails m join users u on u.uuid = m.user_uuid and u.tenant_id = m.tenant_id
     where u.user_id like 'link.%' order by 1`,
  );
  expect(rows).toEqual([
    { user_id: 'link.kept', ended_reason: null },
    { user_id: 'link.moved', ended_reason: 'cancelled' },
    { user_id: 'link.opened', ended_reason: 'cancelled' },
    { user_id: 'link.taken', ended_reason: 'cancelled' },
  ]);
});
