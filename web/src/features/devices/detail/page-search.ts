/** The tabs, in their order. Each has its content in DevicePage.tsx. */
export const deviceTabs = ['profile', 'groups', 'licenses', 'history'] as const;
export type DeviceTab = (typeof deviceTabs)[number];

/** What the address of a device's page holds: the open tab, and the place in the history. */
export type DevicePageSearch = { tab?: Exclude<DeviceTab, 'profile'>; cursor?: string };

export function readDevicePageSearch(search: Record<string, unknown>): DevicePageSearch {
  const tab = deviceTabs.find((one): one is Exclude<DeviceTab, 'profile'> => one === search.tab && one !== 'profile');
  const cursor = String(search.cursor ?? '');
  return {
    ...(tab ? { tab } : {}),
    ...(tab === 'history' && /^[A-Za-z0-9._-]{1,100}$/.test(cursor) ? { cursor } : {}),
  };
}
