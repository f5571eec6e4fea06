export const userTabs = ['profile', 'roles', 'groups', 'licenses', 'device', 'apps', 'history'] as const;
export type UserTab = (typeof userTabs)[number];

/** What the address of a user's page holds: the open tab, and the place in the history. */
export type UserPageSearch = { tab?: UserTab; cursor?: string };

export function readUserPageSearch(search: Record<string, unknown>): UserPageSearch {
  const tab = userTabs.find((one) => one === search.tab && one !== 'profile');
  const cursor = String(search.cursor ?? '');
  return {
    ...(tab ? { tab } : {}),
    ...(tab === 'history' && /^[A-Za-z0-9._-]{1,100}$/.test(cursor) ? { cursor } : {}),
  };
}
