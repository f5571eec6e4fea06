import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import {
  answerConsent,
  authorize,
  claimsOf,
  codeForm,
  makeClient,
  pendingRequest,
  post,
  PROVIDER_PATH,
  tokensFor,
} from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
let signed: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  user = await makeUser(app, tenant);
  signed = await signIn(app, user);
});
afterAll(() => app.close());

const asking = (claims: object) => ({ claims: JSON.stringify(claims) });
const userinfo = async (token: string) => (await app.call('GET', `${PROVIDER_PATH}/userinfo`, { token })).body;

test('claims that are asked for come where they are asked for, after a refresh too', async () => {
  const client = await makeClient(app, tenant);
  const asked = asking({ id_token: { email: { essential: true } }, userinfo: { preferred_username: null } });
  const tokens = await tokensFor(app, client, signed.cookie, 'openid', asked);
  expect(claimsOf(tokens.id_token)).toMatchObject({ sub: user.uuid, email: user.mail });
  expect(claimsOf(tokens.id_token)).not.toHaveProperty('email_verified');
  expect(await userinfo(tokens.access_token)).toEqual({
    sub: user.uuid,
    tenantId: tenant.tenantId,
    preferred_username: user.userId,
  });
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const { body } = await post(app, '/token', client, form);
  expect(claimsOf(body.id_token).email).toBe(user.mail);
  expect(await userinfo(body.access_token)).toHaveProperty('preferred_username');
  const { claims_parameter_supported: told } = (await app.call('GET', '/.well-known/openid-configuration')).body;
  expect(told).toBe(true);
});

test('an app gets neither claims that it is not registered for, nor those of another app', async () => {
  const claims = [{ name: 'my_groups', source: 'groupNames', places: ['userinfo' as const, 'idToken' as const] }];
  await makeClient(app, tenant, { claims });
  const client = await makeClient(app, tenant, { scopes: ['openid'] });
  const all = { email: null, name: { essential: true }, roles: null, my_groups: null, groups: null };
  const tokens = await tokensFor(app, client, signed.cookie, 'openid', asking({ id_token: all, userinfo: all }));
  for (const told of [claimsOf(tokens.id_token), await userinfo(tokens.access_token)])
    for (const name of Object.keys(all)) expect(told).not.toHaveProperty(name);
});

test('a third party is asked about for claims as for their scope, and gets none without', async () => {
  const client = await makeClient(app, tenant, { firstParty: false });
  const { cookie, token } = await signIn(app, await makeUser(app, tenant));
  const first = await authorize(app, client.clientId, cookie, { scope: 'openid' });
  await answerConsent(app, cookie, first.location);
  expect((await authorize(app, client.clientId, cookie, { scope: 'openid' })).code).toBeTruthy();
  const asked = { scope: 'openid', ...asking({ userinfo: { email: null } }) };
  const silent = await authorize(app, client.clientId, cookie, { ...asked, prompt: 'none' });
  expect(silent.location.searchParams.get('error')).toBe('consent_required');
  const second = await authorize(app, client.clientId, cookie, asked);
  const query = pendingRequest(second.location).split('?').slice(1).join('?');
  const page = await app.call('POST', `${PROVIDER_PATH}/consent/request`, { token, body: { query } });
  expect(page.body.scopes).toEqual(['openid', 'email']);
  const location = await answerConsent(app, cookie, second.location);
  const code = location.searchParams.get('code');
  const { body } = await post(app, '/token', client, codeForm(app, client.clientId, { ...second, code }));
  expect(await userinfo(body.access_token)).toHaveProperty('email');
});

test('another user than the one that is asked for is never told of', async () => {
  const client = await makeClient(app, tenant);
  const other = await makeUser(app, tenant);
  const wanting = (sub: unknown) => authorize(app, client.clientId, signed.cookie, asking({ id_token: { sub } }));
  expect((await wanting({ value: other.uuid })).location.pathname).toBe('/login.html');
  for (const sub of [{ values: [other.uuid] }, { value: 7 }, { value: null }, { value: '' }])
    expect((await wanting(sub)).location.searchParams.get('error')).toBe('invalid_request');
  expect((await wanting({ value: user.uuid })).code).toBeTruthy();
});

test.each(['{', '[]', '7', 'null', '{}', '{"userinfo":[]}', '{"id_token":"sub"}'])(
  '%s is no claims parameter, and the app is told',
  async (claims) => {
    const client = await makeClient(app, tenant);
    const { location } = await authorize(app, client.clientId, signed.cookie, { claims });
    expect(location.searchParams.get('error')).toBe('invalid_request');
  },
);
