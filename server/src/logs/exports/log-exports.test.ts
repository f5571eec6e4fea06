import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogExport } from '#contract/logs/log-exports.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';

const HOUR = 3_600_000;
const ROWS = 100_050;
let app: TestApp;
let tenant: TestTenant;
let token: string;

const path = (tenantId = tenant.tenantId) => `/api/auth/tenants/${tenantId}/logExport`;
const call = (method: string, at = '', body?: object) =>
  app.call(method, path() + at, { token, ...(body && { body }) });
const ago = (millis: number) => new Date(app.tools.clock().getTime() - millis);

beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  tenant = await makeTenant(app);
  const admin = await makeUser(app, tenant, { userId: 'the.admin', roles: ['PowerUser'] });
  token = (await signIn(app, admin)).token;
  await app.owner.query(
    `insert into login_log (tenant_id, at, id, user_id, login_type, status, reason, address, user_agent, request_id)
     select $1, $2::timestamptz - (n / 3) * interval '1 second', gen_random_uuid(), 'robot-' || n % 10, 'userId',
       case when n % 7 = 0 then 'error' else 'success' end, case when n % 7 = 0 then 'mismatch' end, '2001:db8::1',
       case when n = 5 then '=HYPERLINK("x")' else 'curl, "8"' end, '-' || n
     from generate_series(1, $3::int) n`,
    [tenant.tenantId, ago(HOUR), ROWS],
  );
  await app.startWorker();
});
afterAll(() => app.close());

async function run(body: object): Promise<LogExport> {
  const begun = await call('POST', '', body);
  expect([begun.status, begun.body]).toEqual([200, expect.objectContaining({ status: 'accepting', parts: [] })]);
  const ask = async () => (await call('GET', `/${begun.body.exportStatusId}`)).body as LogExport;
  await expect.poll(async () => (await ask()).status, { interval: 20 }).toBe('completed');
  return ask();
}

/** The bytes of a file as they are saved. */
async function fetchFile(id: string, end: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.url}${path()}/${id}/${end}`, { headers });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

describe('an export of the login log', () => {
  it('contains every row once, oldest first, in the parts that the manifest lists', async () => {
    const done = await run({ kind: 'login', condition: { loginType: 'userId', address: '2001:DB8::1' } });
    expect(done.progress).toMatchObject({ total: ROWS, done: ROWS });
    expect(done.parts.map(({ rows }) => rows)).toEqual([100_000, 50]);
    const manifest = JSON.parse((await fetchFile(done.exportStatusId, 'manifest')).toString());
    expect(manifest).toMatchObject({ kind: 'login', rows: ROWS, tenantId: tenant.tenantId, createdBy: 'the.admin' });
    expect(Date.parse(manifest.toDatetime) - Date.parse(manifest.fromDatetime)).toBe(35 * 24 * HOUR);
    const lines: string[] = [];
    for (const [at, file] of manifest.files.entries()) {
      const bytes = await fetchFile(done.exportStatusId, `download?index=${at + 1}`);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
      expect([bytes.length, file.fileName]).toEqual([
        file.bytes,
        expect.stringMatching(/^login-log-[\d-]{10}-\d\.csv$/),
      ]);
      const [header, ...rows] = bytes.toString().trimEnd().split('\n');
      expect(header).toBe(
        '\uFEFFat,userId,uuid,status,reason,loginType,deviceId,clientId,clientName,address,userAgent,sessionId,requestId,clientRequestId',
      );
      lines.push(...rows);
    }
    expect(new Set(lines).size).toBe(ROWS);
    const times = lines.map((line) => line.slice(0, 19));
    expect(times).toEqual([...times].sort());
    // Cells that a spreadsheet would run as formulas are escaped.
    expect(lines.filter((line) => line.includes('HYPERLINK'))).toEqual([
      expect.stringContaining(`"'=HYPERLINK(""x"")"`),
    ]);
    expect(lines.every((line) => /,'-\d+,$/.test(line))).toBe(true);
  });

  it.each([
    [{ userId: 'Robot-3' }, 10_005],
    [{ status: 'error', userId: 'robot-7' }, 1430],
    [{ keyword: 'hyperlink' }, 1],
    [{ reason: 'mismatch' }, 14_292],
  ])('contains the rows that %j matches', async (condition, rows) => {
    expect((await run({ kind: 'login', condition })).progress.total).toBe(rows);
  });

  it('is refused if no row matches or the period is impossible', async () => {
    const refused = async (body: object) => {
      const { status, body: answer } = await call('POST', '', body);
      return [status, answer[0].message_id];
    };
    expect(await refused({ kind: 'login', condition: { userId: 'nobody' } })).toEqual([404, 'no_export_logs']);
    const custom = { kind: 'login', periodType: 'custom' };
    const [early, late] = [ago(2 * HOUR).toISOString(), ago(HOUR).toISOString()];
    expect(await refused({ ...custom, fromDatetime: late, toDatetime: early })).toEqual([
      ...[400, 'error.common.incorrectEndDatetime'],
    ]);
    expect(await refused({ ...custom, fromDatetime: ago(50 * 24 * HOUR).toISOString(), toDatetime: late })).toEqual([
      ...[400, 'invalid_params'],
    ]);
    expect(await refused({ kind: 'other' })).toEqual([400, 'invalid_params']);
    expect(await refused({ kind: 'systemOperation', condition: { userId: 'x' } })).toEqual([400, 'invalid_params']);
  });

  it('at most three run at a time', async () => {
    const races = await Promise.all(Array.from({ length: 8 }, () => call('POST', '', { kind: 'login' })));
    expect(races.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(races.find(({ status }) => status !== 200)?.body[0].message_id).toBe('exceeded_exports');
    const ids = races.filter(({ status }) => status === 200).map(({ body }) => body.exportStatusId);
    for (const id of ids) {
      const canceled = await call('POST', `/${id}/cancel`);
      expect([200, 409]).toContain(canceled.status);
      if (canceled.status === 200) {
        expect((await call('GET', `/${id}/download`)).status).toBe(409);
        expect((await call('GET', `/${id}/manifest`)).status).toBe(409);
      }
    }
  });

  it('is not visible to others, nor among user exports', async () => {
    const done = await run({ kind: 'systemOperation', condition: { targetType: 'logExport' } });
    const columns = (await fetchFile(done.exportStatusId, 'download')).toString().split('\n')[0];
    expect(columns).toContain('operatorUserId,operatorUuid,operation,action');
    const stranger = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
    const user = await signIn(app, await makeUser(app, tenant));
    for (const end of ['', '/download', '/manifest']) {
      const at = `${path()}/${done.exportStatusId}${end}`;
      expect((await app.call('GET', at, { token: stranger.token })).status).toBe(404);
      expect((await app.call('GET', at, { token: user.token })).status).toBe(403);
    }
    const users = `/api/auth/tenants/${tenant.tenantId}/userExport`;
    expect((await app.call('GET', `${users}/${done.exportStatusId}`, { token })).status).toBe(404);
    expect((await app.call('GET', users, { token })).body.totalResults).toBe(0);
    const { body } = await call('GET', '?count=2');
    expect(body.results[0]).toMatchObject({ exportStatusId: done.exportStatusId, kind: 'systemOperation' });
    expect((await call('GET', `?count=2&cursor=${body.next}`)).body.results).not.toEqual(body.results);
  });
});
