import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserCondition } from '#contract/people/users-search.ts';
import type { UserExport } from '#contract/people/user-exports.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { carryOut, type Importing, preview } from '#test/imports.ts';
import { divide } from '../lines/lines.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let importing: Importing;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const { token } = await signIn(app, admin);
  importing = { app, tenantId: tenant.tenantId, token };
});
afterAll(() => app.close());

const path = () => `/api/auth/tenants/${tenant.tenantId}/userExport`;
const call = (method: string, at = '', body?: object) =>
  app.call(method, path() + at, { token: importing.token, ...(body && { body }) });

async function run(condition: object): Promise<UserExport> {
  const begun = await call('POST', '', { condition });
  expect([begun.status, begun.body]).toEqual([200, expect.objectContaining({ status: 'accepting', parts: [] })]);
  const ask = async () => (await call('GET', `/${begun.body.exportStatusId}`)).body as UserExport;
  await expect.poll(async () => (await ask()).status, { interval: 20 }).toBe('completed');
  return ask();
}
const download = async ({ exportStatusId }: UserExport, index = 1) =>
  (await call('GET', `/${exportStatusId}/download?index=${index}`)).body as string;

it('no more than three are written at a time', async () => {
  const made = [];
  for (let n = 0; n < 3; n += 1) made.push((await call('POST', '', {})).body.exportStatusId);
  expect((await call('POST', '', {})).body[0].message_id).toBe('exceeded_exports');
  expect((await call('GET', `/${made[0]}/download`)).status).toBe(409);
  for (const id of made) expect((await call('POST', `/${id}/cancel`)).body.status).toBe('canceled');
  expect((await call('POST', `/${made[0]}/cancel`)).status).toBe(409);
  const races = await Promise.all(Array.from({ length: 12 }, () => call('POST', '', {})));
  expect(races.filter(({ status }) => status === 200)).toHaveLength(3);
  await app.startWorker();
  const running = async () =>
    (await call('GET')).body.results.filter(({ status }: UserExport) => ['accepting', 'processing'].includes(status));
  await expect.poll(async () => (await running()).length, { interval: 20 }).toBe(0);
});

it('is divided alike by both ways', async () => {
  for (let n = 0; n < 6; n += 1) await makeUser(app, tenant, { withoutPassword: true });
  const now = app.tools.clock();
  const everybody: UserCondition = { status: ['registering', 'active', 'inactive', 'locked'] };
  await app.tools.db.inTenant(tenant.tenantId, async (tx) => {
    const { total } = await divide(tx, {}, now, 2);
    expect(total).toBe(7);
    for (const every of [1, 2, 7, 100])
      expect(await divide(tx, {}, now, every)).toEqual(await divide(tx, everybody, now, every));
  });
});

it('goes out and comes in again unchanged, whatever the cells hold', async () => {
  await app.owner.query(
    `insert into groups (tenant_id, uuid, group_id, name) select $1, gen_random_uuid(), g, g from unnest('{Sales,tokyo}'::text[]) g`,
    [tenant.tenantId],
  );
  const api = (userId: string, body: object) =>
    app.call('POST', `/api/auth/tenants/${tenant.tenantId}/users`, {
      token: importing.token,
      body: { userId, ...body },
    });
  const odd = [
    "=HYPERLINK('x')",
    '+cmd',
    '-2+3',
    '@sum',
    "'=kept",
    '＝1＋1',
    '＋81',
    '－2',
    '＠本社',
    "'＠kept",
    "''+twice",
    "'plain",
    'a,"b";c',
    '山田 花子',
    ' space ',
  ];
  for (const [n, familyName] of odd.entries()) {
    const made = await api(`odd-${n}`, {
      familyName,
      department: familyName,
      description: `${familyName}\nsecond line`,
      mailAddresses: n % 2 ? ['=x@x.example', `+b${n}@x.example`] : [],
      loginMailAddress: n % 3 ? `-odd${n}@x.example` : null,
      extensionAttributes: n % 2 ? { extensionAttribute15: familyName } : {},
      groups: n % 2 ? [{ groupId: 'tokyo' }, { groupId: 'SALES' }] : [],
      locale: n % 2 ? 'ja' : null,
      timezone: n % 2 ? 'Asia/Tokyo' : null,
      roles: n % 2 ? ['User', 'PowerUser'] : ['User'],
    });
    expect(made.status).toBe(200);
  }
  await makeUser(app, tenant, { userId: 'odd-off', status: 'inactive' });
  await makeUser(app, tenant, { userId: 'odd-locked', status: 'locked' });
  const done = await run({ userId: 'odd-' });
  expect(done).toMatchObject({ progress: { total: 17, done: 17 }, createdBy: admin.userId });
  expect(done.parts).toMatchObject([{ index: 1, rows: 17 }]);
  const text = await download(done);
  expect(text.startsWith('operation,userId,familyName')).toBe(true);
  // Reading a text takes the byte order mark away.
  const headers = { authorization: `Bearer ${importing.token}`, 'accept-encoding': 'identity' };
  const raw = await fetch(`${app.url}${path()}/${done.exportStatusId}/download`, { headers });
  expect(raw.headers.get('content-encoding')).toBe(null);
  expect(raw.headers.get('content-disposition')).toMatch(/filename="users-[\d-]{10}\.csv"/);
  expect([...new Uint8Array(await raw.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(text.split('\n')[0]).toContain('groups,extensionAttribute15');
  // No cell begins as a spreadsheet's formula does.
  expect(text.split(/\n|,/).filter((cell) => /^"?[=+@\t＝＋－＠-]/u.test(cell))).toEqual([]);
  const { status, counts, importId } = await preview(importing, text);
  expect([status, counts]).toEqual(['previewed', { create: 0, update: 0, delete: 0, unchanged: 17, wrong: 0 }]);
  expect((await carryOut(importing, importId)).counts).toMatchObject({ unchanged: 17 });
});

it('everybody, and nobody', async () => {
  const { rows } = await app.owner.query('select count(*)::int as n from users where tenant_id = $1', [
    tenant.tenantId,
  ]);
  expect((await run({})).parts).toMatchObject([{ rows: rows[0].n }]);
  const none = await run({ userId: 'nobody-is-called-so' });
  expect(none).toMatchObject({ progress: { total: 0 }, parts: [{ rows: 0 }] });
  expect((await download(none)).trim()).toMatch(/^operation,[^\n]*$/);
  expect((await call('GET', `/${none.exportStatusId}/download?index=2`)).status).toBe(404);
});

it('more than a part holds is divided, each user in exactly one', async () => {
  await app.owner.query(
    `insert into users (tenant_id, uuid, user_id) select $1, gen_random_uuid(), 'part-' || n from generate_series(1, 100050) n`,
    [tenant.tenantId],
  );
  const done = await run({ userId: 'part-' });
  expect(done.parts).toMatchObject([{ rows: 100_000 }, { rows: 50 }]);
  const ids = [await download(done, 1), await download(done, 2)].flatMap((text) =>
    text
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(',')[1]),
  );
  expect(new Set(ids).size).toBe(100_050);
});

it('has the members of a group, and refuses one that is not there', async () => {
  const at = `/api/auth/tenants/${tenant.tenantId}/groups`;
  const group = { groupId: 'exported', name: 'Exported', userIds: [admin.userId] };
  const { uuid } = (await app.call('POST', at, { token: importing.token, body: group })).body;
  const done = await run({ group: { uuid, members: 'all' } });
  expect(done.parts).toMatchObject([{ rows: 1 }]);
  expect((await download(done)).split('\n')[1]).toContain(`update,${admin.userId},`);
  const refused = await call('POST', '', { condition: { group: { uuid: admin.uuid, included: false } } });
  expect([refused.status, refused.body[0].message_id, refused.body[0].field]).toEqual([
    ...[400, 'invalid_params', 'condition.group.uuid'],
  ]);
});

it('is swept when its time is over, and history tells what is kept', async () => {
  const kept = await call('GET');
  expect(kept.body.results[0]).toMatchObject({ status: 'completed', condition: { group: { members: 'all' } } });
  const page = await call('GET', '?count=2');
  expect(page.body.results).toHaveLength(2);
  const next = await call('GET', `?count=2&cursor=${page.body.next}`);
  expect(next.body.results[0].exportStatusId).toBe(kept.body.results[2].exportStatusId);
  app.advance(4 * 86_400_000);
  const { token } = await signIn(app, admin);
  const id = kept.body.results[0].exportStatusId;
  expect((await app.call('GET', `${path()}/${id}`, { token })).status).toBe(404);
  await app.tools.jobs.wake('housekeeping');
  const left = async () => (await app.owner.query('select from user_export_pieces')).rows.length;
  await expect.poll(left).toBe(0);
  const statuses = async (targetId: string) =>
    (
      await app.owner.query(
        `select status, action, operator_user_id from system_operation_log where target_id = $1 order by at, id`,
        [targetId],
      )
    ).rows.map(({ status, action, operator_user_id: by }) => [status, action, by]);
  const begun = `POST /api/auth/tenants/{tenantId}/userExport`;
  await expect
    .poll(() => statuses(id))
    .toEqual([
      ['processing', begun, admin.userId],
      ['completed', 'job user-export', admin.userId],
      ['expired', 'job user-export', admin.userId],
    ]);
  // One that has no files has none that could expire, and none is told twice.
  const canceled = await app.owner.query(
    `select target_id from system_operation_log where changes -> 'status' ->> 'after' = 'canceled'`,
  );
  expect((await statuses(canceled.rows[0].target_id)).map(([status]) => status)).toEqual(['processing', 'success']);
  await app.tools.jobs.wake('housekeeping');
  const search = { token, body: { condition: { status: 'expired', targetType: 'userExport' } } };
  const logs = `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/systemOperation`;
  const found = (await app.call('POST', logs, search)).body;
  expect(new Set(found.results.map((row: { targetId: string }) => row.targetId)).size).toBe(found.totalResults);
  expect((await app.call('POST', `${logs}/chart`, search)).body).toMatchObject({ rows: found.totalResults, errors: 0 });
});
