import { usableTarget } from '../../session/return-target.ts';

/**
 * Where the page goes after its work (spec section 2): relayState, then state, then url, the first that is a valid
 * target; undefined when none is.
 */
export function settingTarget(query: URLSearchParams, allowedOrigins: readonly string[] = []): string | undefined {
  for (const name of ['relayState', 'state', 'url']) {
    const target = usableTarget(query.get(name), allowedOrigins);
    if (target !== undefined) return target;
  }
  return undefined;
}
