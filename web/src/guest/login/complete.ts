import type { LoginAnswer } from '#contract/sign-in/login.ts';
import { paths } from '../../base/paths.ts';
import { accountOf, type LoginWay, rememberAccount, rememberWay } from '../../session/accounts.ts';
import { forgetPerson } from '../../base/sign-out.ts';
import { returnTarget } from '../../session/return-target.ts';
import { localStore } from '../../session/storage.ts';
import { localKeys } from '../../session/storage-keys.ts';

export type Completed = Extract<LoginAnswer, { status: 'completed' }>;

/**
 * Where a completed sign-in goes: to the page asked for, if allowed; by way of setting up a second factor where that
 * is due and the target is a page (an authorization request decides that itself, and comes back).
 */
export function afterSignIn(
  answer: Pick<Completed, 'mfaSetupRequired'>,
  url: string | null,
  allowedOrigins?: readonly string[],
): string {
  const target = returnTarget(url, allowedOrigins);
  if (!answer.mfaSetupRequired || target.startsWith('/api/')) return target;
  return `${paths.mfaAuthenticatorSetting}?url=${encodeURIComponent(target)}`;
}

export type Began = {
  way: LoginWay;
  credentials: string;
  language: string;
  url: string | null;
  allowedOrigins?: readonly string[] | undefined;
};

/** Remembers the account on this device and leaves the page. The promise never ends: the form stays busy meanwhile. */
export function completeSignIn(
  answer: Completed,
  { way, credentials, language, url, allowedOrigins }: Began,
): Promise<never> {
  // Tokens of whoever was signed in in this tab before are no longer theirs to use. The page that sent somebody here
  // waits for the end of its authorization request, though.
  forgetPerson();
  // The setting guide opens after every sign-in.
  localStore.remove(localKeys.shownNavigation);
  // Another identity provider said who it is: nothing was typed.
  rememberAccount(accountOf(answer, way, credentials || answer.userId, language));
  rememberWay(way, answer.tenantId);
  location.replace(afterSignIn(answer, url, allowedOrigins));
  return new Promise<never>(() => {});
}
