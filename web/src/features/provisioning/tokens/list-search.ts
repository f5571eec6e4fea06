import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { tokenStates } from '#contract/provisioning/values.ts';
import {
  byPage,
  type ChangeOf,
  listAddress,
  type ListPlace,
  oneOf,
  type SearchOf,
  text,
} from '../../../ui/list/address.ts';
import type { Token } from '../queries.ts';

export const MAX_TOKEN_KEYWORD_LENGTH = 120;

const fields = { ...byPage, keyword: text(MAX_TOKEN_KEYWORD_LENGTH), state: oneOf(tokenStates) };

type TokenListSearch = SearchOf<typeof fields>;
export type TokenListChange = ChangeOf<TokenListSearch> | ListPlace;
export const tokenListAddress = listAddress(fields);

/** The page that is searched for, of all tokens: by a part of its name, its source's or its maker's, and the state. */
export function pageOfTokens(all: readonly Token[], { keyword, state, page = 1, count }: TokenListSearch) {
  const part = keyword?.toLowerCase() ?? '';
  const found = all.filter(
    (token) =>
      (state === undefined || token.state === state) &&
      [token.name, token.source?.displayName ?? '', token.createdBy].some((value) =>
        value.toLowerCase().includes(part),
      ),
  );
  const size = count ?? DEFAULT_PAGE_SIZE;
  return { results: found.slice((page - 1) * size, page * size), totalResults: found.length };
}
