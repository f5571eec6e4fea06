/** The tabs, in their order. Each has its content in ProviderPage.tsx. */
export const providerTabs = ['settings', 'mapping', 'answers'] as const;
export type ProviderTab = (typeof providerTabs)[number];

/** What the address of a provider's page holds: the open tab. */
export function readProviderPageSearch(search: Record<string, unknown>): { tab?: 'mapping' | 'answers' } {
  return search.tab === 'answers' || search.tab === 'mapping' ? { tab: search.tab } : {};
}
