/** The tabs, in their order. Each has its content in AppPage.tsx. */
export const appTabs = ['settings', 'access', 'claims', 'apis', 'connection', 'problems', 'logout', 'history'] as const;
export type AppTab = (typeof appTabs)[number];

/** What the address of an app's page holds: the open tab, and the place in the history. */
type AppPageSearch = { tab?: Exclude<AppTab, 'settings'>; cursor?: string };

export function readAppPageSearch(search: Record<string, unknown>): AppPageSearch {
  const tab = appTabs.find((one): one is Exclude<AppTab, 'settings'> => one === search.tab && one !== 'settings');
  const cursor = String(search.cursor ?? '');
  return {
    ...(tab ? { tab } : {}),
    ...(tab === 'history' && /^[A-Za-z0-9._-]{1,100}$/.test(cursor) ? { cursor } : {}),
  };
}
