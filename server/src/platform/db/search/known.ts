import type { Farthest, Sample } from './questions.ts';

/** Identifies a search and its list. */
export interface Search {
  tenantId: string;
  /** The complete condition, as received. */
  condition: object;
}

/** Facts found out about a search: enough to choose a query plan, never an answer by themselves. */
export interface Known {
  sample: Sample;
  /** Exact number of matches, if it was counted. */
  counted?: number;
  /**
   * By sort order: a position before which the first page of matches lies, if that is far into the list; null: it is
   * not.
   */
  far?: Readonly<Record<string, Farthest | null>>;
}

/**
 * After a search, users page, sort or look at other licenses. What the first query found out is kept for a while, so
 * that the next ones need not find it out again and estimates do not change from page to page. If the list has changed
 * meanwhile, the answer is still correct, only the plan may be slower.
 */
const KEPT_MS = 30_000;
const MOST = 1000;

const kept = new Map<string, Known & { until: number }>();

export const keyOf = (table: string, { tenantId, condition }: Search) => JSON.stringify([table, tenantId, condition]);

export function recall(key: string): Known | undefined {
  const found = kept.get(key);
  return found && found.until > performance.now() ? found : undefined;
}

/** Keeps the facts until the previous ones would have expired. Returns them. */
export function remember(key: string, known: Known): Known {
  const now = performance.now();
  const until = recall(key) ? (kept.get(key)?.until ?? 0) : now + KEPT_MS;
  kept.delete(key);
  kept.set(key, { ...known, until });
  // Search conditions are personal data and are not kept longer than useful.
  for (const [oldest, { until }] of kept) {
    if (until > now && kept.size <= MOST) break;
    kept.delete(oldest);
  }
  return known;
}
