import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '#server/platform/embedded/embedded.ts';
import type { UserExport } from '#contract/people/user-exports.ts';
import type { TestApp } from './app.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { freePort } from './free-port.ts';
import { portalTokens } from './factories.ts';
import { confirm, type Importing, untilImport, upload } from './imports.ts';
import { makeScratchDirectory } from './scratch-directory.ts';
import { openTestPool } from './postgres.ts';

/**
 * `kill -9` during an import, an export or a bulk operation: it continues, and no row is lost or duplicated (standards
 * 15).
 */
const DEMO_PASSWORD = 'violet harbour 47 lantern';
/** Rows of a bite, of imports as of acts on many users. */
const BITE = 1000;

let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
let server: ChildServer;
let port: number;
let owner: pg.Pool;
let stopPostgres: () => Promise<void>;
let importing: Importing;

const start = () => startChild(scratch.path, port, { DEMO_PASSWORD });

async function call(method: string, path: string, options: Parameters<TestApp['call']>[2] = {}) {
  const headers: Record<string, string> = { ...options.headers };
  if (options.token) headers.authorization = `Bearer ${options.token}`;
  const { body } = options;
  const isJson = body !== undefined && !(body instanceof Uint8Array);
  if (isJson) headers['content-type'] = 'application/json';
  const sent = isJson ? JSON.stringify(body) : (body as Uint8Array<ArrayBuffer> | undefined);
  const answer = await fetch(server.url + path, { method, headers, body: sent ?? null });
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json');
  return {
    status: answer.status,
    headers: answer.headers,
    cookie: null,
    known: null,
    body: json ? JSON.parse(text) : text,
  };
}

beforeAll(async () => {
  scratch = await makeScratchDirectory('portico-transfers-');
  port = await freePort();
  server = await start();
  const signedIn = await fetch(`${server.url}/api/auth/login/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'userId', tenantId: 'demo', credentials: 'admin', password: DEMO_PASSWORD }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { token } = await portalTokens({ url: server.url } as TestApp, cookie);
  importing = { app: { call }, tenantId: 'demo', token };
  // Another user of the database until the end, so that it outlives the server.
  const postgres = await startPostgres({ dataDir: `${scratch.path}/postgres` });
  stopPostgres = postgres.stop;
  owner = openTestPool(postgres.connection);
});
afterAll(async () => {
  await owner?.end();
  server?.process.kill('SIGTERM');
  await server?.ended;
  await stopPostgres?.();
  await scratch?.remove();
});

/** Kills the server as soon as the condition is true, and restarts it. */
async function killWhen(sql: string, values: unknown[], isThere: (n: number) => boolean): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ n: number }>(sql, values);
    if (isThere(rows[0]?.n ?? 0)) break;
    await new Promise((done) => setTimeout(done, 10));
  }
  server.process.kill('SIGKILL');
  await server.ended;
  server = await start();
}

const fileOf = (prefix: string, rows: number) =>
  `operation,userId,familyName,mailAddresses\n${Array.from({ length: rows }, (_, n) => `create,${prefix}${n},F${n},${prefix}${n}@x.example`).join('\n')}`;

test.each([1, 3, 5])(
  'an import that is killed after %i bites does the rest once',
  { timeout: 240_000 },
  async (bites) => {
    const prefix = `kill-${bites}-`;
    const rowsInAll = (bites + 1) * BITE;
    const { body } = await upload(importing, fileOf(prefix, rowsInAll));
    await untilImport(importing, body.importId, ['previewed']);
    expect((await confirm(importing, body.importId)).status).toBe(200);
    const done = 'select count(*)::int as n from user_import_bites where import_id = $1 and done_at is not null';
    await killWhen(done, [body.importId], (n) => n >= bites);
    const ended = await untilImport(importing, body.importId, ['completed', 'error']);
    const counts = { create: rowsInAll, wrong: 0 };
    expect(ended).toMatchObject({ status: 'completed', progress: { done: rowsInAll }, counts });
    const { rows } = await owner.query(
      `select count(*)::int as users, count(distinct u.user_id)::int as ids,
       (select count(*)::int from user_mail_addresses m join users x on x.uuid = m.user_uuid where x.user_id like $1) as addresses,
       (select count(*)::int from system_operation_log l join users x on x.uuid::text = l.target_id
         where x.user_id like $1 and l.operation = 'create') as logged
     from users u where u.user_id like $1`,
      [`${prefix}%`],
    );
    expect(rows[0]).toEqual({ users: rowsInAll, ids: rowsInAll, addresses: rowsInAll, logged: rowsInAll });
  },
);

test('an import that invites is killed while it is applied and while it invites: one invitation each', {
  timeout: 180_000,
}, async () => {
  const users = 1900;
  const lines = Array.from({ length: users }, (_, n) => `create,invited-${n},invited-${n}@invited.example`);
  const { body } = await upload(importing, `operation,userId,loginMailAddress\n${lines.join('\n')}`);
  const { importId } = body;
  await untilImport(importing, importId, ['previewed']);
  expect((await confirm(importing, importId, { invite: true })).status).toBe(200);
  const done = 'select count(*)::int as n from user_import_bites where import_id = $1 and done_at is not null';
  await killWhen(done, [importId], (n) => n >= 1);
  // The mailing begins in the transaction that completes the import, and sends 500 at a time.
  const invited = `select count(*)::int as n from mail_run_targets t join user_imports i on i.invited_by = t.run_uuid
    where i.import_id = $1 and t.state = 'sent'`;
  await killWhen(invited, [importId], (n) => n >= 500);
  const ended = await untilImport(importing, importId, ['completed', 'error']);
  expect(ended).toMatchObject({ status: 'completed', counts: { create: users, wrong: 0 } });
  const run = async () => (await call('GET', `/api/portal/bulkSendMail/${ended.invitedBy}`, importing)).body;
  await expect.poll(async () => (await run()).status, { timeout: 120_000, interval: 100 }).toBe('completed');
  const { rows } = await owner.query(
    `select count(*)::int as users,
       (select count(*)::int from mail_runs where send_type = 'registration') as runs,
       (select count(*)::int from mail_run_targets where state = 'sent' and reason is null) as targets,
       (select count(*)::int from registration_mails where ended_at is null) as links,
       (select count(distinct user_uuid)::int from registration_mails) as invited,
       (select count(*)::int from system_operation_log where changes ? 'invitation') as logged
     from users where user_id like 'invited-%'`,
  );
  const each = { users, targets: users, links: users, invited: users, logged: users };
  expect(rows[0]).toEqual({ ...each, runs: 1 });
  expect((await call('POST', `/api/auth/tenants/demo/userImports/${importId}/invite`, importing)).status).toBe(409);
});

test('a file that is being read when the server is killed is read anew', { timeout: 240_000 }, async () => {
  const rows = 4 * BITE;
  const { body } = await upload(importing, fileOf('reading-', rows));
  const read = 'select count(*)::int as n from user_import_rows where import_id = $1';
  await killWhen(read, [body.importId], (n) => n >= 1000);
  const found = await untilImport(importing, body.importId, ['previewed', 'validation_error', 'error']);
  expect(found.counts).toEqual({ create: rows, update: 0, delete: 0, unchanged: 0, wrong: 0 });
});

test('an export that is killed is written whole', { timeout: 240_000 }, async () => {
  await owner.query(
    `insert into users (tenant_id, uuid, user_id, description)
     select 'demo', gen_random_uuid(), 'out-' || n, repeat(md5(n::text), 6) from generate_series(1, 12000) n`,
  );
  const path = '/api/auth/tenants/demo/userExport';
  const { token } = importing;
  const begun = await call('POST', path, { token, body: { condition: { userId: 'out-' } } });
  const id = begun.body.exportStatusId;
  const pieces = 'select count(*)::int as n from user_export_pieces where export_status_id = $1';
  await killWhen(pieces, [id], (n) => n >= 1);
  const ask = async () => (await call('GET', `${path}/${id}`, { token })).body as UserExport;
  await expect.poll(async () => (await ask()).status, { interval: 50 }).toBe('completed');
  const file = (await call('GET', `${path}/${id}/download`, { token })).body as string;
  const ids = file
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(',')[1]);
  expect([ids.length, new Set(ids).size]).toEqual([12_000, 12_000]);
});

test('an export of a log that is killed is written whole', { timeout: 240_000 }, async () => {
  await owner.query(
    `insert into login_log (tenant_id, at, id, user_id, login_type, status, user_agent)
     select 'demo', now() - n * interval '1 second', gen_random_uuid(), 'out-' || n, 'userId', 'success', repeat(md5(n::text), 6)
     from generate_series(1, 12000) n`,
  );
  const path = '/api/auth/tenants/demo/logExport';
  const { token } = importing;
  const begun = await call('POST', path, { token, body: { kind: 'login', condition: { keyword: 'out-' } } });
  const id = begun.body.exportStatusId;
  const pieces = 'select count(*)::int as n from user_export_pieces where export_status_id = $1';
  await killWhen(pieces, [id], (n) => n >= 1);
  const ask = async () => (await call('GET', `${path}/${id}`, { token })).body;
  await expect.poll(async () => (await ask()).status, { interval: 50 }).toBe('completed');
  const file = (await call('GET', `${path}/${id}/download`, { token })).body as string;
  const ids = file
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(',')[1]);
  expect([ids.length, new Set(ids).size]).toEqual([12_000, 12_000]);
});

test.each([1, 3])(
  'an act on many users that is killed after %i bites does the rest once',
  { timeout: 240_000 },
  async (bites) => {
    const prefix = `act-${bites}-`;
    const people = (bites + 1) * BITE;
    await owner.query(
      `insert into users (tenant_id, uuid, user_id, status)
     select 'demo', gen_random_uuid(), $1 || n, 'active' from generate_series(1, $2) n`,
      [prefix, people],
    );
    const { token } = importing;
    const body = { action: 'deactivate', condition: { userId: prefix }, expectedCount: people };
    const begun = await call('POST', '/api/auth/tenants/demo/operations/users', { token, body });
    const { bulkId } = begun.body.job;
    const done = 'select count(*)::int as n from user_bulk_bites where bulk_id = $1 and done_at is not null';
    await killWhen(done, [bulkId], (n) => n >= bites);
    const ask = async () => (await call('GET', `/api/auth/tenants/demo/userBulks/${bulkId}`, { token })).body;
    await expect.poll(async () => (await ask()).status, { interval: 50 }).toBe('completed');
    expect(await ask()).toMatchObject({ changed: people, unchanged: 0, failed: 0, progress: { done: people } });
    const { rows } = await owner.query(
      `select count(*) filter (where u.status = 'inactive')::int as off,
       (select count(*)::int from system_operation_log l join users x on x.uuid::text = l.target_id
         where x.user_id like $1 and l.operation = 'update') as logged
     from users u where u.user_id like $1`,
      [`${prefix}%`],
    );
    expect(rows[0]).toEqual({ off: people, logged: people });
  },
);

test('an undo that is killed, and the undo of that, do the rest once', { timeout: 240_000 }, async () => {
  const prefix = 'undone-';
  const rowsInAll = 4 * BITE;
  const { body } = await upload(importing, fileOf(prefix, rowsInAll));
  await untilImport(importing, body.importId, ['previewed']);
  await confirm(importing, body.importId);
  await untilImport(importing, body.importId, ['completed']);
  const turnRound = async (importId: string, bites: number): Promise<string> => {
    const path = `/api/auth/tenants/demo/userImports/${importId}/undo`;
    const prepared = await call('POST', path, { token: importing.token });
    expect(prepared.status).toBe(200);
    const { importId: undoId } = prepared.body;
    const shown = await untilImport(importing, undoId, ['previewed']);
    await confirm(importing, undoId, shown.confirmCount === null ? {} : { confirmCount: shown.confirmCount });
    const done = 'select count(*)::int as n from user_import_bites where import_id = $1 and done_at is not null';
    await killWhen(done, [undoId], (n) => n >= bites);
    const ended = await untilImport(importing, undoId, ['completed', 'error']);
    const counts = { wrong: 0, unchanged: 0 };
    expect(ended).toMatchObject({ status: 'completed', progress: { done: rowsInAll }, counts });
    return undoId;
  };
  const counted = async () => {
    const { rows } = await owner.query(
      `select (select count(*)::int from users where user_id like $1) as users,
         (select count(*)::int from user_mail_addresses m join users x on x.uuid = m.user_uuid where x.user_id like $1) as addresses,
         (select count(*)::int from deleted_users where user_id like $1) as deleted,
         (select count(*)::int from system_operation_log l join user_import_rows r on r.user_uuid::text = l.target_id
           where r.import_id = $2 and l.operation = 'delete') as gone,
         (select count(*)::int from system_operation_log l join user_import_rows r on r.user_uuid::text = l.target_id
           where r.import_id = $2 and l.operation = 'create') as made`,
      [`${prefix}%`, body.importId],
    );
    return rows[0];
  };
  const undoId = await turnRound(body.importId, 2);
  expect(await counted()).toEqual({ users: 0, addresses: 0, deleted: rowsInAll, gone: rowsInAll, made: rowsInAll });
  await turnRound(undoId, 3);
  expect(await counted()).toEqual({
    users: rowsInAll,
    addresses: rowsInAll,
    deleted: 0,
    gone: rowsInAll,
    made: 2 * rowsInAll,
  });
});

test.each([1, 3])(
  'a Bulk of SCIM that is killed after %i pieces and sent again does the rest once',
  { timeout: 240_000 },
  async (pieces) => {
    const { token } = importing;
    const base = '/api/auth/tenants/demo/provisioningSources';
    const made = await call('POST', base, { token, body: { kind: 'custom', displayName: `Killed ${pieces}` } });
    const sourceUuid = made.body.uuid;
    const body = { name: 'killed', scopes: ['scim'], sourceUuid, days: 1 };
    const issued = await call('POST', '/api/auth/oauth/provider/managementTokens', { token, body });
    const prefix = `bulk-${pieces}-`;
    const many = (pieces + 1) * 200;
    const Operations = Array.from({ length: many }, (_, n) => ({
      ...{ method: 'POST', path: '/Users', bulkId: `${n}`, data: { userName: `${prefix}${n}`, active: true } },
    }));
    const send = () => call('POST', '/api/auth/scim/v2/Bulk', { token: issued.body.token, body: { Operations } });
    const lost = send().then(
      () => 'answered',
      () => 'lost',
    );
    const done = 'select max(done) as n from scim_bulks where source_uuid = $1';
    await killWhen(done, [sourceUuid], (n) => n >= pieces * 200);
    expect(await lost).toBe('lost');
    const answer = await send();
    expect(answer.body.Operations.map(({ status }: { status: string }) => status)).toEqual(Array(many).fill('201'));
    const { rows } = await owner.query(
      `select count(*)::int as users, (select count(*)::int from source_users where source_uuid = $2) as links,
       (select sum(created)::int from source_runs where source_uuid = $2) as counted,
       (select count(*)::int from system_operation_log l join users x on x.uuid::text = l.target_id
         where x.user_id like $1 and l.type = 'user.provisioned') as logged
     from users u where u.user_id like $1`,
      [`${prefix}%`, sourceUuid],
    );
    expect(rows[0]).toEqual({ users: many, links: many, counted: many, logged: many });
  },
);
