import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { isCancelled } from '../api/api-error.ts';
import { logOperation } from '../api/log-operation.ts';
import type { Area } from '../i18n/keys.ts';
import { loadAreas } from '../i18n/texts.ts';
import { hasJustSignedIn, startSignIn } from '../session/sign-in.ts';
import { readTokens } from '../session/tokens.ts';
import { followOwnLanguage } from './follow-own-language.ts';
import { type GuardFacts, judge, type PageNeeds, type Verdict } from './guard.ts';
import { hasNewRights } from './new-rights.ts';
import { isOffline } from '../base/failure.ts';
import { paths } from '../base/paths.ts';
import { meQuery, tenantQuery, togglesQuery } from '../base/session-queries.ts';

export type PageOpening<Deps> = PageNeeds & {
  areas: readonly Area[];
  /** Asks for the page's data without waiting for it: the page shows skeletons and its own failures. */
  start?: (queryClient: QueryClient, deps: Deps) => void;
};

export type OpeningArguments<Deps> = {
  context: { queryClient: QueryClient };
  location: { href: string };
  preload: boolean;
  deps: Deps;
};

/** Somebody without the right opens a page; PageError shows it in the page's place. */
export function isForbidden(error: unknown): boolean {
  return error instanceof Error && error.name === 'Forbidden';
}

/** The document is being left: nothing after this is to run. */
const leaving = () => new Promise<never>(() => {});

async function gatherFacts(queryClient: QueryClient, { toggle }: PageNeeds): Promise<GuardFacts> {
  void queryClient.prefetchQuery(tenantQuery);
  try {
    const me = await queryClient.fetchQuery(meQuery);
    if (!toggle) return { signedIn: true, me, toggles: new Set() };
    const toggles = await queryClient.fetchQuery(togglesQuery(me.tenantId)).catch(() => []);
    return { signedIn: true, me, toggles: new Set(toggles) };
  } catch (error) {
    // Nobody can say that from another page either.
    if (isOffline(error)) throw error;
    // Cancelled: the call found no sign-in that still holds and is already leaving for one.
    return { signedIn: !isCancelled(error), me: undefined, toggles: new Set() };
  }
}

const withReturn = (path: string, href: string) => `${path}?url=${encodeURIComponent(href)}`;

/** Acts on a verdict; returns only for `open`. */
async function enforce(verdict: Verdict, href: string): Promise<void> {
  if (verdict === 'open') return;
  if (verdict === 'signIn') return leaving();
  if (verdict === 'notFound') throw notFound();
  if (verdict === 'forbidden') {
    await loadAreas('portal');
    throw Object.assign(new Error('forbidden'), { name: 'Forbidden' });
  }
  if (verdict === 'unknownError') logOperation({ screenName: href.slice(0, 128), errorMessage: 'get-me error' });
  const target =
    verdict === 'mfaSetup' ? withReturn(paths.mfaAuthenticatorSetting, href) : `${paths.error}?error=unknown_error`;
  location.replace(target);
  return leaving();
}

/**
 * The loader of a page: who is signed in, the page's texts and its data are all asked for at once, then the guard
 * decides. A page that is only pointed at is fetched, never acted on.
 */
export function openPage<Deps = unknown>(page: PageOpening<Deps>) {
  return async ({ context: { queryClient }, location: { href }, preload, deps }: OpeningArguments<Deps>) => {
    if (!readTokens() && !page.isLogout) {
      if (!preload) await startSignIn(href);
      return leaving();
    }
    page.start?.(queryClient, deps);
    const [facts] = await Promise.all([gatherFacts(queryClient, page), loadAreas(...page.areas)]);
    if (preload) return;
    // Without new tokens an administrator made meanwhile would see the pages, and be refused what is on them.
    if (facts.me && hasNewRights(facts.me, readTokens()?.scopes) && !hasJustSignedIn()) {
      await startSignIn(href);
      return leaving();
    }
    await enforce(judge(page, facts), href);
    if (facts.me)
      await followOwnLanguage(facts.me.locale, async () => (await queryClient.ensureQueryData(tenantQuery)).locale);
  };
}
