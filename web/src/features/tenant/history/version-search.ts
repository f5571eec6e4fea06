import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';

export const pageSizes = [DEFAULT_PAGE_SIZE, 50, 100] as const;

/** What the address of the list holds; absent is the default. */
export type VersionSearch = { page?: number; count?: number };

/** Reads the address; what makes no sense is left out. */
export function readVersionSearch(search: Record<string, unknown>): VersionSearch {
  const page = Number(search.page);
  const count = pageSizes.find((size) => size === Number(search.count) && size !== DEFAULT_PAGE_SIZE);
  return {
    ...(Number.isInteger(page) && page >= 2 && page <= 1_000_000 ? { page } : {}),
    ...(count ? { count } : {}),
  };
}
