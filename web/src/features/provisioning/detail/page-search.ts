/** The tabs, in their order. Each has its content in SourcePage.tsx. */
export const sourceTabs = ['settings', 'tokens', 'history'] as const;
export type SourceTab = (typeof sourceTabs)[number];

/** What the address of a source's page holds: the open tab, and the place in the history. */
type SourcePageSearch = { tab?: Exclude<SourceTab, 'settings'>; cursor?: string };

export function readSourcePageSearch(search: Record<string, unknown>): SourcePageSearch {
  const tab = sourceTabs.find((one): one is Exclude<SourceTab, 'settings'> => one === search.tab && one !== 'settings');
  const cursor = String(search.cursor ?? '');
  return {
    ...(tab ? { tab } : {}),
    ...(tab === 'history' && /^[A-Za-z0-9._-]{1,100}$/.test(cursor) ? { cursor } : {}),
  };
}
