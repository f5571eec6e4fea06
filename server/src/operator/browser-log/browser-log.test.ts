import { afterAll, beforeAll, expect, it } from 'vitest';
import { CREDENTIALS_SCOPE, OPERATOR_SCOPE } from '#contract/principals.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeClient, tokensFor } from '#test/oauth.ts';
import { operatorAct } from '#test/operator-act.ts';
import { createOperatorToken } from '../operator-tokens/operator-tokens.ts';

/** What pages told of themselves (`sal`, `salau`) can be read by the operator, and by nobody else. */

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
let token: string;
const requestIds: (string | null)[] = [];

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  user = await makeUser(app, tenant);
  token = await tokenWith(CREDENTIALS_SCOPE);
  const { token: own } = await signIn(app, user);
  for (const operationId of ['op-1', 'op-2', 'op-3']) {
    const body = { operationId, userAction: 'click', screenName: 'top' };
    const answer = await app.call('POST', '/api/account/salau', { token: own, body });
    requestIds.push(answer.headers.get('x-request-id'));
  }
  await app.call('POST', '/api/account/sal', { body: { operationId: 'op-1', screenName: 'login' } });
});
afterAll(() => app.close());

const tokenWith = async (scope: typeof OPERATOR_SCOPE | typeof CREDENTIALS_SCOPE) =>
  (
    await createOperatorToken(app.tools, operatorAct(app.tools.clock()), {
      name: scope.replaceAll(':', '-'),
      days: 1,
      scopes: [scope],
    })
  ).token;
const search = (query: Record<string, string>, bearer = token) =>
  app.call('GET', `/api/operator/browserLog?${new URLSearchParams({ reason: 'ticket 47', ...query })}`, {
    token: bearer,
  });
const found = async (query: Record<string, string>) =>
  (await search(query)).body.results.map(({ entry }: { entry: { operationId: string } }) => entry.operationId);

it('is found by tenant, user, request and operation, newest first, page by page', async () => {
  const { tenantId } = tenant;
  expect(await found({ tenantId })).toEqual(['op-3', 'op-2', 'op-1']);
  expect(await found({ tenantId, userUuid: user.uuid, operationId: 'op-2' })).toEqual(['op-2']);
  expect(await found({ tenantId, requestId: requestIds[0] ?? '' })).toEqual(['op-1']);
  expect(await found({ tenantId, operationId: 'op-9' })).toEqual([]);
  const first = (await search({ tenantId, count: '2' })).body;
  expect(first.results).toMatchObject([{ userUuid: user.uuid, address: '127.0.0.1' }, {}]);
  expect(await found({ tenantId, count: '2', cursor: first.next })).toEqual(['op-1']);
  expect(await found({ tenantId, to: new Date(Date.now() - 60_000).toISOString() })).toEqual([]);
});

it('is found from a row of either log: by the id that the answer gave the page, or by the one that the page gave the call', async () => {
  const { tenantId } = tenant;
  const { token: own } = await signIn(app, user);
  const tell = (operationId: string | null) =>
    app.call('POST', '/api/account/salau', { token: own, body: { operationId, operationResult: 'error' } });
  const refused = () =>
    app.call('DELETE', `/api/auth/tenants/${tenantId}/users/root`, {
      token: own,
      headers: { 'x-request-id': 'of-the-page' },
    });
  const [first, second] = [
    (await refused()).headers.get('x-request-id'),
    (await refused()).headers.get('x-request-id'),
  ];
  await tell(first);
  expect(await found({ tenantId, requestId: first ?? '' })).toEqual([first]);
  await tell('of-the-page');
  expect(await found({ tenantId, requestId: second ?? '' })).toEqual(['of-the-page']);
  const signedIn = { type: 'userId', tenantId, credentials: user.userId, password: 'a wrong password' };
  const headers = { 'x-request-id': 'of-the-sign-in' };
  const wrong = await app.call('POST', '/api/auth/login/user', { body: signedIn, headers });
  await tell('of-the-sign-in');
  const requestId = wrong.headers.get('x-request-id') ?? '';
  expect(await found({ tenantId, requestId })).toEqual(['of-the-sign-in']);
  // A row of one tenant leads to nothing of another, nor of guests.
  expect(await found({ tenantId: (await makeTenant(app)).tenantId, requestId })).toEqual([]);
  expect(await found({ requestId })).toEqual([]);
});

it('of guests is the provider’s, and that of one tenant never another’s', async () => {
  const guests = (await search({})).body.results;
  expect(guests).toMatchObject([{ userUuid: null, entry: { operationId: 'op-1', screenName: 'login' } }]);
  expect(await found({ tenantId: (await makeTenant(app)).tenantId })).toEqual([]);
  expect((await search({ tenantId: 'no-such-tenant' })).status).toBe(404);
});

it('is refused without the scope, to an application’s token, and what is no question', async () => {
  const client = await makeClient(app, tenant);
  const { access_token } = await tokensFor(app, client, (await signIn(app, user)).cookie, 'openid portal:user:admin');
  expect((await search({ tenantId: tenant.tenantId }, access_token)).status).toBe(401);
  const administrator = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  expect((await search({ tenantId: tenant.tenantId }, administrator.token)).status).toBe(401);
  expect((await search({ tenantId: tenant.tenantId }, await tokenWith(OPERATOR_SCOPE))).status).toBe(403);
  const wrong: Record<string, string>[] = [
    ...[{ tenantId: '-' }, { cursor: 'x' }, { count: '501' }, { from: 'yesterday' }, { requestId: "'" }],
    { cursor: `1_${'-'.repeat(36)}` },
  ];
  for (const query of wrong) expect((await search(query)).status).toBe(400);
});
