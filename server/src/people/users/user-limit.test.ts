// The most users that a tenant may have (specification, section 8), on every way that makes them or brings them back.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { operatorScopes } from '#contract/principals.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { carryOut, type Importing, preview, reasonsOf, sendForm, untilImport } from '#test/imports.ts';
import { operatorAct } from '#test/operator-act.ts';
import { createOperatorToken } from '../../operator/operator-tokens/operator-tokens.ts';

let app: TestApp;
let operator: string;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  const wanted = { name: 'limits', days: 1, scopes: [...operatorScopes] };
  operator = (await createOperatorToken(app.tools, operatorAct(app.tools.clock()), wanted)).token;
  await app.startWorker();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, tenant, { userId: 'admin', roles: ['PowerUser'] }));
  importing = { app, tenantId: tenant.tenantId, token };
});

const users = (path = '') => `/api/auth/tenants/${tenant.tenantId}/users${path}`;
const limit = async (userLimit: number | null) => {
  const answer = await app.call('PUT', `/api/operator/tenants/${tenant.tenantId}`, {
    token: operator,
    body: { userLimit },
  });
  expect([answer.status, answer.body.userLimit]).toEqual([200, userLimit]);
};
const make = (userId: string) => app.call('POST', users(), { token: importing.token, body: { userId } });
const count = async () =>
  (await app.owner.query('select count(*)::integer as n from users where tenant_id = $1', [tenant.tenantId])).rows[0].n;
const refused = [409, 'over_user_limit'];
const said = ({ status, body }: { status: number; body: { message_id?: string }[] }) => [status, body[0]?.message_id];
const names = (many: number, prefix: string) => Array.from({ length: many }, (_, at) => `${prefix}${at}`);
const file = (ids: string[], ...more: string[]) =>
  ['operation,userId', ...ids.map((id) => `create,${id}`), ...more].join('\r\n');

it('is set by the operator, told, logged and lifted again', async () => {
  const body = { tenantId: `${tenant.tenantId}x`.slice(-32), name: 'Limited', userLimit: 7 };
  expect((await app.call('POST', '/api/operator/tenants', { token: operator, body })).body).toMatchObject({
    userLimit: 7,
  });
  const told = async () =>
    (await app.call('GET', `/api/auth/tenants/${tenant.tenantId}`, { token: importing.token })).body;
  expect(await told()).toMatchObject({ users: 1, userLimit: null });
  await limit(2);
  expect(await told()).toMatchObject({ users: 1, userLimit: 2 });
  expect((await make('second')).status).toBe(200);
  expect(said(await make('third'))).toEqual(refused);
  await limit(1);
  expect(await count()).toBe(2);
  expect(said(await make('third'))).toEqual(refused);
  await limit(null);
  expect((await make('third')).status).toBe(200);
  const { rows } = await app.owner.query(
    "select changes from system_operation_log where tenant_id = $1 and action = 'PUT /api/operator/tenants/{tenantId}' order by at",
    [tenant.tenantId],
  );
  expect(rows.map(({ changes }) => changes.userLimit)).toEqual([
    { before: null, after: 2 },
    { before: 2, after: 1 },
    { before: 1, after: null },
  ]);
  for (const userLimit of [0, -1, 1.5, '5', 100_000_001])
    expect(
      (await app.call('PUT', `/api/operator/tenants/${tenant.tenantId}`, { token: operator, body: { userLimit } }))
        .status,
    ).toBe(400);
  const nobody = await app.call('PUT', '/api/operator/tenants/nobody-here', {
    token: operator,
    body: { userLimit: 5 },
  });
  expect(nobody.status).toBe(404);
});

it('fifty at once for ten places: exactly ten are made, and another tenant is not held up', async () => {
  const other = await makeTenant(app);
  await limit(11);
  const answers = await Promise.all(names(50, 'racer').map(make));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect([...new Set(answers.filter(({ status }) => status !== 200).map((answer) => String(said(answer))))]).toEqual([
    String(refused),
  ]);
  expect(await count()).toBe(11);
  await makeUser(app, other);
  const gone = await app.call('DELETE', users(`/${answers.find(({ status }) => status === 200)?.body.userId}`), {
    token: importing.token,
  });
  expect(gone.status).toBeLessThan(300);
  expect([(await make('next')).status, said(await make('one-more'))]).toEqual([200, refused]);
});

it("holds the operator's new users", async () => {
  await limit(1);
  const body = { userId: 'invited', loginMailAddress: 'i@limit.example', reason: 'asked' };
  for (const more of [{}, { invite: true }]) {
    const path = `/api/operator/tenants/${tenant.tenantId}/users`;
    const { reason: _reason, ...user } = body;
    expect(said(await app.call('POST', path, { token: operator, body: { ...user, ...more } }))).toEqual(refused);
  }
  expect(await count()).toBe(1);
});

it('the preview of a file tells who is beyond it, and only the others are made', async () => {
  await limit(3);
  const shown = await preview(importing, file(names(5, 'row'), 'update,admin'));
  expect(shown).toMatchObject({ counts: { create: 2, wrong: 3 }, beyondUserLimit: 3 });
  const beyond = [4, 5, 6].map((row) => `${row} userId over_user_limit`);
  expect(await reasonsOf(importing, shown.importId)).toEqual(beyond);
  expect((await carryOut(importing, shown.importId)).counts).toMatchObject({ create: 2, wrong: 3 });
  expect(await count()).toBe(3);
});

it('carrying a file out refuses rows for which there is no room any more', async () => {
  await limit(5);
  const shown = await preview(importing, file(names(4, 'row')));
  expect(shown).toMatchObject({ counts: { create: 4 }, beyondUserLimit: 0 });
  for (const userId of names(3, 'quick')) expect((await make(userId)).status).toBe(200);
  expect((await carryOut(importing, shown.importId)).counts).toMatchObject({ create: 1, wrong: 3 });
  expect(await count()).toBe(5);
  expect(await reasonsOf(importing, shown.importId)).toEqual([3, 4, 5].map((row) => `${row} userId over_user_limit`));
});

it('a file of several bites meets those who are made beside it, and ends with no more than there may be', async () => {
  await limit(1300);
  const shown = await preview(importing, file(names(2400, 'many')));
  expect(shown).toMatchObject({ counts: { create: 1299, wrong: 1101 }, beyondUserLimit: 1101 });
  const [done, ...beside] = await Promise.all([carryOut(importing, shown.importId), ...names(30, 'beside').map(make)]);
  const others = beside.filter(({ status }) => status === 200).length;
  expect(done.counts).toMatchObject({ create: 1299 - others });
  expect(await count()).toBe(1300);
});

it('holds users that come by the API as JSON', async () => {
  await limit(2);
  const content = JSON.stringify(names(3, 'json').map((userId) => ({ userId })));
  const sent = await sendForm(importing, '/api/auth/operations/forEach', { operation: 'create' }, content);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const { counts } = await untilImport(importing, sent.body.importId, ['completed', 'error']);
  expect(counts).toMatchObject({ create: 1, wrong: 2 });
  expect(await count()).toBe(2);
});

it('counts users who are switched off, so that they can be brought back at any time', async () => {
  expect((await make('resting')).status).toBe(200);
  await app.owner.query("update users set status = 'active' where tenant_id = $1", [tenant.tenantId]);
  await limit(2);
  const act = (action: string) =>
    app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/users`, {
      token: importing.token,
      body: { action, userIds: ['resting'] },
    });
  expect((await act('deactivate')).body).toMatchObject({ changed: 1 });
  expect(said(await make('instead'))).toEqual(refused);
  expect((await act('activate')).body).toMatchObject({ changed: 1 });
  expect(await count()).toBe(2);
});
