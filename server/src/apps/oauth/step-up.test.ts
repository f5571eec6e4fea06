import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { otpOf, setUpTotp } from '#test/authenticator.ts';
import { makeTenant, makeUser, PASSWORD, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';
import {
  authorize,
  CALLBACK,
  claimsOf,
  makeClient,
  post,
  PROVIDER_PATH,
  type TestClient,
  tokensFor,
} from '#test/oauth.ts';

const MFA = 'urn:portico:acr:mfa';
const BY_PASSWORD = 'urn:portico:acr:password';

let app: TestApp;
let tenant: TestTenant;
let client: TestClient;
let strict: TestClient;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  client = await makeClient(app, tenant);
  strict = await makeClient(app, tenant, { requiresMfa: true });
});
afterAll(() => app.close());

/** A user with an authenticator app, in a session that was opened by the password alone. */
async function halfProven() {
  const user = await makeUser(app, tenant);
  const before = await signIn(app, user);
  const { secret } = await setUpTotp(app, (await signIn(app, user)).token);
  return { user, before, secret };
}
const prove = (signed: SignedIn, otp: string) =>
  app.call('POST', '/api/auth/me/reauthenticate', { token: signed.token, body: { password: PASSWORD, otp } });
const follow = async (address: string, cookie: string) => {
  const answer = await fetch(new URL(address, app.url), { redirect: 'manual', headers: { cookie } });
  return new URL(answer.headers.get('location') ?? 'about:blank', app.url);
};
const backOf = (location: URL) => location.searchParams.get('url') ?? '';
const idToken = async (of: TestClient, cookie: string, more = {}) =>
  claimsOf((await tokensFor(app, of, cookie, 'openid', more)).id_token);

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';
const grantTypes = [DEVICE] as (typeof DEVICE)[];
const ofDevice = { grantTypes, redirectUris: [], tokenEndpointAuthMethod: 'none' as const };
const startDevice = async (of: TestClient, more: Record<string, string> = {}) =>
  (await post(app, '/device/authorization', of, { scope: 'openid', ...more })).body as Record<string, string>;
const answerDevice = (by: SignedIn, what: 'verification' | 'complete', body: object) =>
  app.call('POST', `${PROVIDER_PATH}/device/${what}`, { token: by.token, body });
const tokensOfDevice = async (of: TestClient, device_code: string) =>
  claimsOf((await post(app, '/token', of, { grant_type: DEVICE, device_code })).body.id_token);

/** A device is refused while its user has given no MFA, and let in afterwards. */
async function devicePassesWithMfa(printer: TestClient, more: Record<string, string>) {
  const { user_code: userCode = '', device_code = '' } = await startDevice(printer, more);
  const { before, secret } = await halfProven();
  const missing = async () => (await answerDevice(before, 'verification', { userCode })).body.missingProof;
  expect(await missing()).toBe('mfa');
  expect((await answerDevice(before, 'complete', { userCode, accept: true })).status).toBe(403);
  await prove(before, otpOf(app, secret, 1));
  await expect.poll(missing).toBe(null);
  expect((await answerDevice(before, 'complete', { userCode, accept: true })).status).toBe(204);
  expect(await tokensOfDevice(printer, device_code)).toMatchObject({ acr: MFA });
}

describe('a device that asks for more than a password', () => {
  let printer: TestClient;
  beforeAll(async () => {
    printer = await makeClient(app, tenant, ofDevice);
  });

  test.each([
    ['acr_values', { acr_values: `unknown ${MFA}` }],
    ['an essential claim', { claims: JSON.stringify({ id_token: { acr: { essential: true, values: [MFA] } } }) }],
  ])('waits for MFA by %s', (_, more) => devicePassesWithMfa(printer, more));

  test('is told the class that it asked for, not a stronger one', async () => {
    const { before, secret } = await halfProven();
    await prove(before, otpOf(app, secret, 1));
    const { user_code: userCode, device_code = '' } = await startDevice(printer, { acr_values: BY_PASSWORD });
    expect((await answerDevice(before, 'complete', { userCode, accept: true })).status).toBe(204);
    expect(await tokensOfDevice(printer, device_code)).toMatchObject({ acr: BY_PASSWORD });
  });

  test('waits for nobody where no sign-in is what it asks for', async () => {
    const claims = JSON.stringify({ id_token: { acr: { essential: true, value: 'of-another-provider' } } });
    const { user_code: userCode } = await startDevice(printer, { claims });
    const signed = await signIn(app, await makeUser(app, tenant));
    expect((await answerDevice(signed, 'verification', { userCode })).body.missingProof).toBe('unobtainable');
    expect((await answerDevice(signed, 'complete', { userCode, accept: true })).status).toBe(403);
  });

  test.each(['0', '60'])('with max_age=%s waits for a new sign-in', async (max_age) => {
    const user = await makeUser(app, tenant);
    const old = await signIn(app, user);
    await app.owner.query("update sessions set proved_at = proved_at - interval '1 hour' where user_uuid = $1", [
      user.uuid,
    ]);
    const { user_code: userCode, device_code = '' } = await startDevice(printer, { max_age });
    const missing = async (by: SignedIn) => (await answerDevice(by, 'verification', { userCode })).body.missingProof;
    await expect.poll(() => missing(old)).toBe('signIn');
    expect((await answerDevice(old, 'complete', { userCode, accept: true })).status).toBe(403);
    const fresh = await signIn(app, user);
    expect(await missing(fresh)).toBe(null);
    expect((await answerDevice(fresh, 'complete', { userCode, accept: true })).status).toBe(204);
    expect((await tokensOfDevice(printer, device_code)).auth_time).toBeGreaterThan(Date.now() / 1000 - 600);
  });
});

/** Has `work` begin while an app is changed, and end when the change is there: what it knew of the app is old. */
async function whileChanged<T>(of: TestClient, change: string, work: () => Promise<T>): Promise<T> {
  const connection = await app.owner.connect();
  try {
    await connection.query('begin');
    await connection.query(`update oauth_clients set ${change} where client_id = $1`, [of.clientId]);
    const blocked = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
    const answer = { came: false };
    const working = work().finally(() => {
      answer.came = true;
    });
    const waits = async () => answer.came || (await connection.query(blocked)).rows.length > 0;
    await expect.poll(waits, patiently).toBe(true);
    await connection.query('commit');
    return await working;
  } finally {
    connection.release();
  }
}

describe('an app that changes while a user signs in to it', () => {
  const REQUIRED = `metadata = metadata || '{"portico_mfa": true}'`;

  test.each([
    ['begins to require MFA', REQUIRED, 'unmet_authentication_requirements'],
    ['is turned off', 'disabled_at = now()', 'access_denied'],
  ])('and %s gives no code', async (_, change, error) => {
    const changing = await makeClient(app, tenant);
    const { cookie } = await signIn(app, await makeUser(app, tenant));
    const answer = await whileChanged(changing, change, () => authorize(app, changing.clientId, cookie));
    expect([answer.code, answer.location.searchParams.get('error')]).toEqual([null, error]);
  });

  test('lets no device in that it would not let in now', async () => {
    const printer = await makeClient(app, tenant, ofDevice);
    const { user_code: userCode, device_code = '' } = await startDevice(printer);
    const signed = await signIn(app, await makeUser(app, tenant));
    const answer = () => answerDevice(signed, 'complete', { userCode, accept: true });
    expect((await whileChanged(printer, REQUIRED, answer)).status).toBe(403);
    const form = { grant_type: DEVICE, device_code };
    expect((await post(app, '/token', printer, form)).body.error).toBe('authorization_pending');
  });
});

describe('a session by the password alone', () => {
  test('tells so in ID token, access token and introspection, and when', async () => {
    const { before } = await halfProven();
    const { access_token: jwt } = await tokensFor(app, client, before.cookie, 'openid portal:user:admin');
    const {
      access_token: opaque,
      id_token: id,
      refresh_token: refresh,
    } = await tokensFor(app, client, before.cookie, 'openid');
    const { auth_time } = claimsOf(id);
    const facts = { acr: BY_PASSWORD, amr: ['pwd'], auth_time };
    expect(auth_time).toBeGreaterThan(Date.now() / 1000 - 600);
    expect(claimsOf(id)).toMatchObject(facts);
    expect(claimsOf(jwt)).toMatchObject(facts);
    for (const token of [jwt, opaque, refresh])
      expect((await post(app, '/introspect', client, { token })).body).toMatchObject({ active: true, ...facts });
    const renewed = (await post(app, '/token', client, { grant_type: 'refresh_token', refresh_token: refresh })).body;
    expect(claimsOf(renewed.id_token)).toMatchObject(facts);
    expect((await post(app, '/introspect', client, { token: renewed.access_token })).body).toMatchObject(facts);
  });

  test.each([
    ['acr_values', { acr_values: `unknown ${MFA}` }],
    ['an essential claim', { claims: JSON.stringify({ id_token: { acr: { essential: true, values: [MFA] } } }) }],
    [
      'an essential claim beside weaker acr_values',
      { claims: JSON.stringify({ id_token: { acr: { essential: true, value: MFA } } }), acr_values: BY_PASSWORD },
    ],
  ])('is asked for MFA by %s, and is known for it from then on', async (_, asked) => {
    const { before, secret } = await halfProven();
    const first = await authorize(app, client.clientId, before.cookie, asked);
    expect(first.location.pathname).toBe('/mfa-authenticator-setting.html');
    expect(first.location.searchParams.get('prove')).toBe('mfa');
    expect((await prove(before, otpOf(app, secret, 1))).status).toBe(200);
    expect((await follow(backOf(first.location), before.cookie)).searchParams.get('code')).toBeTruthy();
    expect(await idToken(client, before.cookie, asked)).toMatchObject({ acr: MFA, amr: ['pwd', 'otp', 'mfa'] });
    // Who asks for less is told what it asked for.
    expect((await idToken(client, before.cookie, { acr_values: BY_PASSWORD })).acr).toBe(BY_PASSWORD);
  });

  test('is not taken for more by coming back, or by an address that somebody made', async () => {
    const { before } = await halfProven();
    const { location } = await authorize(app, client.clientId, before.cookie, { acr_values: MFA });
    const unmet = await follow(backOf(location), before.cookie);
    expect(unmet.href.startsWith(CALLBACK)).toBe(true);
    expect(unmet.searchParams.get('error')).toBe('unmet_authentication_requirements');
    for (const made of [{ stepped_up: '1' }, { stepped_up: '' }]) {
      const answer = await authorize(app, client.clientId, before.cookie, { acr_values: MFA, ...made });
      expect(answer.code).toBeNull();
      expect(answer.location.searchParams.get('error')).toBe('unmet_authentication_requirements');
    }
    const silent = await authorize(app, client.clientId, before.cookie, { acr_values: MFA, prompt: 'none' });
    expect(silent.location.searchParams.get('error')).toBe('interaction_required');
  });

  test('passes where only unknown values are asked for', async () => {
    const { before } = await halfProven();
    expect((await idToken(client, before.cookie, { acr_values: '1 2' })).acr).toBe(BY_PASSWORD);
  });
});

test('a user without MFA sets it up, and goes on with what it is for', async () => {
  const user = await makeUser(app, tenant);
  const signed = await signIn(app, user);
  const { location } = await authorize(app, client.clientId, signed.cookie, { acr_values: MFA });
  expect(location.pathname).toBe('/mfa-authenticator-setting.html');
  expect(location.searchParams.has('prove')).toBe(false);
  await setUpTotp(app, signed.token);
  expect((await follow(backOf(location), signed.cookie)).searchParams.get('code')).toBeTruthy();
});

describe('where the tenant has no MFA', () => {
  let without: TestTenant;
  let admin: SignedIn;
  beforeAll(async () => {
    without = await makeTenant(app, { securityPolicy: { loginPolicy: { mfa: { enabled: false } } } });
    admin = await signIn(app, await makeUser(app, without, { roles: ['PowerUser'] }));
  });
  const causesOf = async ({ clientId }: TestClient) => {
    const path = `/api/auth/tenants/${without.tenantId}/oauthClients/${clientId}/problems`;
    const { results } = (await app.call('GET', path, { token: admin.token })).body;
    return (results as { cause: string }[]).map(({ cause }) => cause);
  };

  test('the app is told that it cannot be had, and its administrators why', async () => {
    const ofIt = await makeClient(app, without, { requiresMfa: true });
    const answer = await authorize(app, ofIt.clientId, admin.cookie);
    expect(answer.location.searchParams.get('error')).toBe('unmet_authentication_requirements');
    await expect.poll(() => causesOf(ofIt)).toEqual(['mfaOff']);
  });

  test('a device says so, without a way to prove it', async () => {
    const printer = await makeClient(app, without, { ...ofDevice, requiresMfa: true });
    const { user_code: userCode } = await startDevice(printer);
    expect((await answerDevice(admin, 'verification', { userCode })).body.missingProof).toBe('unobtainable');
    expect((await answerDevice(admin, 'complete', { userCode, accept: true })).status).toBe(403);
    await expect.poll(() => causesOf(printer)).toEqual(['mfaOff']);
  });
});

describe('max_age', () => {
  const long = "update sessions set proved_at = proved_at - interval '1 hour' where user_uuid = $1";
  const asked = { max_age: '60' };

  test('is not passed by an old session and a moment that somebody made, or that was for another app', async () => {
    const user = await makeUser(app, tenant);
    const { cookie } = await signIn(app, user);
    const others = await makeClient(app, tenant);
    const ofOther = await authorize(app, others.clientId, cookie, { prompt: 'login' });
    const moment = new URL(backOf(ofOther.location), app.url).searchParams.get('login_after') ?? '';
    expect(moment).not.toBe('');
    await app.owner.query(long, [user.uuid]);
    for (const login_after of ['0', '1', moment, `${moment}x`, 'login-after.e30.x']) {
      const answer = await authorize(app, client.clientId, cookie, { ...asked, login_after });
      expect(answer.location.pathname).toBe('/login.html');
    }
  });

  test('is met by a new sign-in', async () => {
    const user = await makeUser(app, tenant);
    const { cookie } = await signIn(app, user);
    await app.owner.query(long, [user.uuid]);
    const { location } = await authorize(app, client.clientId, cookie, asked);
    const fresh = await signIn(app, user);
    expect((await follow(backOf(location), fresh.cookie)).searchParams.get('code')).toBeTruthy();
  });
});

describe('an app that requires MFA', () => {
  test('has no sign-in without, whatever it asks for', async () => {
    const { before, secret } = await halfProven();
    const pushed = await post(app, '/par', strict, {
      ...{
        client_id: strict.clientId,
        response_type: 'code',
        redirect_uri: CALLBACK,
        scope: 'openid',
        acr_values: BY_PASSWORD,
      },
      ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
    });
    const requests = [{}, { acr_values: BY_PASSWORD }, { max_age: '600' }];
    for (const more of requests) {
      const answer = await authorize(app, strict.clientId, before.cookie, more);
      expect(answer.location.pathname).toBe('/mfa-authenticator-setting.html');
    }
    const query = new URLSearchParams({ client_id: strict.clientId, request_uri: pushed.body.request_uri });
    expect((await follow(`${PROVIDER_PATH}/authorize?${query}`, before.cookie)).pathname).toBe(
      '/mfa-authenticator-setting.html',
    );
    expect((await authorize(app, client.clientId, before.cookie)).code).toBeTruthy();
    await prove(before, otpOf(app, secret, 1));
    expect((await idToken(strict, before.cookie)).acr).toBe(MFA);
  });

  test('lets no device in without', async () => {
    const printer = await makeClient(app, tenant, { ...ofDevice, requiresMfa: true });
    await devicePassesWithMfa(printer, {});
  });

  test('loses the tokens of sign-ins without when it begins to', async () => {
    const later = await makeClient(app, tenant);
    const { before } = await halfProven();
    const { refresh_token } = await tokensFor(app, later, before.cookie, 'openid');
    const admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
    const path = `/api/auth/tenants/${tenant.tenantId}/oauthClients/${later.clientId}`;
    const { body: now } = await app.call('GET', path, { token: admin.token });
    const { serviceClass, firstParty, access, clientId, previousSecretUntil, createdAt, updatedAt, ...input } = now;
    const saved = await app.call('PUT', path, { token: admin.token, body: { ...input, requiresMfa: true } });
    expect(saved.body).toMatchObject({ requiresMfa: true, dpopBound: false });
    const form = { grant_type: 'refresh_token', refresh_token };
    expect((await post(app, '/token', later, form)).body.error).toBe('invalid_grant');
  });
});

describe('a resource server that wants more (RFC 9470)', () => {
  let api: Server;
  let config: oidc.Configuration;
  beforeAll(async () => {
    config = await oidc.discovery(new URL(app.url), client.clientId, {}, oidc.ClientSecretBasic(client.secret ?? ''), {
      execute: [oidc.allowInsecureRequests],
    });
    api = createServer(async (request, response) => {
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      const found = await oidc.tokenIntrospection(config, token);
      const challenge = `Bearer error="insufficient_user_authentication", acr_values="${MFA}", max_age="300"`;
      if (found.active && found.acr === MFA) response.writeHead(200).end('paid');
      else response.writeHead(401, { 'www-authenticate': challenge }).end();
    }).listen(0, '127.0.0.1');
    await new Promise((listens) => api.once('listening', listens));
  });
  afterAll(() => void api.close());

  test('leads the client from its challenge to a token that does', async () => {
    expect(config.serverMetadata().acr_values_supported).toContain(MFA);
    const { before, secret } = await halfProven();
    const address = new URL(`http://127.0.0.1:${(api.address() as AddressInfo).port}/pay`);
    const pay = async (more: Record<string, string>) => {
      const verifier = oidc.randomPKCECodeVerifier();
      const code_challenge = await oidc.calculatePKCECodeChallenge(verifier);
      const fixed = { redirect_uri: CALLBACK, scope: 'openid', code_challenge, code_challenge_method: 'S256' };
      let next = await follow(oidc.buildAuthorizationUrl(config, { ...fixed, ...more }).href, before.cookie);
      if (next.searchParams.get('prove') === 'mfa') {
        await prove(before, otpOf(app, secret, 1));
        next = await follow(backOf(next), before.cookie);
      }
      const tokens = await oidc.authorizationCodeGrant(config, next, { pkceCodeVerifier: verifier });
      return oidc.fetchProtectedResource(config, tokens.access_token, address, 'POST');
    };
    const refused = await pay({}).catch((error: oidc.WWWAuthenticateChallengeError) => error);
    if (refused instanceof Response) throw new Error('it was let in without MFA');
    const { error, acr_values = '', max_age = '' } = refused.cause[0]?.parameters ?? {};
    expect(error).toBe('insufficient_user_authentication');
    expect(await (await pay({ acr_values, max_age })).text()).toBe('paid');
  });
});
