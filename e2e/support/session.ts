import * as client from 'openid-client';
import type { APIResponse, BrowserContext, Page } from 'playwright-core';
import { paths } from '../../web/src/base/paths.ts';
import { CLIENT_ID, endpoints, SCOPE, type TokenAnswer } from '../../web/src/session/oauth-client.ts';
import { sessionKeys } from '../../web/src/session/storage-keys.ts';
import type { Person } from './people.ts';

/**
 * Opens a page as a signed-in user, with the calls that the pages make but without loading the four pages of a sign-in.
 * For journeys about what comes after sign-in; sign-in.journey.ts, guard.journey.ts and second-factor.journey.ts sign
 * in in the browser. The browser remembers no account.
 */
export async function openSignedIn(page: Page, person: Person, address: string = paths.top): Promise<void> {
  await becomeSignedIn(page, person);
  await page.goto(address);
}

/** The same, before any page is opened. */
export async function becomeSignedIn(page: Page, person: Person): Promise<void> {
  const context = page.context();
  const answer = await askSignIn(context, person);
  const { status } = await answer.json();
  if (status !== 'completed') throw new Error(`${person.mailAddress} is not signed in: ${answer.status()} ${status}`);
  const tokens = await takeTokens(context);
  const kept = {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    endsAt: Date.now() + (tokens.expires_in ?? 60) * 1000,
    scopes: tokens.scope?.split(' ') ?? [],
  };
  // A cheap page of this origin, where the tab's storage (web/src/session/tokens.ts) is written.
  await page.goto('/healthz');
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
    sessionKeys.tokens,
    JSON.stringify(kept),
  ] as const);
}

/** Signs in with a password and a browser's cookies; if it is right, these belong to a session then. */
export function askSignIn(
  { request }: BrowserContext,
  { tenantId, userId, password }: Pick<Person, 'tenantId' | 'userId' | 'password'>,
): Promise<APIResponse> {
  const data = { type: 'userId', tenantId, credentials: userId, password };
  return request.post('/api/auth/login/user', { data });
}

/** New tokens for the session of a browser's cookie, as a tab of the portal gets them. */
export async function takeTokens({ request }: BrowserContext): Promise<TokenAnswer> {
  const { origin } = new URL((await request.get('/healthz')).url());
  const verifier = client.randomPKCECodeVerifier();
  const asked = {
    client_id: CLIENT_ID,
    redirect_uri: `${origin}/oauth-callback.html`,
    response_type: 'code',
    scope: SCOPE,
    state: 'a journey',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  const allowed = await request.get(endpoints.authorization, { params: asked, maxRedirects: 0 });
  const code = new URL(allowed.headers().location ?? '', origin).searchParams.get('code');
  if (!code) throw new Error(`no code: ${allowed.status()} ${allowed.headers().location}`);
  const fields = { code, redirect_uri: asked.redirect_uri, code_verifier: verifier, client_id: CLIENT_ID };
  const traded = await request.post(endpoints.token, { form: { grant_type: 'authorization_code', ...fields } });
  return traded.json();
}
