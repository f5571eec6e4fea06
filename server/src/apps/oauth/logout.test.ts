import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeClient, PROVIDER_PATH, type TestClient, tokensFor } from '#test/oauth.ts';

const BACK = 'https://service.example/bye';

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
let client: TestClient;
const written: Record<string, unknown>[] = [];
beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'info' }, { write: (line) => written.push(JSON.parse(line)) });
  tenant = await makeTenant(app);
  user = await makeUser(app, tenant);
  client = await makeClient(app, tenant, { postLogoutRedirectUris: [BACK] });
});
afterAll(() => app.close());

async function endSession(query: Record<string, string>, cookie?: string) {
  const answer = await app.call('GET', `${PROVIDER_PATH}/session/end?${new URLSearchParams(query)}`, { cookie });
  return { ...answer, location: answer.headers.get('location') };
}
const isOpen = async (cookie: string) => (await app.call('GET', '/api/auth/logoutUris', { cookie })).status === 200;

async function newSession() {
  const { cookie } = await signIn(app, user);
  return { cookie, ...(await tokensFor(app, client, cookie, 'openid')) };
}
const openSessions = async () => {
  const { rows } = await app.owner.query(
    'select count(*)::int as open from sessions where user_uuid = $1 and ended_at is null',
    [user.uuid],
  );
  return rows[0].open as number;
};

test('an ID token of the signed-in person ends the session and clears the cookie', async () => {
  const session = await newSession();
  const before = await openSessions();
  const answer = await endSession({ id_token_hint: session.id_token, post_logout_redirect_uri: BACK }, session.cookie);
  expect(answer.status).toBe(303);
  expect(answer.location).toBe(BACK);
  expect(answer.cookie).toBe('__Host-portico-session=');
  expect(await openSessions()).toBe(before - 1);
});

test('without a good hint nobody is signed out: the person is asked', async () => {
  const session = await newSession();
  const other = await makeUser(app, tenant);
  const theirs = await tokensFor(app, client, (await signIn(app, other)).cookie, 'openid');
  // ID tokens of a client with back-channel logout name the session.
  const told = await makeClient(app, tenant, { backchannelLogoutUri: 'https://service.example/logout' });
  const elsewhere = await tokensFor(app, told, (await signIn(app, user)).cookie, 'openid');
  const before = await openSessions();
  const attempts = [
    {},
    { client_id: client.clientId },
    { id_token_hint: theirs.id_token },
    // From a sign-in of the same user in another browser.
    { id_token_hint: elsewhere.id_token },
    { id_token_hint: `${session.id_token}x` },
  ];
  for (const query of attempts) {
    expect((await endSession(query as Record<string, string>, session.cookie)).location).toBe(
      '/logout.html?logout=false',
    );
  }
  expect(await openSessions()).toBe(before);
  expect(await isOpen(session.cookie)).toBe(true);
});

test('nobody is sent to an address that is not registered', async () => {
  const session = await newSession();
  const elsewhere = { post_logout_redirect_uri: 'https://evil.example/' };
  const refused = await endSession({ ...elsewhere, id_token_hint: session.id_token }, session.cookie);
  expect(refused.location).toMatch(/^\/error\.html\?error=app_redirect_uri&request-id=[\w-]+$/);
  expect((await endSession(elsewhere)).location).toBe('/logout.html');
});

test('what is refused is told with its cause, and logged under the id that the page shows', async () => {
  const session = await newSession();
  const disabled = await makeClient(app, tenant, { disabled: true, postLogoutRedirectUris: [BACK] });
  const twice = new URLSearchParams(`client_id=${client.clientId}&state=1&state=2`);
  const refused: [object, string, object][] = [
    [{ client_id: 'nobody.here-at-all' }, 'app_unknown', { errorId: 'invalid_client', clientId: 'nobody.here-at-all' }],
    [{ client_id: disabled.clientId }, 'app_unknown', { errorId: 'invalid_client', clientId: disabled.clientId }],
    [
      { client_id: client.clientId, post_logout_redirect_uri: 'https://evil.example/' },
      'app_redirect_uri',
      { errorId: 'invalid_redirect_uri', clientId: client.clientId },
    ],
    [
      { id_token_hint: session.id_token, client_id: disabled.clientId },
      'app_request',
      { errorId: 'invalid_request', reason: 'the hint is of another client' },
    ],
    [twice, 'app_request', { errorId: 'invalid_request', reason: 'a parameter is given twice' }],
  ];
  for (const [query, error, line] of refused) {
    const asked = query instanceof URLSearchParams ? query : { ...query };
    const { location } = await endSession(asked as Record<string, string>, session.cookie);
    const told = new URL(location ?? '', app.url);
    expect([told.pathname, told.searchParams.get('error')]).toEqual(['/error.html', error]);
    const reqId = told.searchParams.get('request-id');
    const logged = () => written.find((one) => one.reqId === reqId && one.msg === 'request refused');
    await expect.poll(logged).toMatchObject({ ...line, route: `${PROVIDER_PATH}/session/end`, address: '127.0.0.1' });
  }
  expect(JSON.stringify(written)).not.toContain(session.id_token);
  expect(await isOpen(session.cookie)).toBe(true);
});

test('the person who is asked first finds the way back, checked once more', async () => {
  const session = await newSession();
  const asked = { client_id: client.clientId, post_logout_redirect_uri: BACK, state: 'a b' };
  const page = new URL((await endSession(asked, session.cookie)).location ?? '', app.url);
  expect([page.pathname, page.searchParams.get('logout')]).toEqual(['/logout.html', 'false']);
  const again = await app.call('GET', page.searchParams.get('url') ?? '');
  expect(again.headers.get('location')).toBe(`${BACK}?state=a+b`);
  // An invalid hint still identifies its client.
  const spoilt = { id_token_hint: `${session.id_token}x`, post_logout_redirect_uri: BACK };
  const other = new URL((await endSession(spoilt, session.cookie)).location ?? '', app.url);
  expect((await app.call('GET', other.searchParams.get('url') ?? '')).headers.get('location')).toBe(BACK);
});

test('whoever is signed out already is sent back', async () => {
  const answer = await endSession({ client_id: client.clientId, post_logout_redirect_uri: BACK, state: 'a b' });
  expect(answer.location).toBe(`${BACK}?state=a+b`);
});
