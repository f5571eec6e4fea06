import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oauthKeys } from '#server/apps/oauth/keys.ts';
import { PROVIDER } from '#server/platform/db/transaction.ts';
import { operatorScopes } from '#contract/principals.ts';
import { createOperatorToken } from '#server/operator/operator-tokens/operator-tokens.ts';
import { startTestApp, type TestApp } from './app.ts';
import { otpOf, setUpTotp } from './authenticator.ts';
import { makeDevice } from './devices.ts';
import { makeTenant, makeUser, portalTokens, signIn, type TestTenant } from './factories.ts';
import { askForReset } from './mailed-links.ts';
import { authorize, codeForm, post } from './oauth.ts';
import { operatorAct } from './operator-act.ts';
import { unregisteredPlaces } from './sealed-places.ts';

/** Recognizable values pass through the real flows; neither database nor log contains them in clear (standards 14). */

let app: TestApp;
let tenant: TestTenant;
const logged: string[] = [];
/** Values that must not be found, by name. */
const planted = new Map<string, string>();

function plant(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.length < 8) throw new Error(`nothing to plant as ${name}: ${value}`);
  planted.set(name, value);
  return value;
}

/** Of "<tenant>.<secret>" only the secret is searched. */
const plantSecret = (name: string, value: unknown) => {
  plant(name, String(value).split('.').at(-1));
  return String(value);
};

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'debug' }, { write: (line) => logged.push(line) });
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: object, token?: string) => app.call(method, path, { body, token });

async function plantSignIn() {
  const user = await makeUser(app, tenant, {
    password: plant('password', 'planted Password 4711 quince'),
    roles: ['User', 'PowerUser'],
  });
  const wrong = {
    type: 'userId',
    tenantId: tenant.tenantId,
    credentials: user.userId,
    password: plant('wrong password', 'planted Wrong 4712 quince'),
  };
  await call('POST', '/api/auth/login/user', wrong);
  const first = await signIn(app, user);
  const totp = await setUpTotp(app, first.token);
  plant('TOTP secret', totp.secret);
  const [used, unused] = totp.recoveryCodes;
  plant('used recovery code', used);
  plant('recovery code', unused);
  const waiting = await call('POST', '/api/auth/login/user', { ...wrong, password: user.password });
  plantSecret('login id', waiting.body.loginId);
  const done = await call('POST', '/api/auth/login/user/mfa', { loginId: waiting.body.loginId, recoveryCode: used });
  plantSecret('cookie', done.cookie);
  const tokens = await portalTokens(app, String(done.cookie));
  plant('access token', tokens.token);
  plant('refresh token', tokens.refreshToken);
  return { user, cookie: String(done.cookie), token: tokens.token, secret: totp.secret };
}

async function plantMyAccount(token: string) {
  const pin = await call('POST', '/api/auth/me/userCode/request', { userCode: plant('PIN', '739118465') }, token);
  expect(pin.status).toBe(200);
  const card = { deviceType: 'PorticoMfp', number: plant('card number', 'PLANTEDCARD0099887766') };
  expect((await call('POST', '/api/auth/me/cards', card, token)).status).toBe(200);
  const ticket = await call(
    'POST',
    '/api/auth/myAccounts/issueTicketByAccessToken',
    { tenantId: tenant.tenantId },
    token,
  );
  plantSecret('ticket', ticket.body.ticket);
  const entry = {
    apiUrl: `https://portal.example/a?token=${planted.get('access token')}`,
    errorMessage: `failed with ${planted.get('refresh token')}`,
  };
  expect((await call('POST', '/api/account/salau', entry, token)).status).toBe(204);
  expect((await call('POST', '/api/account/sal', entry)).status).toBe(204);
}

/** A device that enrols, and signs in the user of the planted card and PIN. */
async function plantDevice() {
  const device = await makeDevice(app, tenant);
  plantSecret('first secret of a device', device.credential);
  const session = await call('POST', '/api/auth/device/token', { credential: device.credential });
  plantSecret('next secret of a device', session.body.credential);
  const token = plantSecret('token of a device', session.body.accessToken);
  const ask = (body: object) => call('POST', '/api/auth/device/login', body, token);
  for (const card of [planted.get('card number'), plant('unknown card', 'PLANTEDCARD1122334455')]) {
    const answer = await ask({ way: 'card', card });
    if (answer.body.loginId) plantSecret('login id at a device', answer.body.loginId);
  }
  await ask({ way: 'userCode', userCode: plant('wrong PIN', '918273645') });
  const plain = await makeUser(app, tenant);
  const signedIn = await ask({ way: 'userId', userId: plain.userId, password: plain.password });
  expect(signedIn.body.status).toBe('completed');
  plantSecret('token of somebody at a device', signedIn.body.accessToken);
  expect((await call('GET', '/api/auth/me', undefined, signedIn.body.accessToken)).status).toBe(200);
  await call('POST', '/api/auth/device/logout', { accessToken: signedIn.body.accessToken }, token);
}

async function plantReset() {
  const user = await makeUser(app, tenant);
  const exchangeCode = plantSecret('exchange code', await askForReset(app, user));
  await fetch(`${app.url}/portal/reset-password.html?exchangeCode=${exchangeCode}`);
  await fetch(`${app.url}/api/nothing?exchangeCode=${exchangeCode}`);
  const { temporaryCode } = (await call('POST', '/api/account/temporaryCode/exchange', { exchangeCode })).body;
  plantSecret('temporary code', temporaryCode);
  const password = plant('new password', 'planted New 4713 quince');
  expect(
    (await call('POST', '/api/account/resetPassword', { temporaryCode, tenantId: tenant.tenantId, password })).status,
  ).toBe(204);
}

async function plantOauth(token: string, cookie: string) {
  const input = {
    name: 'A service',
    redirectUris: ['https://service.example/callback'],
    scopes: ['openid', 'offline_access'],
    grantTypes: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  };
  const made = await call('POST', `/api/auth/tenants/${tenant.tenantId}/oauthClients`, input, token);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const client = { clientId: made.body.clientId, secret: plant('client secret', made.body.clientSecret) };
  // Otherwise the user would be asked for consent, which is not tested here.
  await app.owner.query('update oauth_clients set first_party = true where client_id = $1', [client.clientId]);
  const asked = await authorize(app, client.clientId, cookie, { scope: 'openid offline_access' });
  plant('authorization code', asked.code);
  plant('code verifier', asked.verifier);
  const tokens = await post(app, '/token', client, codeForm(app, client.clientId, asked));
  plant('opaque access token', tokens.body.access_token);
  plant('service refresh token', tokens.body.refresh_token);
  plant('id token', tokens.body.id_token);
  await post(app, '/introspect', client, { token: tokens.body.access_token });
  await post(
    app,
    '/token',
    { ...client, secret: plant('wrong client secret', 'planted-wrong-client-secret') },
    { grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token },
  );
  const device = await post(app, '/device/authorization', client, { scope: 'openid' });
  plant('device code', device.body.device_code);
  plant('user code', device.body.user_code);
  const keys = await app.tools.keyring.opened(PROVIDER, oauthKeys);
  plant('private key', keys[0]?.privateJwk.d);
}

/** Everything in every table, as text. */
async function dump(owner: pg.Pool): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t`);
    parts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return parts.join('\n');
}

/** The forms in which a value could be stored. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const bare = value.replaceAll('-', '');
  return [
    value,
    bare,
    encodeURIComponent(value),
    bytes.toString('hex'),
    bytes.toString('base64').slice(0, -4),
    JSON.stringify(value).slice(1, -1),
  ];
}

test('no planted value is found in the database or in the log', async () => {
  const { token, cookie, secret, user } = await plantSignIn();
  await plantMyAccount(token);
  await plantDevice();
  await plantReset();
  await plantOauth(token, cookie);
  const act = operatorAct(app.tools.clock());
  const operator = await createOperatorToken(app.tools, act, {
    name: `planted ${randomBytes(3).toString('hex')}`,
    scopes: [...operatorScopes],
    days: 1,
  });
  plant('operator token', operator.token.slice('portico_operator_'.length));
  await call('GET', '/api/operator/tenants', undefined, operator.token);
  await call('POST', '/api/auth/me/reauthenticate', { password: user.password, otp: otpOf(app, secret, 1) }, token);
  plant('master key', app.tools.masterKey.toString('hex'));
  expect(planted.size).toBeGreaterThan(25);

  const places = { database: await dump(app.owner), log: logged.join('') };
  // The search itself works: names are found in clear.
  expect(places.database).toContain(user.mail);
  expect(places.log).toContain('request refused');
  const found: string[] = [];
  for (const [name, value] of planted) {
    for (const [place, text] of Object.entries(places)) {
      const at = formsOf(value)
        .map((form) => text.indexOf(form))
        .find((index) => index >= 0);
      if (at !== undefined) found.push(`${name} in the ${place}: ${text.slice(Math.max(0, at - 200), at + 60)}`);
    }
  }
  expect(found).toEqual([]);
  expect(await unregisteredPlaces(app.owner, app.tools.sealer.header)).toEqual([]);
});
