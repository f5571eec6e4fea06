import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOperatorToken } from '#server/operator/operator-tokens/operator-tokens.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { operatorAct } from '#test/operator-act.ts';
import { operatorScopes } from '#contract/principals.ts';

/** Every refusal logs who, from where, which route and which tenant (standards 22); the request ID is the server's. */

let app: TestApp;
let tenant: TestTenant;
let person: TestUser;
let user: SignedIn;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  tenant = await makeTenant(app);
  person = await makeUser(app, tenant);
  user = await signIn(app, person);
});
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
});

const refusals = () => lines.filter(({ msg }) => msg === 'request refused' || msg === 'request failed');
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a refused call leaves one line', () => {
  it('with the user that called and the route, never the query', async () => {
    const path = `/api/auth/tenants/${tenant.tenantId}/users`;
    const answer = await app.call('GET', `${path}?search=planted-in-the-query`, { token: user.token });
    expect(answer.status).toBe(403);
    expect(refusals()).toMatchObject([
      {
        errorId: 'forbidden',
        method: 'GET',
        route: '/api/auth/tenants/:tenantId/users',
        tenant: tenant.tenantId,
        namedTenant: tenant.tenantId,
        actor: { type: 'person', id: person.uuid },
        address: '127.0.0.1',
        reqId: answer.headers.get('x-request-id'),
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('planted-in-the-query');
  });

  it('with the owner of a token whose session has ended', async () => {
    const gone = await makeUser(app, tenant);
    const { token } = await signIn(app, gone);
    await app.owner.query('update sessions set ended_at = now() where user_uuid = $1', [gone.uuid]);
    app.tools.principals.forget(tenant.tenantId, gone.uuid);
    lines.length = 0;
    expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(401);
    expect(refusals()).toMatchObject([{ errorId: 'invalid_token', actor: { type: 'person', id: gone.uuid } }]);
  });

  it('with the tenant that a sign-in names', async () => {
    const body = { type: 'userId', tenantId: tenant.tenantId, credentials: 'nobody', password: 'planted password' };
    expect((await app.call('POST', '/api/auth/login/user', { body })).status).toBe(401);
    expect(refusals()).toMatchObject([
      {
        ...{ errorId: 'mismatch', method: 'POST', route: '/api/auth/login/user', address: '127.0.0.1' },
        ...{ tenant: null, namedTenant: tenant.tenantId, actor: null },
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('planted password');
  });

  it('with the name of the operator’s token', async () => {
    const act = operatorAct(app.tools.clock());
    const { token } = await createOperatorToken(app.tools, act, {
      name: 'on-call',
      days: 1,
      scopes: [...operatorScopes],
    });
    expect((await app.call('GET', '/api/operator/tenants/no-such-tenant', { token })).status).toBe(404);
    expect(refusals()).toMatchObject([{ errorId: 'not_found', actor: { type: 'operator', id: 'on-call' } }]);
  });

  it.each([
    ['GET', '/api/nothing/here?x=planted', { path: '/api/nothing/here' }],
    ['GET', '/api/%E0%A4%A?x=planted', { path: '/api/%E0%A4%A' }],
    ['POST', '/api/auth/oauth/provider/introspect', { route: '/api/auth/oauth/provider/introspect' }],
  ])('at %s %s', async (method, path, logged) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await app.call(method, path, method === 'POST' ? { body: 'token=planted', headers } : {});
    expect(refusals()).toMatchObject([{ ...logged, method, address: '127.0.0.1' }]);
    expect(JSON.stringify(lines)).not.toContain('planted');
  });
});

describe('the request id', () => {
  it('is the server’s own, and the caller’s is kept beside it', async () => {
    const headers = { 'x-request-id': 'chosen-by-the-caller' };
    const answers = [await app.call('GET', '/api/auth/me', { headers }), await app.call('GET', '/api/auth/me')];
    const ids = answers.map((answer) => answer.headers.get('x-request-id') ?? '');
    for (const id of ids) expect(id).toMatch(UUID_V7);
    expect(refusals()).toMatchObject([{ reqId: ids[0], clientRequestId: 'chosen-by-the-caller' }, { reqId: ids[1] }]);
    expect(refusals()[1]).not.toHaveProperty('clientRequestId');
  });

  it.each([['a b'], ['x'.repeat(65)], ["';drop table users"]])(
    'is not kept of a caller who sends %j',
    async (given) => {
      await app.call('GET', '/api/auth/me', { headers: { 'x-request-id': given } });
      expect(refusals()[0]).not.toHaveProperty('clientRequestId');
    },
  );
});

/** Callers may ask to be treated as having fewer rights, never more. */
describe('X-Access-Control-Pattern', () => {
  it.each<[string, ('User' | 'PowerUser')[], number]>([
    ['powerUser', ['User', 'PowerUser'], 200],
    ['user', ['User', 'PowerUser'], 403],
    ['powerUser', ['User'], 403],
    ['operator', ['User', 'PowerUser'], 400],
    ['', ['User', 'PowerUser'], 400],
  ])('%j of somebody with %j: %i', async (pattern, roles, status) => {
    const { token } = await signIn(app, await makeUser(app, tenant, { roles }));
    const headers = { 'x-access-control-pattern': pattern };
    const answer = await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/users`, { token, headers });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body[0]).toMatchObject({ field: 'X-Access-Control-Pattern' });
  });
});
