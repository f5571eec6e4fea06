import type { Farthest, Sample } from './questions.ts';

/** Which search of whose list. */
export interface Search {
  tenantId: string;
  /** All that is asked of a row, as it came in. */
  condition: object;
}

/** What was found out about a search: enough to choose a way by, never an answer by itself. */
export interface Known {
  sample: Sample;
  /** How many matched when they were counted. */
  counted?: number;
  /** By order: where those lay before which a first page of matches was found that is far on; null: it is not. */
  far?: Readonly<Record<string, Farthest | null>>;
}

/**
 * Whoever searches then turns pages, sorts, or asks for other licences: what the first question found out is kept for
 * a while, so that the next ones need not find it out again, and an estimate does not change from page to page. A list
 * that has changed meanwhile is still answered as it is: only the way there may be a longer one.
 */
const KEPT_MS = 30_000;
const MOST = 1000;

const kept = new Map<string, Known & { until: number }>();

export const keyOf = (table: string, { tenantId, condition }: Search) => JSON.stringify([table, tenantId, condition]);

export function recall(key: string): Known | undefined {
  const found = kept.get(key);
  return found && found.until > performance.now() ? found : undefined;
}

/** Keeps it, for as long as what was known before would have been kept. Gives it. */
export function remember(key: string, known: Known): Known {
  const now = performance.now();
  const until = recall(key) ? (kept.get(key)?.until ?? 0) : now + KEPT_MS;
  kept.delete(key);
  kept.set(key, { ...known, until });
  // What somebody searched for is not kept for longer than it is of use.
  for (const [oldest, { until }] of kept) {
    if (until > now && kept.size <= MOST) break;
    kept.delete(oldest);
  }
  return known;
}
