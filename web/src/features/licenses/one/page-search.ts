import { MAX_KEYWORD_LENGTH } from '#contract/limits.ts';

export const licenseTabs = ['use', 'who'] as const;
export type LicenseTab = (typeof licenseTabs)[number];

/** What the address of a licence's page holds: the open tab, and who is looked for on the second. */
export type LicensePageSearch = { tab?: 'who'; keyword?: string };

export function readLicensePageSearch(search: Record<string, unknown>): LicensePageSearch {
  if (search.tab !== 'who') return {};
  const keyword = ['string', 'number'].includes(typeof search.keyword) ? String(search.keyword).trim() : '';
  return { tab: 'who', ...(keyword ? { keyword: keyword.slice(0, MAX_KEYWORD_LENGTH) } : {}) };
}
