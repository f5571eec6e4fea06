import type { JWTPayload } from 'jose';
import type { Answer, TestApp } from './app.ts';
import type { TestTenant } from './factories.ts';
import { clientOf, type OpenidProvider } from './openid-provider.ts';

export const FEDERATION_COOKIE = '__Host-portico-federation';

/** An administrator with a token that a recent proof stands behind. */
export interface Admin {
  token: string;
}

/** Adds an OpenID provider to a tenant, enabled unless said otherwise. */
export async function addProvider(
  app: TestApp,
  { tenantId }: TestTenant,
  { token }: Admin,
  provider: OpenidProvider,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const body = { opId: 'acme', displayName: 'Acme', issuer: provider.issuer, ...clientOf, enabled: true, ...more };
  return app.call('POST', `/api/auth/tenants/${tenantId}/oidcs`, { token, body });
}

/** The federation cookie that an answer set, ready to be sent back. */
export const browserOf = ({ headers }: { headers: Headers }): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(FEDERATION_COOKIE))
    ?.split(';')[0] ?? '';

/** Begins a sign-in; answers where the browser goes, and its cookie. */
export async function depart(app: TestApp, tenantId: string, opId = 'acme', cookie = '') {
  const answer = await app.call('POST', '/api/auth/oidc/rp/request', { body: { tenantId, opId }, cookie });
  return { answer, url: String(answer.body.url ?? ''), cookie: browserOf(answer) || cookie };
}

/** Follows the provider back; answers what the next page is told. */
export async function arrive(url: URL, cookie: string) {
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
  const location = new URL(answer.headers.get('location') ?? '', url);
  return { status: answer.status, page: location.pathname, told: new URLSearchParams(location.hash.slice(1)) };
}

/** A whole round up to the page that completes the sign-in. */
export async function roundTrip(app: TestApp, tenantId: string, provider: OpenidProvider, person: JWTPayload) {
  const { url, cookie } = await depart(app, tenantId);
  return { cookie, ...(await arrive(provider.approve(url, person), cookie)) };
}

export const exchange = (app: TestApp, exchangeCode: string, cookie: string) =>
  app.call('POST', '/api/account/exchangeToken', { body: { exchangeCode }, cookie });

/** A whole sign-in. */
export async function signInWith(app: TestApp, tenantId: string, provider: OpenidProvider, person: JWTPayload) {
  const { told, cookie } = await roundTrip(app, tenantId, provider, person);
  return exchange(app, told.get('exchangeCode') ?? '', cookie);
}
