/** The tabs, in their order. Each has its content in SpPage.tsx. */
export const spTabs = ['settings', 'certificates', 'problems', 'history'] as const;
export type SpTab = (typeof spTabs)[number];

/** What the address of a service provider's page holds: the open tab, and the place in the history. */
type SpPageSearch = { tab?: Exclude<SpTab, 'settings'>; cursor?: string };

export function readSpPageSearch(search: Record<string, unknown>): SpPageSearch {
  const tab = spTabs.find((one): one is Exclude<SpTab, 'settings'> => one === search.tab && one !== 'settings');
  const cursor = String(search.cursor ?? '');
  return {
    ...(tab ? { tab } : {}),
    ...(tab === 'history' && /^[A-Za-z0-9._-]{1,100}$/.test(cursor) ? { cursor } : {}),
  };
}
