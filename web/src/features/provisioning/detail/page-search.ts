import { byPage, listAddress, type SearchOf } from '../../../ui/list/address.ts';

/** The tabs, in their order. Each has its content in SourcePage.tsx. */
export const sourceTabs = ['settings', 'users', 'tokens', 'history'] as const;
export type SourceTab = (typeof sourceTabs)[number];

const place = listAddress(byPage);

/** What the address of a source's page holds: the open tab, and the place in its list. */
type SourcePageSearch = { tab?: Exclude<SourceTab, 'settings'>; cursor?: string } & SearchOf<typeof byPage>;

export function readSourcePageSearch(search: Record<string, unknown>): SourcePageSearch {
  const tab = sourceTabs.find((one): one is Exclude<SourceTab, 'settings'> => one === search.tab && one !== 'settings');
  const cursor = String(search.cursor ?? '');
  return {
    ...(tab ? { tab } : {}),
    ...(tab === 'users' ? place.read(search) : {}),
    ...(tab === 'history' && /^[A-Za-z0-9._-]{1,100}$/.test(cursor) ? { cursor } : {}),
  };
}
