import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetAccount, type RememberedAccount, rememberAccount, rememberedAccounts } from './accounts.ts';
import { codeChallenge, randomCode } from './pkce.ts';
import { returnTarget, usableTarget } from './return-target.ts';
import { authorizationUrl, finishSignIn, hasJustSignedIn, isCircle } from './sign-in.ts';
import { sessionStore } from './storage.ts';
import { localKeys, sessionKeys } from './storage-keys.ts';
import { accessToken, keepTokens, readTokens, refreshAccessToken } from './tokens.ts';

// The token endpoint stands in a browser test behind `fetch`, which is not ours.
let calls: URLSearchParams[] = [];
function tokenEndpoint(answer: (fields: URLSearchParams) => Response | Error) {
  vi.stubGlobal('fetch', async (_: string, { body }: { body: URLSearchParams }) => {
    calls.push(body);
    const given = answer(body);
    if (given instanceof Error) throw given;
    return given;
  });
}
const tokens = (name: string) =>
  Response.json({ access_token: `access-${name}`, refresh_token: `refresh-${name}`, expires_in: 600, scope: 'openid' });

beforeEach(() => {
  calls = [];
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

it('makes the code challenge of RFC 7636, appendix B', async () => {
  expect(await codeChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
  expect(randomCode()).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

describe('refreshing', () => {
  it('asks once however many calls need it, and keeps the new tokens', async () => {
    keepTokens({ access_token: 'old', refresh_token: 'r0', expires_in: 600 });
    tokenEndpoint(() => tokens('1'));
    expect(
      await Promise.all([refreshAccessToken('old'), refreshAccessToken('old'), refreshAccessToken('old')]),
    ).toEqual(['access-1', 'access-1', 'access-1']);
    expect(calls.map((fields) => fields.get('refresh_token'))).toEqual(['r0']);
    expect(readTokens()).toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  });

  it('does not refresh what somebody refreshed meanwhile', async () => {
    keepTokens({ access_token: 'new', refresh_token: 'r1', expires_in: 600 });
    tokenEndpoint(() => tokens('2'));
    expect(await refreshAccessToken('old')).toBe('new');
    expect(calls).toEqual([]);
  });

  it('forgets tokens that were refused, but not because the server is out of reach', async () => {
    keepTokens({ access_token: 'old', refresh_token: 'r0', expires_in: 600 });
    tokenEndpoint(() => new TypeError('network'));
    await expect(refreshAccessToken('old')).rejects.toMatchObject({ code: 'server' });
    expect(readTokens()?.refreshToken).toBe('r0');
    tokenEndpoint(() => Response.json({ error: 'invalid_grant' }, { status: 400 }));
    expect(await refreshAccessToken('old')).toBeUndefined();
    expect(readTokens()).toBeUndefined();
  });

  it('happens before an access token ends', async () => {
    keepTokens({ access_token: 'old', refresh_token: 'r0', expires_in: 600 }, 0);
    tokenEndpoint(() => tokens('1'));
    expect(await accessToken(589_000)).toBe('old');
    expect(await accessToken(591_000)).toBe('access-1');
  });
});

describe('the end of a sign-in', () => {
  const begin = () => sessionStore.write(sessionKeys.signIn, { state: 's', verifier: 'v', target: '/portal/users' });
  const end = (query: string) => finishSignIn(new URLSearchParams(query));

  it('trades the code for tokens and goes to the target', async () => {
    begin();
    tokenEndpoint(() => tokens('1'));
    expect(await end(`code=c&state=s&iss=${encodeURIComponent(location.origin)}`)).toEqual({ target: '/portal/users' });
    expect(Object.fromEntries(calls[0] ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      code: 'c',
      code_verifier: 'v',
      client_id: 'portal',
    });
    expect(readTokens()?.accessToken).toBe('access-1');
  });

  it.each([
    ['another state', 'code=c&state=x', 'state'],
    ['no state', 'code=c', 'state'],
    ['another issuer', 'code=c&state=s&iss=https://evil.example', 'state'],
    ['an error', 'error=access_denied&state=s', 'access_denied'],
  ])('refuses %s', async (_, query, failure) => {
    begin();
    tokenEndpoint(() => tokens('1'));
    expect(await end(query)).toMatchObject({ failure });
    expect(calls).toEqual([]);
  });

  it('happens once', async () => {
    begin();
    tokenEndpoint(() => tokens('1'));
    await end('code=c&state=s');
    expect(await end('code=c&state=s')).toMatchObject({ failure: 'state' });
  });
});

it('asks with PKCE S256 and a state', async () => {
  const url = new URL(await authorizationUrl({ state: 's', verifier: 'v', target: '/' }), location.origin);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'portal',
    response_type: 'code',
    state: 's',
    code_challenge_method: 'S256',
    code_challenge: await codeChallenge('v'),
    redirect_uri: `${location.origin}/oauth-callback.html`,
  });
});

it('remembers for half a minute that a page of this tab started a sign-in', () => {
  expect(hasJustSignedIn(1000)).toBe(false);
  isCircle(1000);
  expect([30_999, 31_000].map((now) => hasJustSignedIn(now))).toEqual([true, false]);
});

it('takes the fifth automatic sign-in within half a minute for a circle', () => {
  expect([0, 1, 2, 3, 4].map((second) => isCircle(second * 1000))).toEqual([false, false, false, false, true]);
  expect(isCircle(60_000)).toBe(false);
});

it.each([
  ['/portal/users?page=2', '/portal/users?page=2'],
  ['https://evil.example/', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['/login.html', undefined],
  ['/portal/login.html?url=/x', undefined],
  ['/logout.html', undefined],
  ['/oauth-callback.html?code=x', undefined],
  [null, undefined],
])('usableTarget(%j) is %j', (wish, wanted) => {
  expect(usableTarget(wish)).toBe(wanted);
  expect(returnTarget(wish)).toBe(wanted ?? '/portal/top.html');
});

describe('accounts of this device', () => {
  const account = (userId: string): RememberedAccount => ({
    tenantId: 'demo',
    tenantName: 'Demo',
    userId,
    displayName: userId,
    way: 'userId',
    credentials: userId,
  });

  it('stand in the order of use, each once, eight at most', () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) rememberAccount(account(name));
    rememberAccount(account('C'));
    expect(rememberedAccounts().map(({ userId }) => userId)).toEqual(['C', 'i', 'h', 'g', 'f', 'e', 'd', 'b']);
    expect(forgetAccount(account('c')).map(({ userId }) => userId)).toEqual(['i', 'h', 'g', 'f', 'e', 'd', 'b']);
  });

  it.each(['nonsense', '{"a":1}', '[1,null,{"tenantId":"demo"}]'])('are none where storage holds %s', (kept) => {
    localStorage.setItem(localKeys.accounts, kept);
    expect(rememberedAccounts()).toEqual([]);
  });
});
