import { CLIENT_ID, callToken, endpoints, redirectUri, SCOPE } from './oauth-client.ts';
import { signInPages } from './pages.ts';
import { codeChallenge, randomCode } from './pkce.ts';
import { hereAsTarget, returnTarget } from './return-target.ts';
import { sessionStore } from './storage.ts';
import { sessionKeys } from './storage-keys.ts';
import { forgetTokens, keepTokens } from './tokens.ts';

type PendingSignIn = { state: string; verifier: string; target: string };

/** More automatic sign-ins of one tab within this time are a circle, not a person. */
const CIRCLE_MS = 30_000;
const CIRCLE_TIMES = 4;
/** Leaving a page takes no longer than this. */
const LEAVING_MS = 3000;

const recentSignIns = (now: number) =>
  (sessionStore.read<number[]>(sessionKeys.signInTimes) ?? []).filter((time) => now - time < CIRCLE_MS);

/** Whether a page of this tab started a sign-in a moment ago: another one gives no other tokens. */
export const hasJustSignedIn = (now = Date.now()): boolean => recentSignIns(now).length > 0;

/** Notes a sign-in the page starts by itself; true when they have become a circle. */
export function isCircle(now = Date.now()): boolean {
  const recent = recentSignIns(now);
  sessionStore.write(sessionKeys.signInTimes, [...recent, now].slice(-CIRCLE_TIMES));
  return recent.length >= CIRCLE_TIMES;
}

/** The authorization request (RFC 6749 section 4.1.1, RFC 7636 section 4.3). */
export async function authorizationUrl({ state, verifier }: PendingSignIn): Promise<string> {
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: SCOPE,
    state,
    code_challenge: await codeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return `${endpoints.authorization}?${query}`;
}

let starting: Promise<void> | undefined;

async function leaveForSignIn(target: string): Promise<void> {
  forgetTokens();
  if (isCircle()) return location.replace(`${signInPages.error}?error=access_token_error`);
  const pending: PendingSignIn = { state: randomCode(), verifier: randomCode(), target: returnTarget(target) };
  sessionStore.write(sessionKeys.signIn, pending);
  location.replace(await authorizationUrl(pending));
}

/**
 * Gets tokens for this tab: leaves for the authorization endpoint, which comes back through `/oauth-callback.html` to
 * the target. Somebody with a session does not see it; somebody without one meets the sign-in page on the way. However
 * many calls find the token worthless at the same time, the page leaves once.
 */
export function startSignIn(target: string = hereAsTarget()): Promise<void> {
  starting ??= leaveForSignIn(target);
  // Where the browser stayed after all (somebody chose to keep a form), a later call may try again.
  setTimeout(() => {
    starting = undefined;
  }, LEAVING_MS);
  return starting;
}

/**
 * Tokens of the session that this browser has by now, without leaving the page: the redirects of the authorization
 * request are followed in the background. Resolves to whether there were any. Throws where nobody was reached.
 */
export async function takeTokens(): Promise<boolean> {
  const pending: PendingSignIn = { state: randomCode(), verifier: randomCode(), target: '' };
  const { url } = await fetch(await authorizationUrl(pending));
  const query = new URL(url).searchParams;
  const code = query.get('code');
  if (!code || query.get('state') !== pending.state) return false;
  const fields = { code, redirect_uri: redirectUri(), code_verifier: pending.verifier };
  keepTokens(await callToken({ grant_type: 'authorization_code', ...fields }));
  return true;
}

/** The sign-in page, to come back here (or to the target) from. */
export function goToLogin(target: string = hereAsTarget()): void {
  location.assign(`${signInPages.login}?url=${encodeURIComponent(target)}`);
}

export type SignInEnd = { target: string } | { failure: string; target: string };

/**
 * The end of a sign-in at `/oauth-callback.html`: the state must be the one this tab sent (RFC 6749 section 10.12) and
 * the issuer ours (RFC 9207); then the code is traded for tokens. Never throws; a failure is an OAuth error code,
 * `state` or `server`.
 */
export async function finishSignIn(query: URLSearchParams): Promise<SignInEnd> {
  const pending = sessionStore.read<PendingSignIn>(sessionKeys.signIn);
  const target = returnTarget(pending?.target);
  sessionStore.remove(sessionKeys.signIn);
  const issuer = query.get('iss');
  const ours = issuer === null || (URL.canParse(issuer) && new URL(issuer).origin === location.origin);
  if (!pending || query.get('state') !== pending.state || !ours) return { failure: 'state', target };
  const code = query.get('code');
  if (!code) return { failure: query.get('error') ?? 'server', target };
  try {
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri(),
      code_verifier: pending.verifier,
    };
    keepTokens(await callToken(fields));
    return { target };
  } catch (error) {
    return { failure: (error as { code?: string }).code ?? 'server', target };
  }
}
