import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { countLogs } from './counting.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let token: string;

const path = (tenantId = tenant.tenantId) => `/api/auth/tenants/${tenantId}/operations/search/logs`;
const login = (body: object = {}) => app.call('POST', `${path()}/login`, { token, body });
const operations = (body: object = {}) => app.call('POST', `${path()}/systemOperation`, { token, body });
const ago = (millis: number) => new Date(app.tools.clock().getTime() - millis);
const idsOf = ({ body }: { body: { results: { id: string }[] } }) => body.results.map(({ id }) => id);

interface Past {
  at: Date;
  userId?: string;
  status?: string;
  reason?: string | null;
  loginType?: string;
  address?: string;
  userAgent?: string;
  requestId?: string;
}

/** Inserts sign-ins of past days. */
async function past(tenantId: string, rows: Past[]): Promise<string[]> {
  const ids = rows.map(() => randomUUID());
  for (const [at, row] of rows.entries()) {
    await app.owner.query(
      `insert into login_log (tenant_id, at, id, user_id, login_type, status, reason, address, user_agent, request_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[tenantId, row.at, ids[at], row.userId ?? 'someone', row.loginType ?? 'userId', row.status ?? 'success'],
        ...[row.reason ?? null, row.address ?? '192.0.2.1', row.userAgent ?? 'Firefox', row.requestId ?? randomUUID()],
      ],
    );
  }
  return ids;
}

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { userId: 'the.admin', roles: ['PowerUser'] });
  token = (await signIn(app, admin)).token;
});
afterAll(() => app.close());

describe('the sign-in log', () => {
  let ids: string[];
  beforeAll(async () => {
    ids = await past(tenant.tenantId, [
      { at: ago(2 * DAY), userId: 'Taro.Yamada', address: '2001:db8::a', userAgent: 'Ziggurat/1.0' },
      { at: ago(3 * DAY), userId: 'hanako', status: 'error', reason: 'mismatch', requestId: 'request-of-hanako' },
      { at: ago(4 * DAY), userId: 'hanako', loginType: 'loginMailAddress', address: '198.51.100.7' },
      { at: ago(20 * DAY), userId: '100%_sure', status: 'error', reason: 'wrong_otp' },
      { at: ago(36 * DAY), userId: 'hanako' },
    ]);
  });

  it('lists sign-ins, newest first', async () => {
    const { status, body } = await login();
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalResults: 5, itemsPerPage: 20 });
    expect(body.results[0]).toMatchObject({ userId: admin.userId, uuid: admin.uuid, status: 'success' });
    expect(body.results.slice(1).map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 4));
    expect(body.results[1]).toMatchObject({ address: '2001:db8::a', userAgent: 'Ziggurat/1.0', loginType: 'userId' });
  });

  it.each([
    ['userId', { userId: 'HANAKO' }, [1, 2]],
    ['status', { status: 'error' }, [1, 3]],
    ['reason', { reason: 'wrong_otp' }, [3]],
    ['loginType', { loginType: 'loginMailAddress' }, [2]],
    ['address', { address: '198.51.100.7' }, [2]],
    ['address in another spelling', { address: '2001:DB8:0:0::000a' }, [0]],
    ['requestId', { requestId: 'request-of-hanako' }, [1]],
    ['several', { userId: 'hanako', address: '198.51.100.7' }, [2]],
    ['conditions that no row meets together', { userId: 'hanako', address: '192.0.2.1', status: 'success' }, []],
    ['keyword in a user id', { keyword: 'yamada' }, [0]],
    ['keyword in an address', { keyword: '51.100' }, [2]],
    ['keyword in a browser', { keyword: 'ZIGGURAT' }, [0]],
    ['keyword that is a request id', { keyword: 'Request-of-Hanako' }, [1]],
    ['keyword of symbols', { keyword: '%_' }, [3]],
    ['keyword and more', { keyword: 'hanako', status: 'error' }, [1]],
    ['a value that does not occur', { reason: 'never_heard_of' }, []],
    ['a user that does not occur', { keyword: 'nobody is called so' }, []],
  ])('by %s', async (_, condition, found) => {
    const answer = await login({ condition });
    expect([answer.status, idsOf(answer)]).toEqual([200, found.map((at) => ids[at])]);
    expect(answer.body.totalResults).toBe(found.length);
  });

  it('finds rare values beyond the rows it reads first', async () => {
    const other = await makeTenant(app);
    const boss = await makeUser(app, other, { roles: ['PowerUser'] });
    const signedIn = await signIn(app, boss);
    const [rare = ''] = await past(other.tenantId, [
      { at: ago(30 * DAY), userId: 'needle', userAgent: 'Straw 7 ΟΔΟΣ' },
    ]);
    await app.owner.query(
      `insert into login_log (tenant_id, at, id, user_id, login_type, status, address, user_agent)
       select $1, $2::timestamptz - n * interval '1 second', gen_random_uuid(), 'robot', 'userId', 'success', '10.0.0.1', 'curl'
       from generate_series(1, 15000) n`,
      [other.tenantId, ago(HOUR)],
    );
    const search = async (body: object) =>
      app.call('POST', `${path(other.tenantId)}/login`, { token: signedIn.token, body });
    for (const keyword of ['needl', 'traw 7', 'ΟΔΟΣ'])
      expect(idsOf(await search({ condition: { keyword } }))).toEqual([rare]);
    expect(idsOf(await search({ condition: { userId: 'needle' } }))).toEqual([rare]);
    const all = await search({});
    expect(all.body).toMatchObject({ totalResults: 200, totalIsEstimate: true });
    // None of a robot's many rows matches: a call stops at its limit, says how far it searched, and the next continues.
    const odd = { userId: 'robot', status: 'error' };
    const first = await search({ condition: odd });
    expect(first.body).toMatchObject({ results: [], totalIsEstimate: true });
    expect(Date.parse(first.body.searchedTo)).toBeLessThan(ago(3 * HOUR).getTime());
    const second = await search({ condition: odd, cursor: first.body.next });
    expect([second.body.results, second.body.searchedTo, second.body.next]).toEqual([[], undefined, undefined]);
  });

  it('pages forward and back, even if rows have the same time', async () => {
    const other = await makeTenant(app);
    const boss = await makeUser(app, other, { roles: ['PowerUser'] });
    const signedIn = await signIn(app, boss);
    const at = ago(DAY);
    await past(
      other.tenantId,
      Array.from({ length: 7 }, (_, n) => ({ at: n < 4 ? at : ago(2 * DAY), userId: 'pager' })),
    );
    for (const condition of [{ userId: 'pager' }, { keyword: 'page' }, { loginType: 'userId', status: 'success' }]) {
      const search = async (body: object) =>
        (
          await app.call('POST', `${path(other.tenantId)}/login`, {
            token: signedIn.token,
            body: { condition, ...body },
          })
        ).body;
      const all = idsOf({ body: await search({}) });
      const seen: string[] = [];
      let page = await search({ count: 3 });
      for (;;) {
        seen.push(...idsOf({ body: page }));
        if (!page.next) break;
        page = await search({ count: 3, cursor: page.next });
      }
      expect(seen).toEqual(all);
      const back = await search({ count: 3, cursor: page.previous });
      expect(idsOf({ body: back })).toEqual(all.slice(3, 6));
      const first = await search({ count: 3, cursor: back.previous });
      expect(idsOf({ body: first })).toEqual(all.slice(0, 3));
      expect(first.previous).toBeUndefined();
    }
  });

  it.each([
    [{ periodType: 'custom', fromDatetime: 40, toDatetime: 1 }, 'invalid_params', 'fromDatetime'],
    [{ periodType: 'custom', fromDatetime: -1, toDatetime: 0 }, 'invalid_params', 'fromDatetime'],
    [{ periodType: 'custom', fromDatetime: 3, toDatetime: -3 }, 'invalid_params', 'toDatetime'],
    [{ periodType: 'custom', fromDatetime: 2, toDatetime: 3 }, 'error.common.incorrectEndDatetime', 'toDatetime'],
    [{ periodType: 'custom', fromDatetime: 2 }, 'invalid_params', 'toDatetime'],
    [{ periodType: 'days7', fromDatetime: 2 }, 'invalid_params', 'fromDatetime'],
  ])('the period %j is refused', async (given, id, field) => {
    const moment = (days: number | undefined) => (days === undefined ? undefined : ago(days * DAY).toISOString());
    const { fromDatetime, toDatetime } = given as { fromDatetime?: number; toDatetime?: number };
    const body = { ...given, fromDatetime: moment(fromDatetime), toDatetime: moment(toDatetime) };
    for (const end of ['login', 'systemOperation', 'login/chart', 'systemOperation/chart']) {
      const answer = await app.call('POST', `${path()}/${end}`, { token, body });
      expect([answer.status, answer.body[0].message_id, answer.body[0].field]).toEqual([400, id, field]);
    }
  });

  it.each([
    { condition: { status: 'maybe' } },
    { condition: { address: 'nowhere' } },
    { condition: { keyword: 'x'.repeat(257) } },
    { condition: { more: 1 } },
    { condition: { requestId: 'a b' } },
    { cursor: 'nonsense' },
    { periodType: 'custom', fromDatetime: '2026/05/01 00:00:00' },
    { condition: { userId: 'a\u0000' } },
  ])('%j is refused', async (body) => {
    const answer = await login(body);
    expect([answer.status, answer.body[0].message_id]).toEqual([400, 'invalid_params']);
  });

  it('is for administrators of the tenant only', async () => {
    const user = await signIn(app, await makeUser(app, tenant));
    const stranger = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
    for (const end of ['login', 'systemOperation', 'login/chart', 'systemOperation/chart']) {
      expect((await app.call('POST', `${path()}/${end}`, { token: user.token, body: {} })).status).toBe(403);
      expect((await app.call('POST', `${path()}/${end}`, { token: stranger.token, body: {} })).status).toBe(404);
    }
    const own = await app.call('POST', `${path(stranger ? tenant.tenantId : '')}/login`, { token, body: {} });
    expect(own.status).toBe(200);
  });
});

describe('the chart', () => {
  it('shows the same numbers from counts, from rows, and before rows are counted', async () => {
    const other = await makeTenant(app);
    const boss = await makeUser(app, other, { roles: ['PowerUser'] });
    const signedIn = await signIn(app, boss);
    const chart = async (body: object) =>
      (await app.call('POST', `${path(other.tenantId)}/login/chart`, { token: signedIn.token, body })).body;
    await past(
      other.tenantId,
      Array.from({ length: 40 }, (_, n) => ({
        at: ago(n * 20 * HOUR + 1000),
        userId: n % 2 ? 'odd' : 'even',
        ...(n % 4 ? {} : { status: 'error', reason: 'mismatch' }),
      })),
    );
    const asked = [{}, { condition: { status: 'error' } }, { periodType: 'hours24' }, { condition: { userId: 'odd' } }];
    const before = await Promise.all(asked.map(chart));
    expect(before[0]).toMatchObject({ unit: 'day', rows: 41, errors: 10, countedFrom: null });
    expect(before[0].bars.length).toBe(36);
    expect(before[1]).toMatchObject({ rows: 10, errors: 10 });
    expect(before[2]).toMatchObject({ unit: 'hour', rows: 3 });
    expect(before[3]).toMatchObject({ rows: 20, errors: 0 });
    await countLogs(app.tools.db, other.tenantId, app.tools.clock());
    const { rows } = await app.owner.query('select sum(rows)::int as n from log_counts where tenant_id = $1', [
      other.tenantId,
    ]);
    expect(rows[0].n).toBeGreaterThan(30);
    for (const [at, body] of asked.entries()) expect((await chart(body)).rows).toBe(before[at].rows);
    // Counting again changes nothing.
    await countLogs(app.tools.db, other.tenantId, ago(-HOUR));
    expect((await chart({})).rows).toBe(41);
  });

  it('includes rows committed after their half hour was counted', async () => {
    const other = await makeTenant(app);
    const boss = await makeUser(app, other, { roles: ['PowerUser'] });
    const { token } = await signIn(app, boss);
    const chart = async () => (await app.call('POST', `${path(other.tenantId)}/login/chart`, { token, body: {} })).body;
    const count = () => countLogs(app.tools.db, other.tenantId, app.tools.clock());
    const daysAgo = [3, 6, 9].map((days) => ({ at: ago(days * 24 * HOUR), userId: 'one' }));
    await past(other.tenantId, daysAgo);
    await count();
    // It follows the log from the first count on.
    await count();
    expect((await chart()).rows).toBe(4);
    await past(other.tenantId, [...daysAgo, ...daysAgo]);
    expect((await chart()).rows).toBe(4);
    const rows = async () => {
      await count();
      return (await chart()).rows;
    };
    // Open transactions of other tests delay it.
    await expect.poll(rows).toBe(10);
    expect(await rows()).toBe(10);
  });
});

describe('the system-operation log', () => {
  it('lists changes with values before and after, by every filter', async () => {
    const users = `/api/auth/tenants/${tenant.tenantId}/users`;
    const headers = { 'x-request-id': 'the-request-of-this-test' };
    await app.call('POST', users, { token, body: { userId: 'made', familyName: 'Before' } });
    const changed = await app.call('PUT', `${users}/made`, { token, body: { familyName: 'After' }, headers });
    const requestId = changed.headers.get('x-request-id');
    const conditions = [
      { operation: 'update', targetType: 'user' },
      { keyword: 'Family Name' },
      { keyword: '姓', language: 'ja' },
      { requestId },
      { operatorUserId: admin.userId, operation: 'update' },
      { address: '127.0.0.1', status: 'success', operation: 'update' },
    ];
    for (const condition of conditions) {
      const { body } = await operations({ condition });
      expect([condition, body.results]).toMatchObject([
        condition,
        [
          {
            operation: 'update',
            operatorUserId: admin.userId,
            requestId,
            clientRequestId: 'the-request-of-this-test',
            changes: { familyName: { before: 'Before', after: 'After' } },
          },
        ],
      ]);
    }
    const chart = await app.call('POST', `${path()}/systemOperation/chart`, {
      token,
      body: { condition: conditions[0] },
    });
    expect(chart.body).toMatchObject({ rows: 1, errors: 0 });
    const choices = await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/logChoices`, { token });
    expect(choices.body).toMatchObject({
      loginTypes: expect.arrayContaining(['userId', 'loginMailAddress']),
      reasons: expect.arrayContaining(['mismatch', 'wrong_otp']),
      targetTypes: expect.arrayContaining(['user']),
    });
  });

  it('is searched by its words: events, settings pages, and names of users and things', async () => {
    const other = await makeTenant(app);
    const boss = await makeUser(app, other, { userId: 'chief', roles: ['PowerUser'] });
    const renamed = `update users set family_name = 'Brown', given_name = 'Anna' where uuid = $1`;
    await app.owner.query(renamed, [boss.uuid]);
    const { token: hers } = await signIn(app, boss);
    const base = `/api/auth/tenants/${other.tenantId}`;
    const call = (method: string, way: string, body: object) =>
      app.call(method, `${base}${way}`, { token: hers, body });
    await call('POST', '/users', { userId: 'sato', familyName: 'Sato', givenName: 'Taro' });
    await call('PUT', '/users/sato', { department: 'Sales' });
    await call('POST', '/users/sato/deactivate', {});
    await call('POST', '/groups', { groupId: 'night', name: 'Night shift' });
    const policy = { securityPolicy: { passwordPolicy: { minLength: 13 } }, securityPolicyVersion: 0 };
    const saved = await app.call('PUT', base, { token: hers, body: policy });
    expect(saved.status).toBe(200);
    const search = async (condition: object, more: object = {}) =>
      (await call('POST', '/operations/search/logs/systemOperation', { condition, ...more })).body;
    const typesOf = async (condition: object) =>
      (await search(condition)).results.map(({ type }: { type: string }) => type);
    const all = ['tenant.changed', 'group.created', 'user.deactivated', 'user.changed', 'user.created'];
    expect((await typesOf({})).slice(0, 5)).toEqual(all);
    expect(await typesOf({ keyword: 'deactivated' })).toEqual(['user.deactivated']);
    expect(await typesOf({ keyword: '無効', language: 'ja' })).toEqual(['user.deactivated']);
    expect(await typesOf({ keyword: 'password policy' })).toEqual(['tenant.changed']);
    expect(await typesOf({ keyword: 'DEPARTMENT' })).toEqual(['user.changed']);
    for (const keyword of ['Taro Sato', 'sato taro', 'sato'])
      expect(await typesOf({ keyword })).toEqual(['user.deactivated', 'user.changed', 'user.created']);
    expect((await typesOf({ keyword: 'Anna Brown' })).slice(0, 5)).toEqual(all);
    expect(await typesOf({ keyword: 'night sh' })).toEqual(['group.created']);
    expect(await typesOf({ keyword: 'nothing is called so' })).toEqual([]);
    // Combined with other conditions, in pages, and with the same counts in the chart.
    expect(await typesOf({ keyword: 'sato', operation: 'create' })).toEqual(['user.created']);
    const first = await search({ keyword: 'sato' }, { count: 2 });
    expect(idsOf({ body: await search({ keyword: 'sato' }, { count: 2, cursor: first.next }) })).toHaveLength(1);
    const chart = await call('POST', '/operations/search/logs/systemOperation/chart', {
      condition: { keyword: 'sato' },
    });
    expect(chart.body.rows).toBe(3);

    expect(await typesOf({ setting: 'password-policy' })).toEqual(['tenant.changed']);
    expect(await typesOf({ setting: 'session-policy' })).toEqual([]);
    expect(await typesOf({ setting: 'header-customization' })).toEqual([]);
    expect(await typesOf({ setting: 'password-policy', status: 'error' })).toEqual([]);

    const named = (await search({ keyword: 'deactivated' })).results[0];
    expect([named.actorNamed, named.targetNamed]).toMatchObject([
      { id: 'chief', givenName: 'Anna', familyName: 'Brown', exists: true },
      { id: 'sato', givenName: 'Taro', familyName: 'Sato', exists: true },
    ]);
    await call('DELETE', '/users/sato', {});
    expect(await typesOf({ keyword: 'Taro Sato' })).toContain('user.deleted');
    const gone = (await search({ keyword: 'deactivated' })).results[0].targetNamed;
    expect(gone).toMatchObject({ id: 'sato', familyName: 'Sato', exists: false });
  });

  it('shows the rows of an import only when asked for them', async () => {
    const other = await makeTenant(app);
    const boss = await makeUser(app, other, { roles: ['PowerUser'] });
    const { token: hers } = await signIn(app, boss);
    const write = `insert into system_operation_log (tenant_id, at, id, operation, type, action, status, operator_user_id,
        target_type, target_id, request_id)
      select $1, $2::timestamptz + n * interval '1 ms', gen_random_uuid(), 'create', $3, $4, 'success', 'importer', $5,
        gen_random_uuid()::text, 'the-import' from generate_series(1, $6::int) n`;
    const confirm = 'POST /api/auth/tenants/{tenantId}/userImports/{importId}/confirm';
    await app.owner.query(write, [other.tenantId, ago(HOUR), 'userImport.started', confirm, 'userImport', 1]);
    await app.owner.query(write, [other.tenantId, ago(HOUR / 2), 'user.created', confirm, 'user', 300]);
    await app.owner.query(write, [
      other.tenantId,
      ago(HOUR / 4),
      'userImport.ended',
      'job user-import',
      'userImport',
      1,
    ]);
    const ask = async (end: string, condition: object) =>
      (
        await app.call('POST', `${path(other.tenantId)}/systemOperation${end}`, {
          token: hers,
          body: { condition, ...(end === '' && { count: 100 }) },
        })
      ).body;
    const grouped = await ask('', { grouped: true });
    expect(grouped.results.map(({ type }: { type: string }) => type)).toEqual([
      'userImport.ended',
      'userImport.started',
    ]);
    expect((await ask('/chart', { grouped: true })).rows).toBe(2);
    expect((await ask('', { grouped: true, operation: 'create' })).totalResults).toBe(2);
    expect((await ask('', { grouped: true, keyword: 'importer' })).totalResults).toBe(2);
    const opened = await ask('', { requestId: 'the-import' });
    expect([opened.results.length, opened.next !== undefined]).toEqual([100, true]);
    expect((await ask('/chart', {})).rows).toBe(302);
    await countLogs(app.tools.db, other.tenantId, ago(-HOUR));
    expect((await ask('/chart', { grouped: true })).rows).toBe(2);
  });

  it('refuses a target together with a condition, and half a target', async () => {
    for (const body of [
      { targetType: 'user' },
      { targetId: randomUUID() },
      { targetType: 'user', targetId: randomUUID(), condition: { operation: 'update' } },
    ]) {
      expect((await operations(body)).status).toBe(400);
    }
  });
});

describe('log retention', () => {
  const retention = `/logRetention`;
  const call = (method: string, body?: object) =>
    app.call(method, `/api/auth/tenants/${tenant.tenantId}${retention}`, { token, ...(body && { body }) });

  it('is the default of the deployment until it is set, and at least 35 days', async () => {
    expect((await call('GET')).body).toEqual({ days: null, deploymentMonths: 13 });
    for (const days of [34, 0, -1, 35.5, 4000, '40']) expect((await call('PUT', { days })).status).toBe(400);
    expect((await call('PUT', { days: 40 })).body).toMatchObject({ days: 40 });
    const { body } = await operations({ condition: { targetType: 'tenant' } });
    expect(body.results[0].changes).toEqual({ logRetentionDays: { before: null, after: 40 } });
  });

  it('older rows are deleted in batches; newer ones and those of others stay', async () => {
    await call('PUT', { days: 40 });
    const other = await makeTenant(app);
    const rows = Array.from({ length: 5 }, (_, n) => ({ at: ago((39 + n) * DAY + HOUR), userId: 'old' }));
    await past(tenant.tenantId, rows);
    await past(other.tenantId, rows);
    const count = async (tenantId: string) =>
      (
        await app.owner.query(`select count(*)::int as n from login_log where tenant_id = $1 and user_id = 'old'`, [
          tenantId,
        ])
      ).rows[0].n;
    const sweep = async () => (await app.owner.query('select sweep_logs($1, 3) as n', [app.tools.clock()])).rows[0].n;
    expect([await sweep(), await sweep(), await sweep()]).toEqual([3, 1, 0]);
    expect([await count(tenant.tenantId), await count(other.tenantId)]).toEqual([1, 5]);
    // However far ahead the clock of the application is.
    await app.owner.query(`select sweep_logs(now() + interval '1 year', 1000)`);
    expect(await count(tenant.tenantId)).toBe(1);
    expect((await call('PUT', { days: null })).body.days).toBe(null);
  });

  it('filter values are deleted with the last row that has them, per tenant', async () => {
    const other = await makeTenant(app);
    const row = { at: ago(60 * DAY), userId: 'gone.soon', address: '203.0.113.99' };
    await past(tenant.tenantId, [row]);
    await past(other.tenantId, [row]);
    await call('PUT', { days: 40 });
    await app.owner.query('select sweep_logs($1, 1000)', [app.tools.clock()]);
    const terms = async (tenantId: string) =>
      (
        await app.owner.query(
          `select distinct term from log_terms where tenant_id = $1 and term in ('gone.soon', '203.0.113.99', 'the.admin') order by 1`,
          [tenantId],
        )
      ).rows.map(({ term }) => term);
    const sweep = async (days: number) =>
      (await app.owner.query(`select sweep_log_terms($1, 1000) as n`, [ago(-days * DAY)])).rows[0].n;
    expect(await sweep(1)).toBe(0);
    expect(await terms(tenant.tenantId)).toContain('gone.soon');
    expect(await sweep(8)).toBeGreaterThan(3);
    expect(await terms(tenant.tenantId)).toEqual(['the.admin']);
    expect(await terms(other.tenantId)).toEqual(['203.0.113.99', 'gone.soon']);
    expect(await sweep(8)).toBe(0);
  });

  it('a filter value whose transaction failed is stored with the next one', async () => {
    const write = `insert into system_operation_log (tenant_id, at, id, operation, action, status, operator_user_id)
      values ($1, $2, gen_random_uuid(), 'update', 'a test', 'success', 'second.try')`;
    const values = [tenant.tenantId, app.tools.clock()];
    const found = async () => (await app.owner.query(`select from log_terms where term = 'second.try'`)).rows.length;
    const client = await app.owner.connect();
    for (const statement of [['begin'], [write, values], ['rollback']] as [string, unknown[]?][])
      await client.query(...statement);
    client.release();
    expect(await found()).toBe(0);
    for (let turn = 0; turn < 2; turn += 1) {
      await app.owner.query(write, values);
      expect(await found()).toBe(1);
    }
  });
});
