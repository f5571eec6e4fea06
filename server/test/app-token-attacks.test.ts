import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from './app.ts';
import { TOTP_REQUEST } from './authenticator.ts';
import {
  makeTenant,
  makeUser,
  portalTokens,
  type SignedIn,
  signIn,
  type TestTenant,
  type TestUser,
} from './factories.ts';
import { makeClient, type TestClient, tokensFor } from './oauth.ts';

/** Attacks with the token of an app whose user has just signed in, and so has a fresh proof (standards 21). */
let app: TestApp;
let tenant: TestTenant;
let annex: TestTenant;
let client: TestClient;
let victim: TestUser;
let signed: SignedIn;

beforeAll(async () => {
  app = await sharedTestApp();
  const securityPolicy = { loginPolicy: { userSelect: true } };
  [tenant, annex] = [await makeTenant(app, { securityPolicy }), await makeTenant(app, { securityPolicy })];
  const scopes = ['openid', 'services', 'portal:user:admin', 'portal:powerUser:admin', 'offline_access'] as const;
  client = await makeClient(app, tenant, { scopes: [...scopes] });
  victim = await makeUser(app, tenant, { mail: 'both@example.com', roles: ['User', 'PowerUser'] });
  signed = await signIn(app, victim);
});
afterAll(() => app.close());

const tokenFor = async (scope: string, more: Record<string, string> = {}) =>
  (await tokensFor(app, client, signed.cookie, scope, more)).access_token;
const refusalOf = async (token: string, method: string, path: string, body?: unknown) => {
  const answer = await app.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  return [answer.status, answer.body?.[0]?.message_id];
};

describe('a token with the scope of users', () => {
  it('does not move the sign-in address, by which the password could be reset', async () => {
    const token = await tokenFor('openid portal:user:admin');
    expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(200);
    const path = '/api/portal/sendUserLoginMailAddressConfirmation';
    expect(await refusalOf(token, 'POST', path, { loginMailAddress: 'evil@attacker.example' })).toEqual([
      403,
      'forbidden',
    ]);
    expect(await app.mails('evil@attacker.example')).toEqual([]);
  });

  it.each<[string, string, unknown?]>([
    ['POST', '/api/auth/me/mfa/totp', TOTP_REQUEST],
    ['POST', '/api/auth/me/mfa/recoveryCodes'],
    ['POST', '/api/auth/me/userCode/request', {}],
    ['POST', '/api/auth/me/cards', { deviceType: 'PorticoMfp', number: '12345678' }],
    ['POST', '/api/auth/me/reauthenticate', { password: 'a guess' }],
    ['PUT', '/api/auth/me/password', { currentPassword: 'a guess', newPassword: 'quiet marble 93 orchard' }],
    ['GET', '/api/auth/me/sessions'],
    ['DELETE', '/api/auth/me/sessions'],
  ])('does not %s %s', async (method, path, body) => {
    const token = await tokenFor('openid portal:user:admin');
    expect(await refusalOf(token, method, path, body)).toEqual([403, 'forbidden']);
  });

  it('neither lists nor changes accounts in other tenants', async () => {
    const other = await makeUser(app, annex, { mail: 'both@example.com' });
    const body = { type: 'loginMailAddress', credentials: 'both@example.com', password: victim.password };
    const chosen = await app.call('POST', '/api/auth/login/user', { body });
    const { loginId } = chosen.body;
    const account = { loginId, tenantId: tenant.tenantId };
    const entered = await app.call('POST', '/api/auth/login/user/account', { body: account });
    const cookie = entered.cookie as string;
    const { access_token: token } = await tokensFor(app, client, cookie, 'openid portal:user:admin');
    expect(await refusalOf(token, 'GET', '/api/auth/myAccounts')).toEqual([403, 'forbidden']);
    expect(await refusalOf(token, 'GET', '/api/account/myAccounts')).toEqual([403, 'forbidden']);
    const path = '/api/auth/myAccounts/defaultTenants';
    expect(await refusalOf(token, 'PUT', path, { tenantId: annex.tenantId })).toEqual([403, 'forbidden']);
    expect(await defaultsOf(victim, other)).toEqual([false, false]);

    // The portal may: both accounts are changed at once, and each tenant's log shows its own, without the other's name.
    const { token: own } = await portalTokens(app, cookie);
    const headers = { 'x-request-id': 'of-the-page' };
    const choose = (tenantId: string | null) => app.call('PUT', path, { token: own, body: { tenantId }, headers });
    expect((await choose(annex.tenantId)).status).toBe(204);
    expect(await defaultsOf(victim, other)).toEqual([false, true]);
    expect((await choose(tenant.tenantId)).status).toBe(204);
    expect(await defaultsOf(victim, other)).toEqual([true, false]);
    const { rows } = await app.owner.query(
      `select tenant_id, target_id, operator_uuid, changes -> 'defaultTenant' as change, client_request_id
       from system_operation_log
       where action like '%defaultTenants' and status = 'success' order by at, tenant_id`,
    );
    const row = ({ tenantId, uuid }: TestUser, change: object) => ({
      ...{ tenant_id: tenantId, target_id: uuid, operator_uuid: uuid, change, client_request_id: 'of-the-page' },
    });
    expect(rows).toHaveLength(3);
    expect(rows[0]).toEqual(row(other, { before: null, after: annex.tenantId }));
    expect(rows).toContainEqual(row(other, { before: annex.tenantId, after: null }));
    expect(rows).toContainEqual(row(victim, { before: null, after: tenant.tenantId }));

    // All or nothing: if one account cannot be changed, the other stays as it is.
    await app.owner.query(
      `create function refuse_default() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`,
    );
    await app.owner.query(
      `create trigger refuse_default before update on users for each row when (new.uuid = '${other.uuid}') execute function refuse_default()`,
    );
    expect((await choose(annex.tenantId)).status).toBe(500);
    expect(await defaultsOf(victim, other)).toEqual([true, false]);
    await app.owner.query('drop trigger refuse_default on users');
  });

  const defaultsOf = async (...users: TestUser[]) => {
    const { rows } = await app.owner.query('select uuid, default_login from users where uuid = any ($1)', [
      users.map(({ uuid }) => uuid),
    ]);
    return users.map(({ uuid }) => rows.find((row) => row.uuid === uuid).default_login);
  };
});

describe('a token with the scope of services alone', () => {
  it.each<[string, string, unknown?]>([
    ['GET', '/api/auth/me'],
    ['GET', '/api/account/myTenant'],
    ['GET', '/api/account/myTenant/securityPolicy/passwordPolicy'],
    ['POST', '/api/account/salau', {}],
    ['POST', '/api/auth/me/mfa/totp', TOTP_REQUEST],
    ['DELETE', '/api/auth/me/mfa/totp/0199a0b0-0000-7000-8000-000000000000'],
  ])('does not %s %s', async (method, path, body) => {
    const token = await tokenFor('openid services', { resource: `${app.url}/api` });
    expect(await refusalOf(token, method, path, body)).toEqual([403, 'forbidden']);
    const { rows } = await app.owner.query('select from totps where user_uuid = $1', [victim.uuid]);
    expect(rows).toEqual([]);
  });
});

describe('a token with the scope of administrators', () => {
  it('plants no client and takes no secret of another', async () => {
    const token = await tokenFor('openid portal:powerUser:admin');
    const path = `/api/auth/tenants/${tenant.tenantId}/oauthClients`;
    expect((await app.call('GET', `/api/auth/tenants/${tenant.tenantId}`, { token })).status).toBe(200);
    expect(await refusalOf(token, 'POST', path, { name: 'A back door' })).toEqual([403, 'forbidden']);
    expect(await refusalOf(token, 'POST', `${path}/${client.clientId}/secret`)).toEqual([403, 'forbidden']);
    expect(await refusalOf(token, 'GET', path)).toEqual([403, 'forbidden']);
  });
});

describe('a token of a person who must set up MFA first', () => {
  it('gets not even what the portal then gets', async () => {
    const strict = await makeTenant(app);
    const user = await makeUser(app, strict);
    const { cookie, token } = await signIn(app, user);
    const held = await tokensFor(app, await makeClient(app, strict), cookie, 'openid portal:user:admin');
    const me = async (one: string) => refusalOf(one, 'GET', '/api/auth/me');
    expect(await me(held.access_token)).toEqual([200, undefined]);
    const securityPolicy = { loginPolicy: { mfa: { siteEnforceMfa: { enabled: true, roles: ['User'] } } } };
    await app.owner.query('update tenants set security_policy = $2 where tenant_id = $1', [
      strict.tenantId,
      JSON.stringify(securityPolicy),
    ]);
    app.tools.principals.forget(strict.tenantId, user.uuid);
    expect(await me(token)).toEqual([200, undefined]);
    expect(await me(held.access_token)).toEqual([403, 'mfa_not_authenticated']);
    expect(await refusalOf(held.access_token, 'POST', '/api/auth/me/mfa/totp', TOTP_REQUEST)).toEqual([
      403,
      'mfa_not_authenticated',
    ]);
  });
});
