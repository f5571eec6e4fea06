import { isReturnTarget } from '#contract/return-target.ts';
import { signInPages } from './pages.ts';

/** Pages that only pass people on: going back to one of them would lead in a circle. */
const passing = new Set([
  '/login.html',
  '/portal/login.html',
  '/logout.html',
  '/oauth-callback.html',
  '/portal/oauth-callback.html',
]);

/**
 * The page to go to: the wish if it is an allowed one (open redirects: spec section 2, `url`), else the fallback.
 * The server decides for itself as well wherever it redirects.
 */
export function returnTarget(
  wish: string | null | undefined,
  allowedOrigins: readonly string[] = [],
  fallback: string = signInPages.top,
): string {
  return usableTarget(wish, allowedOrigins) ?? fallback;
}

/** The wish if it is an allowed target, else undefined. */
export function usableTarget(
  wish: string | null | undefined,
  allowedOrigins: readonly string[] = [],
): string | undefined {
  if (!isReturnTarget(wish, location.origin, allowedOrigins)) return undefined;
  const url = new URL(wish, location.origin);
  return url.origin === location.origin && passing.has(url.pathname) ? undefined : wish;
}

/** This page's own address within the origin. */
export function hereAsTarget(): string {
  return `${location.pathname}${location.search}${location.hash}`;
}
