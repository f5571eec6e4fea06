import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '#messages/catalog.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { carryOut, confirm, type Importing, preview, reasonsOf, rowsOf, untilImport } from '#test/imports.ts';

const say = textIn('en');

/** What an import says of itself: in its preview, its result file, the log, and at its end. */

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let importing: Importing;
beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  await makeUser(app, tenant, { roles: ['PowerUser'] });
  const { token } = await signIn(app, admin);
  importing = { app, tenantId: tenant.tenantId, token };
  await app.startWorker();
});
afterAll(() => app.close());

const users = () => `/api/auth/tenants/${tenant.tenantId}/users`;
const get = async (userId: string) => (await app.call('GET', `${users()}/${userId}`, { token: importing.token })).body;
const file = (...lines: string[]) => lines.join('\r\n');
const resultOf = async (importId: string): Promise<string> => {
  const path = `/api/auth/tenants/${tenant.tenantId}/userImports/${importId}/result`;
  return (await app.call('GET', path, { token: importing.token })).body;
};

it('a result that is imported again says of each user what the first file said', async () => {
  const found = await preview(
    importing,
    file('operation,userId,familyName,department', "create,quoted,'=x,''@y", 'create,-no,-5,D', 'create,sum,=1+1,D'),
  );
  const result = await resultOf(found.importId);
  expect(result.split('\r\n').slice(1, 4)).toEqual([
    "2,Not done,,create,quoted,'=x,''@y",
    expect.stringMatching(/^3,Invalid,.*,create,'-no,'-5,D$/),
    expect.stringMatching(/^4,Invalid,.*,create,sum,'=1\+1,D$/),
  ]);
  const again = await preview(importing, result.replace("'-no", 'no'));
  await carryOut(importing, again.importId);
  expect(await get('quoted')).toMatchObject({ familyName: '=x', department: "'@y" });
  expect(await get('no')).toMatchObject({ familyName: '-5' });
});

it('who had not registered when switched off is registering when switched on, in preview and log too', async () => {
  const path = users();
  await app.call('POST', path, { token: importing.token, body: { userId: 'waits' } });
  const switchTo = (status: string) => preview(importing, file('operation,userId,status', `update,waits,${status}`));
  await carryOut(importing, (await switchTo('inactive')).importId);
  const { importId } = await switchTo('active');
  const status = { before: 'inactive', after: 'registering' };
  expect((await rowsOf(importing, importId))[0]).toMatchObject({ kind: 'update', changes: { status } });
  await carryOut(importing, importId);
  const { uuid, status: now } = await get('waits');
  expect(now).toBe('registering');
  const log = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/systemOperation`, {
    token: importing.token,
    body: { targetType: 'user', targetId: uuid },
  });
  expect(log.body.results[0].changes).toEqual({ status });
});

it('the reasons are those of the file: for the own rights, and for an ID that stands twice', async () => {
  const found = await preview(
    importing,
    file('operation,userId,roles', `update,${admin.userId},User`, 'create,twice,', 'create,Twice,'),
  );
  const rows = await rowsOf(importing, found.importId, 'wrong');
  expect(rows.map(({ reasons }) => reasons[0]?.message)).toEqual([
    say('transfer.reason.forbidden.userId'),
    say('transfer.reason.duplicated_in_file.userId'),
    say('transfer.reason.duplicated_in_file.userId'),
  ]);
  expect(await resultOf(found.importId)).toContain(say('transfer.reason.forbidden.userId'));
});

it('the preview counts who loses the address to sign in with', async () => {
  for (const userId of ['loses', 'keeps']) await makeUser(app, tenant, { userId });
  const lines = ['operation,userId,loginMailAddress,department', 'update,loses,,D', 'update,keeps,new@x.example,D'];
  const found = await preview(importing, file(...lines));
  expect(found).toMatchObject({ counts: { update: 2 }, losesAddress: 1 });
  expect(Object.keys(found.counts ?? {})).toHaveLength(5);
  expect(await carryOut(importing, found.importId)).toMatchObject({ status: 'completed', losesAddress: 0 });
});

it('the preview counts who leaves groups, not who comes into more', async () => {
  const names = ['left', 'moved', 'joined', 'kept'];
  for (const userId of names) await makeUser(app, tenant, { userId });
  await app.owner.query(
    `insert into groups (tenant_id, uuid, group_id, name) select $1, gen_random_uuid(), g, g from unnest('{a,b,c}'::text[]) g`,
    [tenant.tenantId],
  );
  const memberships = (of: (name: string) => string) =>
    file('operation,userId,groups', ...names.map((name) => `update,${name},${of(name)}`));
  await carryOut(
    importing,
    (
      await preview(
        importing,
        memberships(() => 'a;b'),
      )
    ).importId,
  );
  const after: Record<string, string> = { left: '', moved: 'b;c', joined: 'a;b;c', kept: 'b;a' };
  const found = await preview(
    importing,
    memberships((name) => after[name] ?? ''),
  );
  expect(found).toMatchObject({ counts: { update: 3, unchanged: 1 }, leavesGroups: 2 });
  expect(await carryOut(importing, found.importId)).toMatchObject({ status: 'completed', leavesGroups: 0 });
});

it('an import of somebody who lost the right ends in words about them, not about whoever looks', async () => {
  const leaver = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const theirs: Importing = { ...importing, token: (await signIn(app, leaver)).token };
  const { importId } = await preview(theirs, file('operation,userId', 'create,never.made'));
  expect(await reasonsOf(theirs, importId)).toEqual([]);
  const lock = await app.owner.connect();
  try {
    // The bite waits here, until whoever confirmed it is no administrator any more.
    await lock.query('begin');
    await lock.query('lock table user_import_bites in access exclusive mode');
    expect((await confirm(theirs, importId)).status).toBe(200);
    await lock.query(`update users set roles = '{User}' where uuid = $1`, [leaver.uuid]);
    await lock.query('commit');
  } finally {
    lock.release();
  }
  const ended = await untilImport(importing, importId, ['completed', 'error', 'canceled']);
  expect(ended).toMatchObject({ status: 'error', error: { message_id: 'forbidden' }, progress: { done: 0 } });
  expect(ended.error?.message).toBe(say('transfer.endedBy.forbidden'));
  expect((await rowsOf(importing, importId)).map(({ done }) => done)).toEqual([false]);
});
