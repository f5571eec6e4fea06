import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenidCause } from '#contract/federation/openid-values.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { type Cybozu, type CybozuAnswers, cybozuClient, RECORD_APP, startCybozu } from '#test/cybozu.ts';
import { makeTenant, makeUser, portalTokens, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';
import { arrive, depart, exchange } from '#test/federation.ts';

let app: TestApp;
let cybozu: Cybozu;
let tenant: TestTenant;
let admin: SignedIn;
beforeAll(async () => {
  cybozu = await startCybozu();
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.1', CYBOZU_URL: cybozu.address });
});
afterAll(async () => {
  await app.close();
  await cybozu.close();
});
beforeEach(async () => {
  cybozu.misbehave = {};
  cybozu.asked.length = 0;
  cybozu.records.clear();
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
});

const oidcs = () => `/api/auth/tenants/${tenant.tenantId}/oidcs`;
const connection = {
  kind: 'cybozu',
  opId: 'cybozu',
  displayName: 'cybozu.com',
  ...cybozuClient,
  recordApp: RECORD_APP,
};
const add = (more: object = {}) =>
  app.call('POST', oidcs(), {
    token: admin.token,
    body: { ...connection, subdomain: 'Example-1', enabled: true, jitProvisioning: true, ...more },
  });
const put = (more: object) => {
  const { displayName, clientId, recordApp } = connection;
  const body = { displayName, clientId, recordApp, subdomain: 'example-1', enabled: true, expected: {}, ...more };
  return app.call('PUT', `${oidcs()}/cybozu`, { token: admin.token, body });
};
const lastTrace = async () =>
  (await app.call('GET', `${oidcs()}/cybozu/traces`, { token: admin.token })).body.results[0];

/** A round up to the page that completes the sign-in. */
async function round(user: string) {
  const { url, cookie } = await depart(app, tenant.tenantId, 'cybozu');
  return { url, cookie, ...(await arrive(cybozu.approve(url, user), cookie)) };
}
async function come(user: string) {
  const { told, cookie } = await round(user);
  return exchange(app, told.get('exchangeCode') ?? '', cookie);
}

it('a newcomer signs in, and again as the same one; the record is gone', async () => {
  expect((await add()).body).toMatchObject({ subdomain: 'example-1', recordApp: RECORD_APP, issuer: /example-1$/ });
  const first = await come('taro');
  expect(first.body).toMatchObject({ status: 'completed', tenantId: tenant.tenantId, userId: 'taro' });
  expect((await come('taro')).body.uuid).toBe(first.body.uuid);
  expect((await come('hanako')).body.uuid).not.toBe(first.body.uuid);
  expect(cybozu.records.size).toBe(0);
  expect((await lastTrace()).detail).toEqual({ subject: 'example-1/hanako' });
  const { rows } = await app.owner.query('select family_name from users where uuid = $1', [first.body.uuid]);
  expect(rows).toEqual([{ family_name: 'taro さん' }]);
});

it('asks for what its documentation names, and proves the code to be its own', async () => {
  await add({ recordScopes: ['k:app_record:read', 'k:app_record:write', 'k:file:read'] });
  const { url } = await round('taro');
  const { pathname, searchParams } = new URL(url);
  expect(pathname).toBe('/example-1/oauth2/authorization');
  expect(searchParams.get('scope')).toBe('k:app_record:read k:app_record:write k:file:read');
  expect([...searchParams.keys()].sort()).toEqual(
    ['client_id', 'code_challenge', 'code_challenge_method', 'redirect_uri', 'response_type', 'scope', 'state'].sort(),
  );
  expect(cybozu.asked).toEqual([
    'POST /oauth2/token',
    'POST /k/v1/record.json',
    'GET /k/v1/record.json',
    'DELETE /k/v1/records.json',
  ]);
});

it('who is signed in links an account there, and unlinks it; the sign-in never counts as recent', async () => {
  await add({ jitProvisioning: false });
  expect((await round('taro')).told.get('federationError')).toBe('rp_account_not_federated');
  const user = await makeUser(app, tenant);
  const signed = await signIn(app, user);
  const body = { opId: 'cybozu' };
  const begun = await app.call('POST', '/api/auth/oidc/rp/connect', { ...signed, body });
  const federation = begun.headers.getSetCookie().map((line) => line.split(';')[0]);
  const back = await arrive(cybozu.approve(begun.body.url, 'taro'), [signed.cookie, ...federation].join('; '));
  expect([back.page, back.told.get('federationError')]).toEqual([
    '/portal/account/external_service_login_coordination',
    null,
  ]);
  const linked = await app.call('GET', '/api/auth/me/externalAccounts', { token: signed.token });
  expect(linked.body.results).toMatchObject([{ type: 'cybozu', opId: 'cybozu', displayName: 'cybozu.com' }]);
  const come = await round('taro');
  const done = await exchange(app, come.told.get('exchangeCode') ?? '', come.cookie);
  expect(done.body).toMatchObject({ status: 'completed', userId: user.userId });
  const path = `/api/auth/me/externalAccounts/${linked.body.results[0].uuid}`;
  const { token } = await portalTokens(app, done.cookie ?? '');
  expect((await app.call('DELETE', path, { token })).body[0].message_id).toBe('reauthentication_required');
  expect((await app.call('DELETE', path, { token: signed.token })).status).toBe(204);
  expect((await round('taro')).told.get('federationError')).toBe('rp_account_not_federated');
});

it('is offered on the sign-in page, and a test signs nobody in', async () => {
  await add();
  const ways = await app.call('POST', '/api/auth/loginType/site', { body: { tenantId: tenant.tenantId } });
  expect(ways.body.providers).toEqual([{ type: 'cybozu', id: 'cybozu', displayName: 'cybozu.com' }]);
  const begun = await app.call('POST', '/api/auth/oidc/rp/verify', { ...admin, body: { opId: 'cybozu' } });
  const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0]);
  const back = await arrive(cybozu.approve(begun.body.url, 'taro'), cookie.join('; '));
  expect([back.page, back.told.get('exchangeCode')]).toEqual(['/portal/openid-providers/cybozu', null]);
  const shown = async () => (await app.call('GET', `${oidcs()}/cybozu`, { token: admin.token })).body;
  expect(await shown()).toMatchObject({ linkedUsers: 0, testedAt: expect.any(String) });
  // Another app of another customer has to be tested anew.
  expect((await put({ jitProvisioning: true })).body.testedAt).not.toBeNull();
  expect((await put({ subdomain: 'example-2' })).body).toMatchObject({ testedAt: null, issuer: /example-2$/ });
  expect((await shown()).recordApp).toBe(RECORD_APP);
});

describe('settings', () => {
  it.each([
    ['no subdomain', { subdomain: '' }, 'subdomain'],
    ['a subdomain with a dot', { subdomain: 'a.b' }, 'subdomain'],
    ['a subdomain that begins with a hyphen', { subdomain: '-a' }, 'subdomain'],
    ['a subdomain that leads elsewhere', { subdomain: 'evil.example/' }, 'subdomain'],
    ['no app', { recordApp: null }, 'recordApp'],
    ['app 0', { recordApp: 0 }, 'recordApp'],
    ['a scope with a space', { recordScopes: ['a b'] }, 'recordScopes.0'],
    ['an issuer', { issuer: 'https://evil.example' }, 'issuer'],
  ])('refuse %s', async (_, more, field) => {
    const answer = await add(more);
    expect([answer.status, answer.body[0]]).toMatchObject([400, { message_id: 'invalid_params', field }]);
  });

  it('are one a tenant, and never tell the secret', async () => {
    const made = await add();
    expect(JSON.stringify(made.body)).not.toContain(cybozuClient.clientSecret);
    expect((await add({ opId: 'cybozu-2' })).body[0].message_id).toBe('conflict');
    expect((await put({ subdomain: '' })).body[0]).toMatchObject({ message_id: 'invalid_params', field: 'subdomain' });
  });

  it('of another kind keep nothing of it', async () => {
    const { subdomain: _, ...oidc } = { ...connection, kind: 'oidc', issuer: 'https://idp.example', subdomain: 'x' };
    const made = await app.call('POST', oidcs(), { token: admin.token, body: { ...oidc, subdomain: 'x' } });
    expect(made.body).toMatchObject({ kind: 'oidc', subdomain: '', recordApp: null });
  });
});

const TOKEN = 'POST /oauth2/token';
const ADD = 'POST /k/v1/record.json';
const READ = 'GET /k/v1/record.json';
const person = (code: unknown) => ({ type: 'CREATOR', value: { code, name: 'x' } });
const record = (fields: object) => ({ body: { record: { $id: { type: '__ID__', value: '102' }, ...fields } } });

/** What is wrong after the browser left: `[what, answer, cause]`. */
const bad: [string, CybozuAnswers, OpenidCause][] = [
  ['a refused code', { [TOKEN]: { status: 400, body: { error: 'invalid_grant' } } }, 'token_refused'],
  ['a refused client', { [TOKEN]: { status: 401, body: { error: 'invalid_client' } } }, 'token_refused'],
  ['tokens that are a number', { [TOKEN]: { body: 7 } }, 'token_invalid'],
  ['tokens that are an array', { [TOKEN]: { body: [] } }, 'token_invalid'],
  ['no access token', { [TOKEN]: { body: { token_type: 'bearer' } } }, 'token_invalid'],
  ['an empty access token', { [TOKEN]: { body: { access_token: '' } } }, 'token_invalid'],
  ['an access token that is a number', { [TOKEN]: { body: { access_token: 1 } } }, 'token_invalid'],
  ['a token of another type', { [TOKEN]: { body: { access_token: 'a', token_type: 'mac' } } }, 'token_invalid'],
  ['a token for nothing', { [TOKEN]: { body: { access_token: 'unknown' } } }, 'identity_refused'],
  ['no right to add', { [ADD]: { status: 403, body: { code: 'CB_NO02', message: 'no' } } }, 'identity_refused'],
  ['a record without number', { [ADD]: { body: {} } }, 'identity_invalid'],
  ['a record whose number is a number', { [ADD]: { body: { id: 103 } } }, 'identity_invalid'],
  ['a record whose number is a path', { [ADD]: { body: { id: '../../k/v1/apps.json' } } }, 'identity_invalid'],
  ['an addition that is no JSON', { [ADD]: { raw: '<html>' } }, 'identity_invalid'],
  ['an addition of 2 MB', { [ADD]: { raw: `"${'a'.repeat(2 * 1024 * 1024)}"` } }, 'identity_unreachable'],
  ['no right to read', { [READ]: { status: 403, body: { code: 'CB_NO02' } } }, 'identity_refused'],
  ['a fault', { [READ]: { status: 500, raw: '<html>' } }, 'identity_refused'],
  ['a record that is an array', { [READ]: { body: { record: [] } } }, 'identity_invalid'],
  ['a record without creator', { [READ]: record({}) }, 'identity_invalid'],
  ['a creator who is a number', { [READ]: record({ a: person(7) }) }, 'identity_invalid'],
  ['a creator without a name to sign in', { [READ]: record({ a: person('') }) }, 'identity_invalid'],
  ['a creator with a control character', { [READ]: record({ a: person('ta\u0000ro') }) }, 'identity_invalid'],
  [
    'a creator with half a character',
    { [READ]: { raw: JSON.stringify(record({ a: person('ta\ud83d') }).body) } },
    'identity_invalid',
  ],
  ['a creator of 200 characters', { [READ]: record({ a: person('a'.repeat(200)) }) }, 'identity_invalid'],
  ['two creators', { [READ]: record({ a: person('taro'), b: person('boss') }) }, 'identity_invalid'],
  [
    'a modifier in place of a creator',
    { [READ]: record({ a: { ...person('boss'), type: 'MODIFIER' } }) },
    'identity_invalid',
  ],
  [
    'another record than was added',
    { [READ]: { body: { record: { $id: { type: '__ID__', value: '1' }, a: person('boss') } } } },
    'identity_invalid',
  ],
];

it.each(bad)('%s signs nobody in, and the administrator learns why', async (_, misbehave, cause) => {
  await add();
  cybozu.misbehave = misbehave;
  const { told } = await round('taro');
  expect([told.get('exchangeCode'), told.get('federationError')]).toEqual([null, 'rp_setting_invalid']);
  expect((await lastTrace()).cause).toBe(cause);
  const { rows } = await app.owner.query('select from openid_provider_accounts where tenant_id = $1', [
    tenant.tenantId,
  ]);
  expect(rows).toEqual([]);
  // What was added is deleted, whatever the answer to the question was.
  expect(cybozu.asked.includes('DELETE /k/v1/records.json')).toBe(READ in misbehave);
});

it('a record that cannot be deleted keeps nobody out, and is told', async () => {
  await add();
  cybozu.misbehave = { 'DELETE /k/v1/records.json': { status: 403, body: { code: 'CB_NO02' } } };
  expect((await come('taro')).body.status).toBe('completed');
  expect((await lastTrace()).detail).toEqual({ subject: 'example-1/taro', leftRecord: '102' });
});

it('a record that can be neither read nor deleted is told too', async () => {
  await add();
  const refused = { status: 403, body: { code: 'CB_NO02' } };
  cybozu.misbehave = { 'DELETE /k/v1/records.json': refused, [READ]: refused };
  expect((await round('taro')).told.get('federationError')).toBe('rp_setting_invalid');
  expect((await lastTrace()).detail).toMatchObject({ leftRecord: expect.any(String) });
});

it('a code of another browser, or one that comes back twice, signs nobody in', async () => {
  await add();
  const { url, cookie } = await depart(app, tenant.tenantId, 'cybozu');
  const back = cybozu.approve(url, 'taro');
  expect((await arrive(back, '')).told.get('federationError')).toBe('login_expired');
  expect((await arrive(back, cookie)).told.get('exchangeCode')).not.toBeNull();
  expect((await arrive(back, cookie)).told.get('federationError')).toBe('login_expired');
});

it('an administrator names an account by subdomain and user name, as a sign-in reads it', async () => {
  await add({ jitProvisioning: false });
  const user = await makeUser(app, tenant, { withoutPassword: true });
  const path = `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}`;
  const name = (subjectSubId: string) =>
    app.call('POST', `${path}/openidProviderAccounts`, { token: admin.token, body: { opId: 'cybozu', subjectSubId } });
  expect((await name('taro')).body[0]).toMatchObject({ message_id: 'invalid_params', field: 'subjectSubId' });
  expect((await name('example-1/taro')).status).toBe(200);
  expect((await come('taro')).body).toMatchObject({ status: 'completed', uuid: user.uuid });
});
