import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { byPage, type ChangeOf, listAddress, type ListPlace, type SearchOf, text } from '../../../ui/list/address.ts';
import type { Provider } from '../queries.ts';

export const MAX_PROVIDER_KEYWORD_LENGTH = 120;
const fields = { ...byPage, keyword: text(MAX_PROVIDER_KEYWORD_LENGTH) };

type ProviderListSearch = SearchOf<typeof fields>;
export type ProviderListChange = ChangeOf<ProviderListSearch> | ListPlace;
export const providerListAddress = listAddress(fields);

/** The page that is searched for, of all providers: by a part of the name, the ID or the issuer. */
export function pageOfProviders(all: readonly Provider[], { keyword, page = 1, count }: ProviderListSearch) {
  const part = keyword?.toLowerCase() ?? '';
  const found = all.filter((one) =>
    [one.displayName, one.opId, one.issuer].some((value) => value.toLowerCase().includes(part)),
  );
  const size = count ?? DEFAULT_PAGE_SIZE;
  return { results: found.slice((page - 1) * size, page * size), totalResults: found.length };
}
