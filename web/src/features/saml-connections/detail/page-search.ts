/** The tabs, in their order. Each has its content in ConnectionPage.tsx. */
export const connectionTabs = ['settings', 'mapping', 'newUsers', 'certificates', 'answers', 'history'] as const;
export type ConnectionTab = (typeof connectionTabs)[number];

/** What the address of a connection's page holds: the open tab, and the place in the history. */
type ConnectionPageSearch = { tab?: Exclude<ConnectionTab, 'settings'>; cursor?: string };

export function readConnectionPageSearch(search: Record<string, unknown>): ConnectionPageSearch {
  const [, ...others] = connectionTabs;
  const tab = others.find((one) => one === search.tab);
  const cursor = String(search.cursor ?? '');
  return {
    ...(tab ? { tab } : {}),
    ...(tab === 'history' && /^[A-Za-z0-9._-]{1,100}$/.test(cursor) ? { cursor } : {}),
  };
}
