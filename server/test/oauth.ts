import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { OauthClientInput } from '#contract/apps/oauth-clients.ts';
import { oauthClientInput } from '#contract/apps/oauth-clients.ts';
import { assignOauthClient, createOauthClient } from '#server/apps/clients/oauth-clients.ts';
import type { TestApp } from './app.ts';
import { portalTokens, type TestTenant } from './factories.ts';

/** Redirect address of test clients; nothing listens there. */
export const CALLBACK = 'https://service.example/callback';
export const PROVIDER_PATH = '/api/auth/oauth/provider';

export interface TestClient {
  clientId: string;
  secret: string | null;
}

/** A client of a tenant, created as the command line does; first-party by default. */
export async function makeClient(
  app: TestApp,
  tenant: TestTenant,
  { firstParty = true, ...given }: Partial<OauthClientInput> & { firstParty?: boolean } = {},
): Promise<TestClient> {
  const input = oauthClientInput.parse({
    name: 'A service',
    redirectUris: given.grantTypes?.includes('authorization_code') === false ? [] : [CALLBACK],
    scopes: ['openid', 'profile', 'email', 'offline_access', 'portal:user:admin', 'portal:powerUser:admin'],
    ...given,
  });
  const now = app.tools.clock();
  const made = await app.tools.db.inTenant(tenant.tenantId, async (tx) => {
    const client = await createOauthClient(tx, tenant.tenantId, input, now);
    await assignOauthClient(tx, client.clientId, { firstParty }, now);
    return client;
  });
  return { clientId: made.clientId, secret: made.clientSecret };
}

export interface Authorization {
  location: URL;
  code: string | null;
  verifier: string;
}

/** Calls the authorization endpoint as a browser would, without following the answer. */
export async function authorize(
  app: TestApp,
  clientId: string,
  cookie: string | null,
  more: Record<string, string | undefined> = {},
): Promise<Authorization & { status: number; setCookies: string[] }> {
  const verifier = randomBytes(32).toString('base64url');
  const asked: Record<string, string | undefined> = {
    client_id: clientId,
    redirect_uri: clientId === 'portal' ? `${app.url}/oauth-callback.html` : CALLBACK,
    response_type: 'code',
    scope: 'openid',
    state: 'a state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  };
  const query = new URLSearchParams(
    Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const answer = await fetch(`${app.url}${PROVIDER_PATH}/authorize?${query}`, {
    redirect: 'manual',
    headers: cookie ? { cookie } : {},
  });
  const location = new URL(answer.headers.get('location') ?? 'about:blank', app.url);
  return {
    status: answer.status,
    location,
    code: location.searchParams.get('code'),
    verifier,
    setCookies: answer.headers.getSetCookie(),
  };
}

export interface FormAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  headers: Headers;
}

/** Posts a form to one of the provider's endpoints, as a client that authenticates by Basic or is public. */
export async function post(
  app: TestApp,
  endpoint: string,
  client: TestClient,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<FormAnswer> {
  const basic = client.secret && `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}`;
  const answer = await fetch(`${app.url}${PROVIDER_PATH}${endpoint}`, {
    method: 'POST',
    headers: { ...(basic ? { authorization: basic } : {}), ...headers },
    body: new URLSearchParams(basic ? form : { client_id: client.clientId, ...form }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text, headers: answer.headers };
}

/** The token request for an authorization. */
export function codeForm(app: TestApp, clientId: string, authorization: Authorization): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code: authorization.code ?? '',
    code_verifier: authorization.verifier,
    redirect_uri: clientId === 'portal' ? `${app.url}/oauth-callback.html` : CALLBACK,
  };
}

/** The authorization request for which the consent page was opened. */
export function pendingRequest(location: URL): string {
  expect(location.pathname).toBe('/consent.html');
  const url = location.searchParams.get('url') ?? '';
  expect(url.startsWith(`${PROVIDER_PATH}/authorize?`)).toBe(true);
  return url;
}

/** Answers yes (or no) on the consent page, and follows its redirect. */
export async function answerConsent(app: TestApp, cookie: string, location: URL, accept = true): Promise<URL> {
  const url = pendingRequest(location);
  const { token } = await portalTokens(app, cookie);
  const query = url.slice(url.indexOf('?') + 1);
  const answer = await app.call('POST', `${PROVIDER_PATH}/consent/complete`, { token, body: { query, accept } });
  expect(answer.status).toBe(204);
  const next = `${app.url}${url}${accept ? '' : '&consent=denied'}`;
  const gone = await fetch(next, { redirect: 'manual', headers: { cookie } });
  return new URL(gone.headers.get('location') ?? 'about:blank', app.url);
}

/** Like `authorize`, answering yes if consent is asked for. Throws if no code results. */
export async function authorizeWithConsent(
  app: TestApp,
  clientId: string,
  cookie: string,
  more: Record<string, string>,
): Promise<Authorization> {
  const authorization = await authorize(app, clientId, cookie, more);
  if (authorization.location.pathname === '/consent.html') {
    const location = await answerConsent(app, cookie, authorization.location);
    Object.assign(authorization, { location, code: location.searchParams.get('code') });
  }
  if (!authorization.code) throw new Error(`no code: ${authorization.location.href}`);
  return authorization;
}

/** Signs a browser's user in to a client and returns its tokens. Answers yes if consent is asked for. */
export async function tokensFor(
  app: TestApp,
  client: TestClient,
  cookie: string,
  scope: string,
  more: Record<string, string> = {},
) {
  const authorization = await authorizeWithConsent(app, client.clientId, cookie, { scope, ...more });
  const answer = await post(app, '/token', client, codeForm(app, client.clientId, authorization));
  if (answer.status !== 200) throw new Error(`no token: ${JSON.stringify(answer.body)}`);
  return answer.body as {
    access_token: string;
    refresh_token: string;
    id_token: string;
    scope: string;
    expires_in: number;
  };
}

/** The claims of a token, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

/** Repeats a call until the answer fits or a second is over (standards 7). */
export async function withinASecond<T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<boolean> {
  const until = performance.now() + 1000;
  for (;;) {
    // Only an answer to what was asked later decides: one that was asked in time may be long under way.
    const isLate = performance.now() > until;
    if (fits(await ask())) return true;
    if (isLate) return false;
    await new Promise((done) => setTimeout(done, 50));
  }
}
