import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { pageSizes } from './version-search.ts';

const CURSOR = /^-?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the address of the list holds; absent is the default. */
export type MailSearch = { cursor?: string; count?: number };

/** Reads the address; what makes no sense is left out. */
export function readMailSearch(search: Record<string, unknown>): MailSearch {
  const cursor = String(search.cursor ?? '');
  const count = pageSizes.find((size) => size === Number(search.count) && size !== DEFAULT_PAGE_SIZE);
  return { ...(CURSOR.test(cursor) ? { cursor } : {}), ...(count ? { count } : {}) };
}
