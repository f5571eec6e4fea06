import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdministered } from './administrator.ts';
import type { TestApp } from './app.ts';
import { makeUser, PASSWORD, portalTokens, type SignedIn, type TestTenant } from './factories.ts';
import { makeClient, tokensFor } from './oauth.ts';

/**
 * Acts that grant rights require a fresh proof: calls that are sensitive only with certain input (route-table.test.ts
 * walks the others).
 */
let app: TestApp;
let tenant: TestTenant;
let signedIn: SignedIn;
let stale: string;
let appToken: string;
let member: string;

beforeAll(async () => {
  ({ app, tenant, signedIn } = await startAdministered());
  member = (await makeUser(app, tenant)).userId;
  const scope = 'openid portal:powerUser:admin';
  appToken = (await tokensFor(app, await makeClient(app, tenant), signedIn.cookie, scope)).access_token;
  app.advance(15 * 60_000);
  stale = (await portalTokens(app, signedIn.cookie)).token;
  appToken = (await tokensFor(app, await makeClient(app, tenant), signedIn.cookie, scope)).access_token;
});
afterAll(() => app.close());

type Act = [string, () => [string, string, object]];
const at = (path: string) => `/api/auth/tenants/${tenant.tenantId}${path}`;
const user = (given: object) => ({ userId: 'new', familyName: 'New', givenName: 'One', status: 'active', ...given });
const url = (given: object) => ({ role: 'PowerUser', expiresIn: 3600, usersLimit: 20, ...given });
const acts: Act[] = [
  ['making an administrator', () => ['POST', at('/users'), user({ roles: ['User', 'PowerUser'] })]],
  ['setting a password', () => ['POST', at('/users'), user({ password: PASSWORD })]],
  ['giving administrator rights', () => ['PUT', at(`/users/${member}`), { roles: ['User', 'PowerUser'] }]],
  ['moving an address', () => ['PUT', at(`/users/${member}`), { loginMailAddress: 'evil@attacker.example' }]],
  ['signing many out', () => ['POST', at('/operations/users'), { action: 'signOut', userIds: [member] }]],
  [
    'a policy',
    () => ['PUT', at(''), { securityPolicy: { sessionPolicy: { idleMinutes: 30 } }, securityPolicyVersion: 0 }],
  ],
  [
    'a registration URL for administrators',
    () => ['POST', '/api/portal/userRegisterUrl', url({ enabledDomains: ['example.com'] })],
  ],
];
const refusal = async (token: string, [method, path, body]: [string, string, object]) => {
  const answer = await app.call(method, path, { token, body });
  return [answer.status, answer.body?.[0]?.message_id];
};

describe('power without a fresh proof', () => {
  it.each(acts)('%s is refused, and to an app in any case', async (_, act) => {
    expect(await refusal(stale, act())).toEqual([403, 'reauthentication_required']);
    expect(await refusal(appToken, act())).toEqual([403, 'forbidden']);
  });

  it('deleting one’s own account is refused', async () => {
    const answer = await app.call('DELETE', at('/users/admin'), { token: stale });
    expect([answer.status, answer.body[0].message_id]).toEqual([403, 'reauthentication_required']);
  });

  it('what gives no power goes on', async () => {
    const made = await app.call('POST', at('/users'), { token: stale, body: { ...user({}), userId: 'plain' } });
    expect(made.status).toBe(200);
    const changed = await app.call('PUT', at('/users/plain'), { token: stale, body: { department: 'Sales' } });
    expect(changed.status).toBe(200);
  });

  it('with one, all of it is done', async () => {
    const proof = { token: stale, body: { password: PASSWORD } };
    expect((await app.call('POST', '/api/auth/me/reauthenticate', proof)).status).toBe(200);
    for (const [name, act] of acts.filter(([name]) => name !== 'setting a password')) {
      expect([name, ...(await refusal(stale, act()))]).toEqual([name, 200, undefined]);
    }
  });

  it('a URL that makes administrators names domains and is for twenty at most', async () => {
    const path = '/api/portal/userRegisterUrl';
    expect(await refusal(stale, ['POST', path, url({})])).toEqual([400, 'invalid_params_enabledDomains']);
    const wide = url({ enabledDomains: ['example.com'], usersLimit: 21 });
    expect(await refusal(stale, ['POST', path, wide])).toEqual([400, 'exceeded_administrators']);
    const made = await app.call('POST', path, { token: stale, body: url({ enabledDomains: ['example.com'] }) });
    const change = (body: object) => refusal(stale, ['PUT', `${path}/${made.body.uuid}`, body]);
    expect(await change({ enabledDomains: [] })).toEqual([400, 'invalid_params_enabledDomains']);
    expect(await change({ usersLimit: 21 })).toEqual([400, 'exceeded_administrators']);
    expect(await change({ usersLimit: 5 })).toEqual([200, undefined]);
  });
});
