import { pageSizeOf } from '../../../ui/list/page-size.ts';

/** What the address of the list holds; absent is the default. */
export type VersionSearch = { page?: number; count?: number };

/** Reads the address; what makes no sense is left out. */
export function readVersionSearch(search: Record<string, unknown>): VersionSearch {
  const page = Number(search.page);
  const count = pageSizeOf(search.count);
  return {
    ...(Number.isInteger(page) && page >= 2 && page <= 1_000_000 ? { page } : {}),
    ...(count ? { count } : {}),
  };
}
