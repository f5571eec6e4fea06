import type { EmailDomain } from '#contract/federation/email-domains.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { byPage, type ChangeOf, listAddress, type ListPlace, type SearchOf, text } from '../../ui/list/address.ts';

export const MAX_DOMAIN_KEYWORD_LENGTH = 120;
const fields = { ...byPage, keyword: text(MAX_DOMAIN_KEYWORD_LENGTH) };

type DomainListSearch = SearchOf<typeof fields>;
export type DomainListChange = ChangeOf<DomainListSearch> | ListPlace;
export const domainListAddress = listAddress(fields);

/** The page that is searched for, of all domains: by a part of the domain or of its provider's name. */
export function pageOfDomains(all: readonly EmailDomain[], { keyword, page = 1, count }: DomainListSearch) {
  const part = keyword?.toLowerCase() ?? '';
  const found = all.filter(({ domain, provider }) =>
    [domain, provider?.displayName ?? ''].some((value) => value.toLowerCase().includes(part)),
  );
  const size = count ?? DEFAULT_PAGE_SIZE;
  return { results: found.slice((page - 1) * size, page * size), totalResults: found.length };
}
