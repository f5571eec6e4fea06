import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeClient, post, PROVIDER_PATH, type TestClient, tokensFor } from '#test/oauth.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
let signed: SignedIn;
let client: TestClient;
const written: Record<string, unknown>[] = [];
beforeAll(async () => {
  const log = { write: (line: string) => written.push(JSON.parse(line)) };
  app = await startTestApp({ DATABASE_POOL_SIZE: '10', LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.1' }, log);
  tenant = await makeTenant(app);
  client = await makeClient(app, tenant, {
    name: 'Printer',
    grantTypes: [GRANT, 'refresh_token'],
    redirectUris: [],
    tokenEndpointAuthMethod: 'none',
  });
});
afterAll(() => app.close());

/** Guesses are counted per session, so each test signs in again. */
async function newSession(of = tenant) {
  user = await makeUser(app, of);
  signed = await signIn(app, user);
}

async function start(scope = 'openid offline_access portal:user:admin') {
  const answer = await post(app, '/device/authorization', client, { scope });
  expect(answer.status).toBe(200);
  return answer.body as { device_code: string; user_code: string };
}

const poll = (device_code: string) => post(app, '/token', client, { grant_type: GRANT, device_code });
const ask = (what: 'verification' | 'complete', body: object, token = signed.token) =>
  app.call('POST', `${PROVIDER_PATH}/device/${what}`, { token, body });
const idOf = (answer: { body: { message_id: string }[] }) => answer.body[0]?.message_id;

test('a device gets its tokens when the person has said yes', async () => {
  await newSession();
  const asked = await post(
    app,
    '/device/authorization',
    client,
    { scope: 'openid offline_access portal:user:admin' },
    { 'user-agent': 'Printer 7' },
  );
  expect(asked.body).toMatchObject({
    verification_uri: `${app.url}/portal/authorization`,
    expires_in: 600,
    interval: 5,
  });
  expect(asked.body.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect((await poll(asked.body.device_code)).body.error).toBe('authorization_pending');
  expect((await poll(asked.body.device_code)).body.error).toBe('slow_down');
  const typed = asked.body.user_code.toLowerCase().replace('-', ' ');
  const shown = await ask('verification', { userCode: typed });
  expect(shown.body).toMatchObject({
    clientName: 'Printer',
    clientId: client.clientId,
    userAgent: 'Printer 7',
    address: '127.0.0.1',
  });
  expect((await ask('complete', { userCode: typed, accept: true })).status).toBe(204);
  const tokens = await poll(asked.body.device_code);
  expect(tokens.status).toBe(200);
  expect((await app.call('GET', '/api/auth/me', { token: tokens.body.access_token })).body.uuid).toBe(user.uuid);
  await app.call('POST', '/api/auth/logout', { cookie: signed.cookie });
  const next = await post(app, '/token', client, {
    grant_type: 'refresh_token',
    refresh_token: tokens.body.refresh_token,
  });
  expect(next.status).toBe(200);
});

test('a device hears of a refusal', async () => {
  await newSession();
  const { device_code, user_code } = await start();
  expect((await ask('complete', { userCode: user_code, accept: false })).status).toBe(204);
  expect((await poll(device_code)).body.error).toBe('access_denied');
  expect(idOf(await ask('complete', { userCode: user_code, accept: true }))).toBe('wrong_user_code');
});

test('one winner among twenty answers, and among twenty uses', async () => {
  await newSession();
  const { device_code, user_code } = await start();
  const sessions = await Promise.all(Array.from({ length: 4 }, () => signIn(app, user)));
  const answers = await Promise.all(
    sessions.flatMap(({ token }) =>
      Array.from({ length: 5 }, () => ask('complete', { userCode: user_code, accept: true }, token)),
    ),
  );
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  const uses = await Promise.all(Array.from({ length: 20 }, () => poll(device_code)));
  const won = uses.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const next = await post(app, '/token', client, {
    grant_type: 'refresh_token',
    refresh_token: won[0]?.body.refresh_token,
  });
  expect(next.body.error).toBe('invalid_grant');
});

test('codes that are wrong, foreign or too old', async () => {
  const { user_code } = await start();
  await newSession(await makeTenant(app));
  expect(idOf(await ask('verification', { userCode: user_code }))).toBe('wrong_user_code');
  await newSession();
  expect(idOf(await ask('verification', { userCode: 'BBBB-BBBB' }))).toBe('wrong_user_code');
  expect((await ask('verification', { userCode: user_code })).status).toBe(200);
  app.advance(601_000);
  await newSession();
  expect(idOf(await ask('verification', { userCode: user_code }))).toBe('user_code_expired');
  app.advance(-601_000);
});

test('ten wrong codes a session, also at once', async () => {
  await newSession();
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => ask('verification', { userCode: `WRONG-${i}` })),
  );
  expect(guesses.filter((guess) => idOf(guess) === 'wrong_user_code').length).toBeLessThanOrEqual(10);
  expect((await ask('verification', { userCode: (await start()).user_code })).status).toBe(429);
});

test('sixty wrong codes from one network, however many addresses and sessions it has', async () => {
  await newSession();
  const sessions = await Promise.all(Array.from({ length: 7 }, () => signIn(app, user)));
  const guess = (at: number) =>
    app.call('POST', `${PROVIDER_PATH}/device/verification`, {
      token: sessions[at % 7]?.token,
      body: { userCode: `WRONG-${at}` },
      headers: { 'x-forwarded-for': `2001:db8:0:7::${at.toString(16)}` },
    });
  const told: (string | undefined)[] = [];
  for (let at = 0; at < 63; at += 1) told.push(idOf(await guess(at)));
  expect(told.slice(58)).toEqual([...Array(2).fill('wrong_user_code'), ...Array(3).fill('too_many_requests')]);
});

test('right codes are no guesses', async () => {
  await newSession();
  for (let device = 0; device < 8; device += 1) {
    const { user_code } = await start();
    expect((await ask('verification', { userCode: user_code })).status).toBe(200);
    expect((await ask('complete', { userCode: user_code, accept: true })).status).toBe(204);
  }
});

test('nor are those that come too late', async () => {
  const { user_code } = await start();
  app.advance(601_000);
  await newSession();
  for (let again = 0; again < 12; again += 1)
    expect(idOf(await ask('verification', { userCode: user_code }))).toBe('user_code_expired');
  app.advance(-601_000);
});

test('a client at one address begins no more than sixty in ten minutes; others go on', async () => {
  const greedy = await makeClient(app, tenant, {
    grantTypes: [GRANT],
    redirectUris: [],
    tokenEndpointAuthMethod: 'none',
  });
  const begin = (of: TestClient) => post(app, '/device/authorization', of, { scope: 'openid' });
  const answers = await Promise.all(Array.from({ length: 70 }, () => begin(greedy)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.error).toBe('temporarily_unavailable');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  const line = {
    msg: 'request refused',
    errorId: 'too_many_requests',
    clientId: greedy.clientId,
    address: '127.0.0.1',
  };
  // A line may be written after its answer has come.
  await expect
    .poll(() => written.filter(({ clientId }) => clientId === greedy.clientId), patiently)
    .toEqual(Array(10).fill(expect.objectContaining({ ...line, route: `${PROVIDER_PATH}/device/authorization` })));
  expect((await begin(client)).status).toBe(200);
});

test('only the portal answers for a person', async () => {
  await newSession();
  const service = await makeClient(app, tenant);
  const { access_token } = await tokensFor(app, service, signed.cookie, 'portal:user:admin');
  const { user_code } = await start();
  expect((await ask('complete', { userCode: user_code, accept: true }, access_token)).status).toBe(403);
});

test('while it is switched off there is no device authorization', async () => {
  await newSession();
  const code = await start();
  const other = await makeTenant(app);
  const elsewhere = await makeClient(app, other, { grantTypes: [GRANT], redirectUris: [] });
  const facts = async () => {
    const discovery = (await app.call('GET', '/.well-known/openid-configuration')).body;
    const begun = await post(app, '/device/authorization', client, { scope: 'openid' });
    const unknown = await post(app, '/device/authorization', { clientId: 'nobody', secret: null }, {});
    return {
      // Portico's own error object is that of an unknown address.
      begun: begun.status === 404 ? JSON.parse(begun.body)[0].message_id : begun.status,
      unknown: unknown.status,
      elsewhere: (await post(app, '/device/authorization', elsewhere, { scope: 'openid' })).status,
      polled: (await poll(code.device_code)).body.error,
      discovery: 'device_authorization_endpoint' in discovery && discovery.grant_types_supported.includes(GRANT),
    };
  };
  const set = (tenantId: string, active: boolean) =>
    app.owner.query("insert into feature_toggles (tenant_id, name, active) values ($1, 'deviceAuthorization', $2)", [
      tenantId,
      active,
    ]);
  const soon = (expected: object) => expect.poll(facts, patiently).toMatchObject(expected);
  await set(tenant.tenantId, false);
  const hidden = { begun: 'not_found', polled: 'unsupported_grant_type' };
  await soon({ ...hidden, unknown: 401, elsewhere: 200, discovery: true });
  await set('-', false);
  await set(other.tenantId, true);
  await soon({ ...hidden, unknown: 404, elsewhere: 200, discovery: false });
  await app.owner.query('delete from feature_toggles');
  await soon({ begun: 200, unknown: 401, elsewhere: 200, discovery: true });
});
