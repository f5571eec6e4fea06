import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import {
  byPage,
  type ChangeOf,
  listAddress,
  type ListPlace,
  oneOf,
  type SearchOf,
  text,
} from '../../../ui/list/address.ts';
import type { App } from '../queries.ts';

export const appStates = ['enabled', 'disabled'] as const;
export const MAX_APP_KEYWORD_LENGTH = 120;

const fields = { ...byPage, keyword: text(MAX_APP_KEYWORD_LENGTH), state: oneOf(appStates) };

type AppListSearch = SearchOf<typeof fields>;
export type AppListChange = ChangeOf<AppListSearch> | ListPlace;
export const appListAddress = listAddress(fields);

/** The page that is searched for, of all apps: by a part of the name or of the client ID, and the state. */
export function pageOfApps(apps: readonly App[], { keyword, state, page = 1, count }: AppListSearch) {
  const part = keyword?.toLowerCase();
  const found = apps.filter(
    ({ name, clientId, disabled }) =>
      (part === undefined || name.toLowerCase().includes(part) || clientId.toLowerCase().includes(part)) &&
      (state === undefined || disabled === (state === 'disabled')),
  );
  const size = count ?? DEFAULT_PAGE_SIZE;
  return { results: found.slice((page - 1) * size, page * size), totalResults: found.length };
}
