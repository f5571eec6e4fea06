import { pageSizeOf } from '../../../ui/list/page-size.ts';

const CURSOR = /^-?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the address of the list holds; absent is the default. */
export type MailSearch = { cursor?: string; count?: number };

/** Reads the address; what makes no sense is left out. */
export function readMailSearch(search: Record<string, unknown>): MailSearch {
  const cursor = String(search.cursor ?? '');
  const count = pageSizeOf(search.count);
  return { ...(CURSOR.test(cursor) ? { cursor } : {}), ...(count ? { count } : {}) };
}
