/** The tabs, in their order. Each has its content in ProviderPage.tsx. */
export const providerTabs = ['settings', 'mapping', 'newUsers', 'answers'] as const;
export type ProviderTab = (typeof providerTabs)[number];

/** What the address of a provider's page holds: the open tab. */
export function readProviderPageSearch(search: Record<string, unknown>): { tab?: Exclude<ProviderTab, 'settings'> } {
  const [, ...others] = providerTabs;
  const tab = others.find((one) => one === search.tab);
  return tab ? { tab } : {};
}
