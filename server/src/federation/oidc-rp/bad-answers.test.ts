import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenidCause } from '#contract/federation/openid-values.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { busyness } from '#test/busyness.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { addProvider, arrive, depart } from '#test/federation.ts';
import { type Misbehaviour, type OpenidProvider, startOpenidProvider } from '#test/openid-provider.ts';

let app: TestApp;
let provider: OpenidProvider;
let tenant: TestTenant;
let admin: { token: string };
beforeAll(async () => {
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.1' });
});
afterAll(() => app.close());
// A provider of its own for each: what is read of one is kept for a while.
beforeEach(async () => {
  provider = await startOpenidProvider();
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
  return () => provider.close();
});

const person: JWTPayload = { sub: 'taro-1', name: 'Taro', email: 'taro@acme.example' };
const now = () => Math.floor(app.tools.clock().getTime() / 1000);
const claims = (change: (good: JWTPayload) => object): Misbehaviour => ({
  claims: (good) => ({ ...good, ...change(good) }) as JWTPayload,
});
const tokens = (answer: unknown): Misbehaviour => ({ tokens: () => answer });
const withIdToken = (idToken: unknown): Misbehaviour => ({ tokens: (good) => ({ ...good, id_token: idToken }) });
const altered = (change: (parts: string[]) => string[]): Misbehaviour => ({
  tokens: (good) => ({ ...good, id_token: change(String(good.id_token).split('.')).join('.') }),
});
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const raw = (path: string, answer: NonNullable<Misbehaviour['raw']>[string]): Misbehaviour => ({
  raw: { [path]: answer },
});
const DISCOVERY = '/.well-known/openid-configuration';

async function lastCause(): Promise<[string | null, Record<string, string>]> {
  const path = `/api/auth/tenants/${tenant.tenantId}/oidcs/acme/traces`;
  const { body } = await app.call('GET', path, { token: admin.token });
  return [body.results[0]?.cause, body.results[0]?.detail];
}
const madeUsers = async () =>
  (await app.owner.query('select from openid_provider_accounts where tenant_id = $1', [tenant.tenantId])).rows.length;

/** What is wrong after the browser left: `[what, how, cause]`. */
const answers: [string, Misbehaviour, OpenidCause][] = [
  ['an ID token that is a number', withIdToken(42), 'token_invalid'],
  ['an ID token that is an array', withIdToken(['a', 'b']), 'token_invalid'],
  ['an ID token that is null', withIdToken(null), 'token_invalid'],
  ['an ID token that is an object', withIdToken({ alg: 'none' }), 'token_invalid'],
  ['no ID token', tokens({ access_token: 'a' }), 'token_invalid'],
  ['a token answer that is a number', tokens(7), 'token_invalid'],
  ['a token answer that is an array', tokens([]), 'token_invalid'],
  ['a token answer that is text', raw('/token', { body: 'no json' }), 'token_invalid'],
  ['an empty token answer', raw('/token', { body: '' }), 'token_invalid'],
  ['an access token that is a number', { tokens: (good) => ({ ...good, access_token: 1 }) }, 'token_invalid'],
  ['an ID token of 100 kB', withIdToken('a'.repeat(100 * 1024)), 'token_invalid'],
  ['a token answer of 100 MB', raw('/token', { bytes: 100 * 1024 * 1024 }), 'token_unreachable'],
  ['a refusal of the code', raw('/token', { status: 400, body: '{"error":"invalid_grant"}' }), 'token_refused'],
  ['a refusal of the client', raw('/token', { status: 401, body: '{"error":"invalid_client"}' }), 'token_refused'],
  [
    'a refusal whose description is cut within a character',
    raw('/token', { status: 400, body: JSON.stringify({ error: 'x', error_description: `${'a'.repeat(299)}😀` }) }),
    'token_refused',
  ],
  ['a refusal with half a character', raw('/token', { status: 400, body: '{"error":"\\ud83d"}' }), 'token_refused'],
  ['a subject with half a character', claims(() => ({ sub: 'taro\ud83d' })), 'id_token_subject'],
  ['a fault', raw('/token', { status: 500, body: '<html>' }), 'token_refused'],
  [
    'a redirect instead of tokens',
    raw('/token', { status: 302, location: 'http://169.254.169.254/' }),
    'token_refused',
  ],
  ['text that is no token', withIdToken('not a token'), 'id_token_malformed'],
  ['an empty ID token', withIdToken(''), 'id_token_malformed'],
  ['two parts', altered(([head = '', body = '']) => [head, body]), 'id_token_malformed'],
  ['a head that is no JSON', altered(([, ...rest]) => ['!!!', ...rest]), 'id_token_malformed'],
  ['no signature', altered(([head = '', body = '']) => [head, body, '']), 'id_token_signature'],
  ['alg none', altered(([, body = '']) => [part({ alg: 'none' }), body, '']), 'id_token_algorithm'],
  ['HS256 with the client’s secret', { algorithm: 'HS256' }, 'id_token_algorithm'],
  [
    'a critical header that nobody knows',
    altered(([, ...rest]) => [part({ alg: 'RS256', crit: ['x'], x: 1 }), ...rest]),
    'id_token_malformed',
  ],
  [
    'another subject than was signed',
    altered(([head = '', , tail = '']) => [head, part({ ...person, sub: 'admin' }), tail]),
    'id_token_signature',
  ],
  ['a key that is not published', { foreignKey: true }, 'id_token_signature'],
  [
    'a key ID that is not published',
    altered(([, ...rest]) => [part({ alg: 'RS256', kid: 'two' }), ...rest]),
    'id_token_signature',
  ],
  [
    'a key in the token itself',
    altered(([, ...rest]) => [part({ alg: 'RS256', kid: 'one', jwk: { kty: 'RSA' } }), ...rest]),
    'id_token_signature',
  ],
  ['keys that are no JSON', raw('/jwks', { body: 'keys' }), 'keys_invalid'],
  ['keys that are a number', { jwks: () => 5 }, 'keys_invalid'],
  ['keys without a type', { jwks: () => ({ keys: [{ kid: 'one' }] }) }, 'keys_invalid'],
  ['a thousand keys', { jwks: ({ keys }) => ({ keys: Array(1000).fill(keys[0]) }) }, 'keys_invalid'],
  ['keys of 100 MB', raw('/jwks', { bytes: 100 * 1024 * 1024 }), 'keys_unreachable'],
  ['keys that are not there', raw('/jwks', { status: 404 }), 'keys_unreachable'],
  [
    'keys behind a redirect inside',
    raw('/jwks', { status: 302, location: 'http://169.254.169.254/latest' }),
    'keys_unreachable',
  ],
  ['keys behind a circle of redirects', raw('/jwks', { status: 302, location: '/jwks' }), 'keys_unreachable'],
  ['no keys', { jwks: () => ({ keys: [] }) }, 'id_token_signature'],
  ['another issuer', claims(() => ({ iss: 'https://evil.example' })), 'id_token_issuer'],
  ['an issuer with a slash more', claims(({ iss }) => ({ iss: `${iss}/` })), 'id_token_issuer'],
  ['no issuer', claims(() => ({ iss: undefined })), 'id_token_issuer'],
  ['an issuer that is an array', claims(({ iss }) => ({ iss: [iss] })), 'id_token_issuer'],
  ['another audience', claims(() => ({ aud: 'another' })), 'id_token_audience'],
  ['no audience', claims(() => ({ aud: undefined })), 'id_token_audience'],
  ['an audience that begins like ours', claims(() => ({ aud: 'portico2' })), 'id_token_audience'],
  ['two audiences and nobody named', claims(({ aud }) => ({ aud: [aud, 'another'] })), 'id_token_azp'],
  ['made for another client', claims(({ aud }) => ({ aud: [aud, 'another'], azp: 'another' })), 'id_token_azp'],
  ['made for another client alone', claims(() => ({ azp: 'another' })), 'id_token_azp'],
  ['expired', claims(() => ({ exp: now() - 61, iat: now() - 400 })), 'id_token_expired'],
  ['no expiry', claims(() => ({ exp: undefined })), 'id_token_malformed'],
  ['an expiry that is text', claims(() => ({ exp: 'tomorrow' })), 'id_token_malformed'],
  ['no time of issue', claims(() => ({ iat: undefined })), 'id_token_malformed'],
  ['issued in an hour', claims(() => ({ iat: now() + 3600, exp: now() + 7200 })), 'id_token_not_yet'],
  ['not valid yet', claims(() => ({ nbf: now() + 3600 })), 'id_token_not_yet'],
  ['another nonce', claims(() => ({ nonce: 'another' })), 'id_token_nonce'],
  ['no nonce', claims(() => ({ nonce: undefined })), 'id_token_nonce'],
  ['a nonce that is an array', claims(({ nonce }) => ({ nonce: [nonce] })), 'id_token_nonce'],
  ['the hash of another access token', claims(() => ({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' })), 'id_token_at_hash'],
  ['no subject', claims(() => ({ sub: undefined })), 'id_token_subject'],
  ['an empty subject', claims(() => ({ sub: '' })), 'id_token_subject'],
  ['a subject that is a number', claims(() => ({ sub: 1 })), 'id_token_subject'],
  ['a subject of 10,000 characters', claims(() => ({ sub: 'a'.repeat(10_000) })), 'id_token_subject'],
  ['a subject with NUL', claims(() => ({ sub: 'taro\u0000' })), 'id_token_subject'],
];

it('an answer for a connection that is deleted meanwhile links and adds nobody', async () => {
  const { url, cookie } = await depart(app, tenant.tenantId);
  const path = `/api/auth/tenants/${tenant.tenantId}/oidcs/acme`;
  const deleted: number[] = [];
  provider.misbehave = {
    jwks: async (keys) => {
      deleted.push((await app.call('DELETE', path, { token: admin.token })).status);
      return keys;
    },
  };
  const { told } = await arrive(provider.approve(url, person), cookie);
  expect(deleted).toEqual([204]);
  expect([told.get('federationError'), told.get('exchangeCode')]).toEqual(['domain_not_exists', null]);
  expect(await madeUsers()).toBe(0);
  const { rows } = await app.owner.query('select count(*)::integer as count from users where tenant_id = $1', [
    tenant.tenantId,
  ]);
  expect(rows).toEqual([{ count: 1 }]);
});

it.each(answers)('%s is refused', async (_, misbehave, cause) => {
  const { url, cookie } = await depart(app, tenant.tenantId);
  provider.misbehave = misbehave;
  const { page, told } = await arrive(provider.approve(url, person), cookie);
  expect(await lastCause()).toEqual([cause, expect.anything()]);
  expect([page, told.get('exchangeCode'), told.get('federationError')]).toEqual([
    '/portal/login.html',
    null,
    'rp_setting_invalid',
  ]);
  expect(await madeUsers()).toBe(0);
});

/** What is wrong before the browser leaves. */
const departures: [string, Misbehaviour, OpenidCause][] = [
  [
    'metadata of another issuer',
    { metadata: (good) => ({ ...good, issuer: 'https://evil.example' }) },
    'metadata_issuer',
  ],
  ['metadata that is a number', { metadata: () => 1 }, 'metadata_invalid'],
  ['metadata that is an array', { metadata: () => [] }, 'metadata_invalid'],
  ['metadata without a token endpoint', { metadata: ({ token_endpoint: _, ...good }) => good }, 'metadata_invalid'],
  [
    'an endpoint that is no address',
    { metadata: (good) => ({ ...good, authorization_endpoint: 'x' }) },
    'metadata_invalid',
  ],
  ['metadata that is a page', raw(DISCOVERY, { body: '<html></html>' }), 'metadata_invalid'],
  ['metadata of 500 kB', raw(DISCOVERY, { bytes: 500 * 1024 }), 'metadata_invalid'],
  ['metadata of 100 MB', raw(DISCOVERY, { bytes: 100 * 1024 * 1024 }), 'metadata_unreachable'],
  ['no metadata', raw(DISCOVERY, { status: 404 }), 'metadata_unreachable'],
  [
    'metadata behind a redirect inside',
    raw(DISCOVERY, { status: 301, location: 'http://10.0.0.1/' }),
    'metadata_unreachable',
  ],
];

it.each(departures)('%s: nobody leaves', async (_, misbehave, cause) => {
  provider.misbehave = misbehave;
  const { answer } = await depart(app, tenant.tenantId);
  expect([answer.status, answer.body[0].message_id]).toEqual([400, 'rp_setting_invalid']);
  expect((await lastCause())[0]).toBe(cause);
});

it('an authorization endpoint that is a script leads nobody there', async () => {
  provider.misbehave = { metadata: (good) => ({ ...good, authorization_endpoint: 'javascript:alert(1)' }) };
  const { answer } = await depart(app, tenant.tenantId);
  expect([answer.status, (await lastCause())[0]]).toEqual([400, 'metadata_invalid']);
});

it('a provider that hangs costs one sign-in of five seconds', async () => {
  const { url, cookie } = await depart(app, tenant.tenantId);
  provider.misbehave = raw('/token', { hangs: true });
  const began = performance.now();
  await arrive(provider.approve(url, person), cookie);
  expect(performance.now() - began).toBeLessThan(9000 * busyness());
  expect(await lastCause()).toEqual(['token_unreachable', expect.objectContaining({ failure: 'timeout' })]);
});

/** What the browser brings back. */
const returns: [string, (back: URL) => void, string, OpenidCause | undefined][] = [
  [
    'a refusal at the provider',
    (back) => back.searchParams.set('error', 'access_denied'),
    'op_access_denied',
    'provider_refused',
  ],
  ['no code', (back) => back.searchParams.delete('code'), 'rp_setting_invalid', 'code_missing'],
  ['two codes', (back) => back.searchParams.append('code', 'another'), 'rp_setting_invalid', 'code_missing'],
  [
    'a code that nobody issued',
    (back) => back.searchParams.set('code', 'another'),
    'rp_setting_invalid',
    'token_invalid',
  ],
  [
    'the answer of another issuer',
    (back) => back.searchParams.set('iss', 'https://evil.example'),
    'rp_setting_invalid',
    'answer_issuer',
  ],
  ['no issuer, though announced', (back) => back.searchParams.delete('iss'), 'rp_setting_invalid', 'answer_issuer'],
  ['no state', (back) => back.searchParams.delete('state'), 'login_expired', undefined],
  [
    'a state that nobody issued',
    (back) => back.searchParams.set('state', `${tenant.tenantId}.${'x'.repeat(43)}`),
    'login_expired',
    undefined,
  ],
  ['two states', (back) => back.searchParams.append('state', 'another'), 'login_expired', undefined],
  ['a state of 100 kB', (back) => back.searchParams.set('state', 'x'.repeat(12_000)), 'login_expired', undefined],
];

it.each(returns)('%s', async (_, change, error, cause) => {
  const { url, cookie } = await depart(app, tenant.tenantId);
  const back = provider.approve(url, person);
  change(back);
  const { told } = await arrive(back, cookie);
  expect([told.get('federationError'), told.get('exchangeCode')]).toEqual([error, null]);
  expect((await lastCause())[0]).toBe(cause);
});

it('an answer works once, in the browser that began, and for a quarter of an hour', async () => {
  const { url, cookie } = await depart(app, tenant.tenantId);
  const other = await depart(app, tenant.tenantId);
  const back = provider.approve(url, person);
  expect((await arrive(back, other.cookie)).told.get('federationError')).toBe('login_expired');
  expect((await arrive(back, '')).told.get('federationError')).toBe('login_expired');
  const both = await Promise.all([arrive(back, cookie), arrive(back, cookie)]);
  expect(both.filter(({ told }) => told.get('exchangeCode') !== null)).toHaveLength(1);
  const late = await depart(app, tenant.tenantId);
  app.advance(15 * 60_000 + 1000);
  const { told } = await arrive(provider.approve(late.url, person), late.cookie);
  expect(told.get('federationError')).toBe('login_expired');
});

it('the state of one tenant leads to no other', async () => {
  const other = await makeTenant(app);
  const { url, cookie } = await depart(app, tenant.tenantId);
  const back = provider.approve(url, person);
  back.searchParams.set('state', (back.searchParams.get('state') ?? '').replace(tenant.tenantId, other.tenantId));
  expect((await arrive(back, cookie)).told.get('federationError')).toBe('login_expired');
});

it('disabled between question and answer: nobody is signed in', async () => {
  const { url, cookie } = await depart(app, tenant.tenantId);
  const body = { displayName: 'Acme', clientId: 'portico', enabled: false };
  await app.call('PUT', `/api/auth/tenants/${tenant.tenantId}/oidcs/acme`, { token: admin.token, body });
  const { told } = await arrive(provider.approve(url, person), cookie);
  expect([told.get('federationError'), (await lastCause())[0]]).toEqual(['domain_not_exists', 'disabled']);
  const { answer } = await depart(app, tenant.tenantId);
  expect([answer.status, answer.body[0].message_id]).toEqual([404, 'domain_not_exists']);
});

it('keeps the latest fifty', async () => {
  for (let n = 0; n < 55; n += 1) {
    const { url, cookie } = await depart(app, tenant.tenantId);
    const back = provider.approve(url, person);
    back.searchParams.set('error', `e${n}`);
    await arrive(back, cookie);
  }
  const { body } = await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/oidcs/acme/traces`, {
    token: admin.token,
  });
  expect(body.results).toHaveLength(50);
  expect(body.results[0].detail.error).toBe('e54');
});
