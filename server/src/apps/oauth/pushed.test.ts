import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { answerConsent, CALLBACK, codeForm, makeClient, post, PROVIDER_PATH, type TestClient } from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let cookie: string;
let client: TestClient;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  ({ cookie } = await signIn(app, await makeUser(app, tenant)));
  client = await makeClient(app, tenant);
});
afterAll(() => app.close());

const verifier = 'v'.repeat(43);
const request = (more: Record<string, string> = {}) => ({
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'openid profile',
  state: 'pushed state',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  ...more,
});
const push = (by: TestClient, more?: Record<string, string>) =>
  post(app, '/par', by, { client_id: by.clientId, ...request(more) });
async function send(query: Record<string, string>, as: string | null = cookie): Promise<URL> {
  const answer = await fetch(`${app.url}${PROVIDER_PATH}/authorize?${new URLSearchParams(query)}`, {
    redirect: 'manual',
    headers: as ? { cookie: as } : {},
  });
  return new URL(answer.headers.get('location') ?? 'about:blank', app.url);
}
const addressOf = async (by = client, more?: Record<string, string>) => {
  const { status, body } = await push(by, more);
  expect([status, body.expires_in]).toEqual([201, 60]);
  return { client_id: by.clientId, request_uri: body.request_uri as string };
};
const codeOf = (at: URL) => at.searchParams.get('code');

describe('a pushed authorization request', () => {
  test('gives one code, whatever else the browser adds', async () => {
    const query = await addressOf();
    const at = await send({ ...query, state: 'another', redirect_uri: 'https://evil.example/', scope: 'email' });
    expect(at.href.split('?')[0]).toBe(CALLBACK);
    expect(at.searchParams.get('state')).toBe('pushed state');
    const code = codeOf(at);
    const tokens = await post(app, '/token', client, codeForm(app, client.clientId, { location: at, code, verifier }));
    expect([tokens.status, tokens.body.scope]).toEqual([200, 'openid profile']);
    const again = await send(query);
    expect([again.pathname, again.searchParams.get('error')]).toEqual(['/error.html', 'app_request']);
  });

  test('used twenty times at once gives one code', async () => {
    const query = await addressOf();
    const all = await Promise.all(Array.from({ length: 20 }, () => send(query)));
    expect(all.map(codeOf).filter((code) => code !== null)).toHaveLength(1);
  });

  test('lives on while the user signs in and consents, for an hour in all', async () => {
    const third = await makeClient(app, tenant, { firstParty: false });
    const query = await addressOf(third, { login_hint: 'taro', ui_locales: 'ja' });
    const login = await send(query, null);
    expect(login.pathname).toBe('/login.html');
    expect(login.searchParams.get('ui_locales')).toBe('ja');
    expect(await (await fetch(login)).text()).toContain('"app":"A service"');
    const back = new URL(login.searchParams.get('url') ?? '', app.url);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ ...query, login_hint: 'taro' });
    const { rows } = await app.owner.query(
      "select (payload ->> 'exp')::int - (payload ->> 'iat')::int as life from oauth_artifacts where model = $1 order by (payload ->> 'iat')::int desc, (payload ->> 'exp')::int desc limit 1",
      ['PushedAuthorizationRequest'],
    );
    expect(rows).toEqual([{ life: 3600 }]);
    const consent = await send(Object.fromEntries(back.searchParams));
    const done = await answerConsent(app, cookie, consent);
    expect(codeOf(done)).not.toBeNull();
  });

  test('that asks for single claims is answered once, and the user has read which', async () => {
    const third = await makeClient(app, tenant, { firstParty: false });
    const claims = JSON.stringify({ userinfo: { email: null } });
    const consent = await send(await addressOf(third, { scope: 'openid', claims }));
    expect(codeOf(await answerConsent(app, cookie, consent))).not.toBeNull();
  });

  test('is worth nothing to others, expired, or made up', async () => {
    const other = await makeClient(app, tenant);
    const query = await addressOf();
    for (const wrong of [
      { ...query, client_id: other.clientId },
      { ...query, request_uri: 'urn:ietf:params:oauth:request_uri:unknown' },
      { ...query, request_uri: 'https://evil.example/request' },
    ])
      expect((await send(wrong)).pathname).toBe('/error.html');
    await app.owner.query(
      "update oauth_artifacts set payload = payload || '{\"exp\": 1}' where model = 'PushedAuthorizationRequest'",
    );
    expect((await send(query)).pathname).toBe('/error.html');
  });

  test('wants a client that proves itself, and is checked as one that is not pushed', async () => {
    expect((await push({ ...client, secret: 'wrong' })).body.error).toBe('invalid_client');
    expect((await push(client, { redirect_uri: 'https://evil.example/' })).status).toBe(400);
    expect((await push(client, { code_challenge: '', code_challenge_method: '' })).body.error).toBe('invalid_request');
    expect((await push(client, { request_uri: 'urn:x' })).status).toBe(400);
    const causes = async () =>
      (await app.owner.query('select cause from client_refusals where client_id = $1', [client.clientId])).rows.map(
        ({ cause }) => cause,
      );
    await expect.poll(causes).toEqual(expect.arrayContaining(['secret', 'redirectUri', 'pkce']));
  });

  test('of a public client works', async () => {
    const open = await makeClient(app, tenant, { tokenEndpointAuthMethod: 'none' });
    expect(codeOf(await send(await addressOf(open)))).not.toBeNull();
  });
});
