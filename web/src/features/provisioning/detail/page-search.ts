import { isPeriod, type Period } from '../activity/bars.ts';
import { byCursor, byPage, listAddress, type SearchOf } from '../../../ui/list/address.ts';

/** The tabs, in their order. Each has its content in SourcePage.tsx. */
export const sourceTabs = ['settings', 'activity', 'quarantine', 'users', 'tokens', 'history'] as const;
export type SourceTab = (typeof sourceTabs)[number];

const [pages, cursors] = [listAddress(byPage), listAddress(byCursor)];

/** What the address of a source's page holds: the open tab, and the place in its list. */
type SourcePageSearch = { tab?: Exclude<SourceTab, 'settings'>; cursor?: string; period?: Period } & SearchOf<
  typeof byPage & typeof byCursor
>;

export function readSourcePageSearch(search: Record<string, unknown>): SourcePageSearch {
  const tab = sourceTabs.find((one): one is Exclude<SourceTab, 'settings'> => one === search.tab && one !== 'settings');
  const cursor = String(search.cursor ?? '');
  return {
    ...(tab ? { tab } : {}),
    ...(tab === 'activity' && isPeriod(search.period) ? { period: search.period } : {}),
    ...(tab === 'users' ? pages.read(search) : {}),
    ...(tab === 'quarantine' ? cursors.read(search) : {}),
    ...(tab === 'history' && /^[A-Za-z0-9._-]{1,100}$/.test(cursor) ? { cursor } : {}),
  };
}
