import { NAVIGATION_GUARD_MS } from '#contract/limits.ts';

/** Says whether a navigation may begin, and notes it. */
export type NavigationGuard = (href: string) => boolean;

/**
 * The navigation guard (spec section 4): the same address again within 1000 ms (a second click on a link, a key that
 * repeats) is blocked. Another address is somebody who changed their mind, and goes through.
 */
export function createNavigationGuard(now: () => number = () => performance.now()): NavigationGuard {
  let last: { href: string; at: number } | undefined;
  return (href) => {
    const at = now();
    if (last?.href === href && at - last.at < NAVIGATION_GUARD_MS) return false;
    last = { href, at };
    return true;
  };
}
