import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '#contract/errors.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { allRoutes } from '#server/app.ts';
import { sharedTestApp, type TestApp } from './app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from './factories.ts';
import { claimsOf, makeClient, tokensFor } from './oauth.ts';

/** Walks the contract: every call is served, and refuses those it must refuse. */

const routes: RouteDefinition[] = allRoutes.map(({ route }) => route);
const provesItself = ['public', 'operator', 'device'];
const needsUser = routes.filter(({ access }) => !provesItself.includes(access));
const name = (route: RouteDefinition) => `${route.method} ${route.path}`;

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
let user: SignedIn;
let administrator: SignedIn;

beforeAll(async () => {
  app = await sharedTestApp();
  [tenant, other] = [await makeTenant(app), await makeTenant(app)];
  user = await signIn(app, await makeUser(app, tenant));
  administrator = await signIn(app, await makeUser(app, tenant, { roles: ['User', 'PowerUser'] }));
});
afterAll(() => app.close());

/** The path with made-up values for its parameters; with a tenant if it has one. */
const pathOf = (route: RouteDefinition, tenantId: string) =>
  route.path.replace(/\{(\w+)\}/g, (_, parameter) => (parameter === 'tenantId' ? tenantId : randomUUID()));
const bodyOf = (route: RouteDefinition) => (route.body ? {} : undefined);

describe('the table', () => {
  it('is not empty, and names each call once', () => {
    expect(routes.length).toBeGreaterThan(50);
    expect(new Set(routes.map(name)).size).toBe(routes.length);
  });

  it('each call states what it does', () => {
    const isRight = ({ method, operation, path, errors, body }: RouteDefinition) =>
      Boolean(operation) &&
      (method === 'GET' ? body === undefined : operation !== 'read') &&
      /^\/api\/(auth|account|portal|site|device|service|operator)\//.test(path) &&
      errors.every((id) => errorCatalogue[id] >= 400);
    expect(routes.filter((route) => !isRight(route)).map(name)).toEqual([]);
  });
});

describe('every call', () => {
  it.each(routes.map((route) => [name(route), route] as const))('%s is served and never fails', async (_, route) => {
    const answer = await app.call(route.method, pathOf(route, tenant.tenantId), {
      body: bodyOf(route),
      token: administrator.token,
    });
    expect(answer.status).toBeLessThan(500);
    if (answer.status === 404) expect(answer.body[0].message_id).toMatch(/not_found|not_exist|no_/);
  });

  it.each(needsUser.map((route) => [name(route), route] as const))(
    '%s refuses the missing and the made-up token',
    async (_, route) => {
      const { token } = administrator;
      const [head, body, signature = ''] = token.split('.');
      const forged = `${head}.${body}.${signature.slice(0, -4)}AAAA`;
      for (const wrong of [undefined, 'nonsense', forged, administrator.refreshToken]) {
        const answer = await app.call(route.method, pathOf(route, tenant.tenantId), {
          body: bodyOf(route),
          token: wrong,
        });
        expect([wrong, answer.status, answer.body[0].message_id]).toEqual([wrong, 401, 'invalid_token']);
      }
    },
  );

  const administrative = needsUser.filter(({ access }) => access !== 'me' && access !== 'limited');
  it.each(administrative.map((route) => [name(route), route] as const))(
    '%s refuses an ordinary user',
    async (_, route) => {
      const answer = await app.call(route.method, pathOf(route, tenant.tenantId), {
        body: bodyOf(route),
        token: user.token,
      });
      expect(answer.status).toBe(403);
      const narrowed = await app.call(route.method, pathOf(route, tenant.tenantId), {
        body: bodyOf(route),
        token: administrator.token,
        headers: { 'x-access-control-pattern': 'user' },
      });
      expect(narrowed.status).toBe(403);
    },
  );

  const ofTenant = needsUser.filter(({ path }) => path.includes('{tenantId}'));
  it.each(ofTenant.map((route) => [name(route), route] as const))(
    '%s does not know another tenant',
    async (_, route) => {
      const ask = async (tenantId: string) =>
        app.call(route.method, pathOf(route, tenantId), { body: bodyOf(route), token: administrator.token });
      const [foreign, unknown] = [await ask(other.tenantId), await ask('no-such-tenant')];
      expect(foreign.status).toBe(unknown.status);
      expect(foreign.status).toBeGreaterThanOrEqual(400);
      expect(foreign.body).toEqual(unknown.body);
    },
  );
});

/** The routes that only the portal may call: a new one must declare it and be matched by this list. */
const portalOnly: readonly RegExp[] = [
  /^\S+ \/api\/auth\/me\/(mfa|password|sessions|connectedApps|userCode|cards|externalAccounts|reauthenticate)\b/,
  /^POST \/api\/auth\/me\/loginHistory\/\{id\}\/notMe$/,
  /^\S+ \/api\/(auth|account)\/myAccounts\b/,
  /^POST \/api\/auth\/oauth\/provider\/(device|consent)\//,
  /^POST \/api\/portal\/(send|cancel)UserLoginMailAddressConfirmation$/,
  /\/users\/\{userId\}\/(connectedApps|deviceLogin)\b/,
  /^GET \/api\/portal\/userRegisterUrl$/,
  /\/oauthClients\b/,
  /\/samlIdP\b/,
  /\/(samls|saml\/import|samlMetadata\.json)\b/,
  /^(POST|DELETE) .*\/deletedUsers\b/,
];
/** Those that also require a recent proof: credentials, clients, and exports of personal data. */
const proven: readonly RegExp[] = [
  /^POST \/api\/auth\/me\/mfa\/(totp|recoveryCodes)$/,
  /^(POST|PUT|DELETE) \/api\/auth\/me\/(userCode|cards|externalAccounts)\b/,
  /^PUT \/api\/auth\/myAccounts\//,
  /^POST \/api\/portal\/send(UserLoginMailAddress|ResetPassword)Confirmation$/,
  /^(POST|PUT|DELETE) .*\/oauthClients(?!.*logoutDeliveries)\b/,
  /^(POST|PUT|DELETE) .*\/samlIdP(?!.*readMetadata)\b/,
  /^(POST|PUT|DELETE) .*\/samls\b/,
  /^(POST|PUT|DELETE) .*\/users\/\{userId\}\/(userCode|onpremiseAccounts|openidProviderAccounts|resetMfa|requireNewPassword|oneTimePassword|signOut)\b/,
  /^(POST|DELETE) .*\/credential$/,
  /^(POST .*\/(user|log)Export|GET .*\/(user|log)Export\/.*\/(download|manifest))$/,
  /^PUT .*\/logRetention$/,
  /^DELETE .*\/deletedUsers\b/,
];
const isOneOf = (kinds: readonly RegExp[], route: RouteDefinition) => kinds.some((kind) => kind.test(name(route)));
const isPortals = ({ only, proof }: RouteDefinition) => only === 'portal' || proof === 'recent';

describe('what only the person at the portal may do', () => {
  it('is stated by every route of its kinds', () => {
    for (const kind of [...portalOnly, ...proven])
      expect(routes.map(name).filter((one) => kind.test(one))).not.toEqual([]);
    const silent = needsUser.filter((route) => isOneOf(portalOnly, route) && !isPortals(route));
    const unproven = needsUser.filter((route) => isOneOf(proven, route) && route.proof !== 'recent');
    expect([...silent, ...unproven].map(name)).toEqual([]);
  });

  it('is asked of people alone: no other caller could prove anything', () => {
    expect(routes.filter((route) => isPortals(route) && !needsUser.includes(route)).map(name)).toEqual([]);
  });

  describe('with the widest token of an app', () => {
    let token: string;
    let offline: string;
    beforeAll(async () => {
      const scope = 'openid portal:user:admin portal:powerUser:admin';
      const client = await makeClient(app, tenant);
      token = (await tokensFor(app, client, administrator.cookie, scope)).access_token;
      const more = { prompt: 'consent' };
      offline = (await tokensFor(app, client, administrator.cookie, `${scope} offline_access`, more)).access_token;
    });

    it.each(needsUser.filter(isPortals).map((route) => [name(route), route] as const))('%s', async (_, route) => {
      for (const one of [token, offline]) {
        const path = pathOf(route, tenant.tenantId);
        const answer = await app.call(route.method, path, { body: bodyOf(route), token: one });
        expect([answer.status, answer.body[0].message_id]).toEqual([403, 'forbidden']);
      }
    });
  });

  describe('with a proof that has grown old', () => {
    let stale: SignedIn;
    beforeAll(async () => {
      const user = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
      stale = await signIn(app, user);
      await app.owner.query("update sessions set proved_at = proved_at - interval '15 minutes' where session_id = $1", [
        claimsOf(stale.token).sid,
      ]);
      app.tools.principals.forget(tenant.tenantId, user.uuid);
    });

    it.each(needsUser.filter(({ proof }) => proof === 'recent').map((route) => [name(route), route] as const))(
      '%s',
      async (_, route) => {
        const path = pathOf(route, tenant.tenantId);
        const answer = await app.call(route.method, path, { body: bodyOf(route), token: stale.token });
        expect([answer.status, answer.body[0].message_id]).toEqual([403, 'reauthentication_required']);
      },
    );
  });
});

describe('nothing else', () => {
  it.each([
    '/api',
    '/api/auth',
    '/api/auth/nothing',
    '/api/auth/me/',
    '/api/auth/ME',
    '/api/operator',
    '/api/%E0%A4%A',
  ])('is at %s', async (path) => {
    const answer = await app.call('GET', path, { token: administrator.token });
    expect(answer.status).toBe(404);
    expect(answer.body[0].message_id).toBe('not_found');
  });

  it.each([
    ['malformed JSON', '{"a":', 400],
    ['a key twice', '{"type":"userId","type":"userId"}', 400],
    ['invalid UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['a body over the limit', JSON.stringify({ credentials: 'x'.repeat(150_000) }), 413],
  ])('is done with %s', async (_, body, status) => {
    const answer = await app.call('POST', '/api/auth/login/user', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(status);
    expect(answer.body[0].message_id).toMatch(/^(invalid_params|body_too_large)$/);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });
});
