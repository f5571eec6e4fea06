import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { route } from '#contract/route.ts';
import { OPERATOR_SCOPE, type OperatorScope, operatorScopes } from '#contract/principals.ts';
import { createOperatorToken } from '#server/operator/operator-tokens/operator-tokens.ts';
import { newUuid } from '#server/platform/crypto/uuid.ts';
import { PROVIDER } from '#server/platform/db/transaction.ts';
import { noteActor } from '#server/platform/http/known-actor.ts';
import type { Authenticator } from '#server/platform/http/principal.ts';
import { handle } from '#server/platform/http/serve.ts';
import { createApp } from '#server/app.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { operatorAct } from '#test/operator-act.ts';
import { MOST_A_MINUTE } from './failed-acts.ts';

/** Refused and failed changes stand in the system log; a handler that forgets its event fails its test. */

let app: TestApp;
let tenant: TestTenant;
let person: TestUser;
let admin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  person = await makeUser(app, tenant);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['User', 'PowerUser'] }));
  user = await signIn(app, person);
});
afterAll(() => app.close());

const users = () => `/api/auth/tenants/${tenant.tenantId}/users`;
const search = async (condition: object) => {
  const path = `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/systemOperation`;
  return (await app.call('POST', path, { token: admin.token, body: { condition } })).body;
};

it('are told with who, what, why and from where; what was asked for has been rolled back', async () => {
  const headers = { 'x-request-id': 'mine' };
  await app.call('POST', users(), { token: admin.token, body: { userId: 'twice', familyName: 'One' } });
  const body = { userId: 'TWICE', familyName: 'Two' };
  const refused = await app.call('POST', users(), { token: admin.token, body, headers });
  expect(refused.status).toBe(409);
  const { results } = await search({ status: 'error' });
  expect(results).toMatchObject([
    {
      ...{ operation: 'create', status: 'error', errorId: 'duplicated_params_userId', changes: {}, targetId: null },
      ...{ action: 'POST /api/auth/tenants/{tenantId}/users', address: '127.0.0.1', clientRequestId: 'mine' },
      ...{ requestId: refused.headers.get('x-request-id'), reason: null },
    },
  ]);
  const chart = await app.call(
    'POST',
    `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/systemOperation/chart`,
    {
      token: admin.token,
      body: { condition: { status: 'error' } },
    },
  );
  expect(chart.body).toMatchObject({ rows: 1, errors: 1 });
});

it('are told of a user without the right, with the target that was named', async () => {
  expect((await app.call('DELETE', `${users()}/root`, { token: user.token })).status).toBe(403);
  const { results } = await search({ operatorUserId: person.userId, status: 'error' });
  expect(results).toMatchObject([
    { errorId: 'forbidden', operatorUuid: person.uuid, targetType: 'user', targetId: 'root', operation: 'delete' },
  ]);
});

it('are no part of the history of what they were aimed at, and cannot make a row look like another', async () => {
  const victim = await makeUser(app, tenant);
  const history = `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/systemOperation`;
  const told = { token: admin.token, body: { targetType: 'user', targetId: victim.uuid } };
  const before = (await app.call('POST', history, told)).body;
  const forged = 'root\u202E\r\n2026 \u009B31mroot';
  for (const name of [victim.uuid, encodeURIComponent(forged)])
    expect((await app.call('DELETE', `${users()}/${name}`, { token: user.token })).status).toBe(403);
  expect((await app.call('POST', history, told)).body).toEqual(before);
  const { results } = await search({ status: 'error', operatorUserId: person.userId, operation: 'delete' });
  const targets = results.map(({ targetId }: { targetId: string }) => targetId);
  expect(targets).toContain(victim.uuid);
  expect(targets).toContain('root\uFFFD\uFFFD\uFFFD2026 \uFFFD31mroot');
});

it('are told in the own log of a caller who tries another tenant, and not in that one', async () => {
  const other = await makeTenant(app);
  const path = `/api/auth/tenants/${other.tenantId}/users/root/unlock`;
  expect((await app.call('POST', path, { token: admin.token })).status).toBe(404);
  const { rows } = await app.owner.query('select tenant_id from system_operation_log where target_id = $1', ['root']);
  expect(new Set(rows.map(({ tenant_id }) => tenant_id))).toEqual(new Set([tenant.tenantId]));
});

const rowsOf = async (tenantId: string, actor: string) =>
  (
    await app.owner.query(
      `select operation, action, status, error_id, actor_type, actor_id, actor_name, target_type, target_id, host(address) address
      from system_operation_log where tenant_id = $1 and actor_name = $2 and status = 'error' order by at, id`,
      [tenantId, actor],
    )
  ).rows;

describe('of an operator', () => {
  const tokenOf = async (name: string, scopes: OperatorScope[]) =>
    (await createOperatorToken(app.tools, operatorAct(app.tools.clock()), { name, days: 1, scopes })).token;
  const unlock = (tenantId: string) => `/api/operator/tenants/${tenantId}/users/nobody-here/unlock`;
  const shared = { status: 'error', operation: 'update', actor_type: 'operator', address: '127.0.0.1' };

  it('are told in the log of the tenant that was named: without the scope, and of what is not there', async () => {
    const weak = await tokenOf('weak', [OPERATOR_SCOPE]);
    const strong = await tokenOf('strong', [...operatorScopes]);
    const body = { reason: 'asked by phone' };
    expect((await app.call('POST', unlock(tenant.tenantId), { token: weak, body })).status).toBe(403);
    expect((await app.call('POST', unlock(tenant.tenantId), { token: strong, body })).status).toBe(404);
    const act = { ...shared, action: 'POST /api/operator/tenants/{tenantId}/users/{userId}/unlock' };
    const target = { target_type: 'user', target_id: 'nobody-here' };
    expect(await rowsOf(tenant.tenantId, 'operator:weak')).toEqual([
      { ...act, ...target, error_id: 'forbidden', actor_id: 'weak', actor_name: 'operator:weak' },
    ]);
    expect(await rowsOf(tenant.tenantId, 'operator:strong')).toMatchObject([{ ...target, error_id: 'not_found' }]);
  });

  it('are told by the provider where there is no such tenant, with its name; a look at what is personal too', async () => {
    const token = await tokenOf('lost', [...operatorScopes]);
    const query = '?reason=a%20look&tenantId=nowhere';
    expect((await app.call('POST', unlock('nowhere'), { token, body: { reason: 'asked by phone' } })).status).toBe(404);
    expect((await app.call('GET', `/api/operator/browserLog${query}`, { token })).status).toBe(404);
    const target = { target_type: 'tenant', target_id: 'nowhere' };
    expect(await rowsOf(PROVIDER, 'operator:lost')).toMatchObject([
      { ...shared, ...target, error_id: 'not_found' },
      { ...shared, ...target, operation: 'create', action: 'GET /api/operator/browserLog' },
    ]);
  });

  it('are not told of plain looks, nor of a token that is none', async () => {
    const token = await tokenOf('looks', [...operatorScopes]);
    expect((await app.call('GET', '/api/operator/tenants/nowhere', { token })).status).toBe(404);
    expect((await app.call('POST', unlock(tenant.tenantId), { token: 'wrong', body: {} })).status).toBe(401);
    expect(await rowsOf(PROVIDER, 'operator:looks')).toEqual([]);
  });
});

it('of a device are told in its own log', async () => {
  const { tools } = app;
  const device = { uuid: newUuid(), name: 'device:printer-9' };
  const declared = route({
    ...{ method: 'POST', path: '/api/auth/refusing/device', access: 'device', operation: 'update' },
    ...{ event: 'device.changed', summary: 'Fails', response: z.strictObject({}), errors: [], transaction: 'own' },
  });
  const actor = { type: 'device', id: device.uuid, name: device.name } as const;
  const knowing: Authenticator = {
    type: 'device',
    isBeforeBody: true,
    find: async (request) => {
      noteActor(request, { ...actor, tenantId: tenant.tenantId });
      const rights = { permissions: new Set<'device'>(['device']), inGroups: new Map() };
      return { tenantId: tenant.tenantId, actor, ...rights, client: null, provedAt: null };
    },
  };
  const one = await createApp(tools);
  const failing = handle(declared, async () => {
    throw fail('conflict');
  });
  failing.mount(one, { ...tools, authenticators: [knowing] });
  await one.inject({ method: 'POST', url: declared.path, headers: { authorization: 'Bearer x' } });
  await one.close();
  expect(await rowsOf(tenant.tenantId, device.name)).toMatchObject([
    { actor_type: 'device', actor_id: device.uuid, error_id: 'conflict', action: `POST ${declared.path}` },
  ]);
});

it('are not told where nothing was to be changed, nor of callers who are not known', async () => {
  const count = async () => Number((await app.owner.query('select count(*) from system_operation_log')).rows[0].count);
  const before = await count();
  expect((await app.call('GET', users(), { token: user.token })).status).toBe(403);
  expect((await app.call('DELETE', `${users()}/root`, { token: 'nonsense' })).status).toBe(401);
  expect((await app.call('DELETE', `${users()}/root`)).status).toBe(401);
  expect(await count()).toBe(before);
});

it('do not flood the log: so many of one user a minute', async () => {
  const flooding = await makeUser(app, tenant);
  const { token } = await signIn(app, flooding);
  for (let n = 0; n < 2 * MOST_A_MINUTE + 10; n += 1) await app.call('DELETE', `${users()}/root`, { token });
  const { rows } = await app.owner.query('select from system_operation_log where operator_uuid = $1', [flooding.uuid]);
  // A minute may end while they come.
  expect(rows.length).toBeGreaterThanOrEqual(MOST_A_MINUTE);
  expect(rows.length).toBeLessThanOrEqual(2 * MOST_A_MINUTE);
  const again = await makeUser(app, tenant);
  await app.call('DELETE', `${users()}/root`, { token: (await signIn(app, again)).token });
  expect((await search({ operatorUserId: again.userId })).results).toHaveLength(1);
});

it('are not told of an outage, in which rows would be the next thing to fail', async () => {
  const declared = (path: string) =>
    route({
      ...{
        method: 'POST',
        path: `/api/auth/failing/${path}`,
        access: 'me',
        operation: 'update',
        event: 'user.changed',
      },
      ...{ summary: 'Fails', response: z.strictObject({}), errors: [], transaction: 'own' },
    });
  const failing = (['service_unavailable', 'conflict'] as const).map((id) =>
    handle(declared(id), async () => {
      throw fail(id);
    }),
  );
  const one = await createApp(app.tools);
  for (const served of failing) served.mount(one, app.tools);
  const headers = { authorization: `Bearer ${user.token}` };
  for (const {
    route: { path },
  } of failing)
    await one.inject({ method: 'POST', url: path, headers });
  await one.close();
  const { rows } = await app.owner.query("select error_id from system_operation_log where action like '%/failing/%'");
  expect(rows).toEqual([{ error_id: 'conflict' }]);
});

const forgetful = (transaction?: 'own') =>
  route({
    method: 'POST',
    path: `/api/auth/forgetful/${transaction ?? 'within'}`,
    access: 'me',
    operation: 'update',
    event: 'user.changed',
    summary: 'Forgets its event',
    response: z.strictObject({}),
    errors: [],
    ...(transaction && { transaction }),
  });

it.each([['within'], ['own']] as const)('a handler that forgets its event (%s) fails', async (kind) => {
  const served = handle(forgetful(kind === 'own' ? 'own' : undefined), async () => ({}));
  const inTest = await createApp(app.tools);
  const inProduction = await createApp({ ...app.tools, config: { ...app.tools.config, NODE_ENV: 'production' } });
  for (const one of [inTest, inProduction])
    served.mount(
      one,
      one === inTest ? app.tools : { ...app.tools, config: { ...app.tools.config, NODE_ENV: 'production' } },
    );
  const ask = (one: typeof inTest) =>
    one.inject({ method: 'POST', url: served.route.path, headers: { authorization: `Bearer ${user.token}` } });
  expect((await ask(inTest)).statusCode).toBe(500);
  expect((await ask(inProduction)).statusCode).toBe(200);
  await Promise.all([inTest.close(), inProduction.close()]);
  const { rows } = await app.owner.query(
    `select status, target_type, target_id, operator_uuid from system_operation_log where action = $1 and status = 'success'`,
    [`POST ${served.route.path}`],
  );
  expect(rows).toEqual([{ status: 'success', target_type: null, target_id: null, operator_uuid: person.uuid }]);
});

it('an operator’s handler that forgets its event fails, unless it owes none', async () => {
  const act = operatorAct(app.tools.clock());
  const { token } = await createOperatorToken(app.tools, act, {
    name: 'forgetful',
    days: 1,
    scopes: [...operatorScopes],
  });
  const declared = (operation: 'update' | 'read', path: string) =>
    route({
      ...{
        method: 'POST',
        path: `/api/operator/forgetful/${path}`,
        access: 'operator',
        operation,
        event: 'user.changed',
      },
      ...{ summary: 'Forgets its event', response: z.strictObject({}), errors: [], transaction: 'own' },
    });
  const forgets = handle(declared('update', 'all'), async () => ({}));
  const settles = handle(declared('update', 'nothing'), async (call) => {
    call.owesNoEvent();
    return {};
  });
  const reads = handle(declared('read', 'reads'), async () => ({}));
  const one = await createApp(app.tools);
  for (const served of [forgets, settles, reads]) served.mount(one, app.tools);
  const ask = async ({ route: { path } }: typeof forgets) =>
    (await one.inject({ method: 'POST', url: path, headers: { authorization: `Bearer ${token}` } })).statusCode;
  expect([await ask(forgets), await ask(settles), await ask(reads)]).toEqual([500, 200, 200]);
  await one.close();
});
