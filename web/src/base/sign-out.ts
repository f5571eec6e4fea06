import type { logout, logoutUris } from '#contract/sign-in/login.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../api/call.ts';
import { revokeToken } from '../session/oauth-client.ts';
import { localStore, sessionStore } from '../session/storage.ts';
import { localKeys, sessionKeys } from '../session/storage-keys.ts';
import { readTokens } from '../session/tokens.ts';

const CHANNEL = 'portico-session';

/** What this tab keeps of who was signed in. A sign-in under way goes on to its target. */
export function forgetPerson(): void {
  const { tokens, signInTimes, me, tenant, link } = sessionKeys;
  sessionStore.remove(tokens, signInTimes, me, tenant, link);
}

/** Everything of a sign-in that this tab keeps. Accounts remembered on the device stay. */
export function clearSession(): void {
  forgetPerson();
  sessionStore.remove(sessionKeys.signIn);
}

export type Party = AnswerOf<typeof logoutUris>['parties'][number];

/** Who hears of the sign-out (asked for before the session ends, which is what they hang on). */
export async function partiesToTell(): Promise<readonly Party[]> {
  const answer = await call<typeof logoutUris>({ method: 'GET', path: '/api/auth/logoutUris', noAuth: true }).catch(
    () => undefined,
  );
  return answer?.parties ?? [];
}

/**
 * Signs out (spec section 4): withdraws the token, ends the session of the cookie, clears the storage, tells the other
 * tabs. Throws an `ApiError` when the server could not end the session; the tab has forgotten its tokens even then.
 */
export async function signOut(): Promise<void> {
  const tokens = readTokens();
  if (tokens) await revokeToken(tokens.refreshToken ?? tokens.accessToken);
  clearSession();
  localStore.remove(localKeys.palette);
  await call<typeof logout>({ method: 'POST', path: '/api/auth/logout', noAuth: true });
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('signedOut');
  channel.close();
}

/** Calls back when another tab signs out; gives the function that stops listening. */
export function onSignedOutElsewhere(react: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = react;
  return () => channel.close();
}
