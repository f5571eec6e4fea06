import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { loginUser } from '#contract/sign-in/login.ts';
import type { getMe } from '#contract/sign-in/me.ts';
import type { activateTotp } from '#contract/credentials/me-totp.ts';
import { keepTokens, readTokens } from '../session/tokens.ts';
import { call } from './call.ts';
import { urlOf } from './url.ts';

type Sent = { url: string; init: RequestInit & { headers: Record<string, string> } };
let sent: Sent[] = [];

/** The network, which is not ours: answers one request after the other. */
function network(...answers: ((sent: Sent) => Response | Promise<Response>)[]) {
  vi.stubGlobal('fetch', (url: string, init: Sent['init']) => {
    const request = { url, init };
    sent.push(request);
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      Promise.resolve(answer?.(request)).then(resolve, reject);
    });
  });
}
const refusal = (status: number, id: string) => () => Response.json([{ message_id: id, message: id }], { status });
const login = (key?: string) =>
  call<typeof loginUser>({
    method: 'POST',
    path: '/api/auth/login/user',
    noAuth: true,
    body: { type: 'userId', tenantId: 'demo', credentials: 'taro', password: 'p' },
    ...(key ? { key } : {}),
  });
const me = () => call<typeof getMe>({ method: 'GET', path: '/api/auth/me' });

beforeEach(() => {
  sent = [];
  sessionStorage.clear();
  document.documentElement.lang = 'ja';
});
afterEach(() => vi.unstubAllGlobals());

it('sends what every request carries', async () => {
  network(() => Response.json({ status: 'completed' }));
  await login();
  await login();
  const [first, second] = sent.map(({ init }) => init.headers);
  expect(first).toMatchObject({
    'Accept-Language': 'ja',
    'Content-Type': 'application/json',
    'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT',
  });
  expect(first?.['X-Unique-Id']).toBe(second?.['X-Unique-Id']);
  expect(first?.['X-Request-Id']).not.toBe(second?.['X-Request-Id']);
  expect(first).not.toHaveProperty('Authorization');
});

it('carries the token and the pattern of rights', async () => {
  keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 600 });
  network(() => Response.json({}));
  await me();
  expect(sent[0]?.init.headers).toMatchObject({ Authorization: 'Bearer a', 'X-Access-Control-Pattern': 'user' });
});

it('fills the path', async () => {
  keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 600 });
  network(() => Response.json({ recoveryCodes: [] }));
  await call<typeof activateTotp>({
    method: 'PUT',
    path: '/api/auth/me/mfa/totp/{uuid}/activate',
    params: { uuid: 'a/b' },
    body: { uuid: 'a/b', otp: '123456' },
  });
  expect(sent[0]?.url).toBe('/api/auth/me/mfa/totp/a%2Fb/activate');
  expect(urlOf('/x', {}, { a: 1, b: undefined, c: null, d: ['e', 'f g'], h: false })).toBe('/x?a=1&d=e&d=f+g&h=false');
});

describe('on 401 invalid_token', () => {
  it('refreshes once and repeats the call', async () => {
    keepTokens({ access_token: 'old', refresh_token: 'r', expires_in: 600 });
    network(
      refusal(401, 'invalid_token'),
      () => Response.json({ access_token: 'new', expires_in: 600 }),
      () => Response.json({ userId: 'taro' }),
    );
    expect(await me()).toEqual({ userId: 'taro' });
    expect(sent[2]?.init.headers.Authorization).toBe('Bearer new');
  });

  it('ends silently and without tokens when that does not help', async () => {
    keepTokens({ access_token: 'old', refresh_token: 'r', expires_in: 600 });
    network(refusal(401, 'invalid_token'), () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
    await expect(me()).rejects.toMatchObject({ status: 499 });
    expect(readTokens()).toBeUndefined();
  });
});

it('leaves other refusals to the caller', async () => {
  network(refusal(401, 'mismatch'));
  await expect(login()).rejects.toMatchObject({ status: 401, entries: [{ message_id: 'mismatch' }] });
  expect(sent).toHaveLength(1);
});

it('cancels the earlier of two calls with the same key, as status 499', async () => {
  network(
    () => new Promise<Response>(() => {}),
    () => Response.json({ status: 'completed' }),
  );
  const [earlier, later] = await Promise.allSettled([login('same'), login('same')]);
  expect(earlier).toMatchObject({ status: 'rejected', reason: { status: 499, entries: [] } });
  expect(later.status).toBe('fulfilled');
});

it.each<[string, () => Response, number, string]>([
  [
    'no network',
    () => {
      throw new TypeError('failed');
    },
    0,
    'service_unavailable',
  ],
  ['a page of a proxy', () => new Response('<html>', { status: 503 }), 503, 'service_unavailable'],
  ['a page of a broken server', () => new Response('<html>', { status: 500 }), 500, 'unknown_error'],
  ['an answer that is no JSON', () => new Response('<html>', { status: 200 }), 0, 'unknown_error'],
  [
    'a proxy that limits',
    () => new Response('', { status: 429, headers: { 'retry-after': '7' } }),
    429,
    'too_many_requests',
  ],
])('knows %s by its id', async (_, answer, status, id) => {
  network(answer);
  await expect(login()).rejects.toMatchObject({ status, entries: [{ message_id: id }] });
});
