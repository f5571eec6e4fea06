import { fail } from '#contract/errors.ts';
import type { Tools } from '../tools.ts';

/** An office behind one address does not sign in a hundred users in the same moment; a flood does. */
const MOST_AT_ONCE = 100;

const underWay = new WeakMap<Tools, Map<string, number>>();

/**
 * Runs work for unauthenticated callers, at most a hundred tasks (or `most`) at a time per network. More are refused
 * immediately, before they cost a connection or a password check. Counts this process only, and keeps nothing about
 * finished calls. Throws `service_busy`.
 */
export async function atOnce<T>(
  tools: Tools,
  network: string,
  work: () => Promise<T>,
  most = MOST_AT_ONCE,
): Promise<T> {
  const counts = underWay.get(tools) ?? new Map<string, number>();
  underWay.set(tools, counts);
  const count = counts.get(network) ?? 0;
  if (count >= most) throw fail('service_busy', { retryAfter: 1 });
  counts.set(network, count + 1);
  try {
    return await work();
  } finally {
    const left = (counts.get(network) ?? 1) - 1;
    if (left > 0) counts.set(network, left);
    else counts.delete(network);
  }
}
