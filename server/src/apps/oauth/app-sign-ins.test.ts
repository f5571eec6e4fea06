import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { authorize, makeClient, PROVIDER_PATH, post, tokensFor } from '#test/oauth.ts';

const HOUR = 3_600_000;
let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
});
afterAll(() => app.close());

const search = async (body: object) => {
  const path = `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/login`;
  // Signs in again, because time passes in these tests.
  const { token } = await signIn(app, admin);
  return (await app.call('POST', path, { token, body: { condition: body } })).body;
};
const person = async () => {
  const user = await makeUser(app, tenant);
  return { user, ...(await signIn(app, user)) };
};

describe('a sign-in to an application', () => {
  test('is in the log with its name, once an hour for a session, however often it asks', async () => {
    const { user, cookie } = await person();
    const client = await makeClient(app, tenant, { name: 'Print Flow' });
    const { refresh_token } = await tokensFor(app, client, cookie, 'openid');
    await tokensFor(app, client, cookie, 'openid', { prompt: 'none' });
    await post(app, '/token', client, { grant_type: 'refresh_token', refresh_token });
    const rows = async () => (await search({ userId: user.userId, loginType: 'application' })).results;
    const [first, ...more] = await rows();
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      userId: user.userId,
      uuid: user.uuid,
      status: 'success',
      loginType: 'application',
      clientId: client.clientId,
      clientName: 'Print Flow',
      address: '127.0.0.1',
    });
    const all = (await search({ userId: user.userId })).results;
    expect(all.map(({ loginType }: { loginType: string }) => loginType)).toEqual(['application', 'userId']);
    expect(all[0].sessionId).toBe(all[1].sessionId);
    const again = await signIn(app, user);
    await tokensFor(app, client, again.cookie, 'openid');
    expect(await rows()).toHaveLength(2);
    app.advance(HOUR + 1000);
    await tokensFor(app, client, (await signIn(app, user)).cookie, 'openid');
    expect(await rows()).toHaveLength(3);
    app.advance(-HOUR - 1000);
  });

  test('is not written for the portal, nor where no code was given', async () => {
    const { user, cookie } = await person();
    const client = await makeClient(app, tenant, { firstParty: false });
    expect((await authorize(app, client.clientId, cookie)).code).toBeNull();
    await authorize(app, 'portal', cookie, { scope: 'openid portal:user:admin' });
    const { results } = await search({ userId: user.userId });
    expect(results.map(({ loginType }: { loginType: string }) => loginType)).toEqual(['userId']);
  });

  test('is in one’s own history too', async () => {
    const { cookie, token } = await person();
    await tokensFor(app, await makeClient(app, tenant, { name: 'Archive' }), cookie, 'openid');
    const { body } = await app.call('POST', '/api/auth/me/operations/search/logs/login', { token, body: {} });
    expect(body.results).toMatchObject([
      { loginType: 'application', clientName: 'Archive', isCurrent: true },
      { clientName: null },
    ]);
  });

  test('by a device is written when it is let in', async () => {
    const { user, token } = await person();
    const grant = 'urn:ietf:params:oauth:grant-type:device_code';
    const device = await makeClient(app, tenant, { name: 'Board', grantTypes: [grant], redirectUris: [] });
    const { body } = await post(app, '/device/authorization', device, { scope: 'openid' });
    const complete = { userCode: body.user_code, accept: true };
    await app.call('POST', `${PROVIDER_PATH}/device/complete`, { token, body: complete });
    expect((await search({ userId: user.userId, loginType: 'application' })).results).toMatchObject([
      { clientName: 'Board' },
    ]);
  });
});
