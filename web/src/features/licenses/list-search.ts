import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import type { SentQueryOf } from '#contract/route.ts';
import type { License } from '#contract/licences/fields.ts';
import type { listLicenses, listOwnContracts } from '#contract/licences/licenses.ts';
import {
  byPage,
  type ChangeOf,
  descending,
  listAddress,
  type ListPlace,
  matching,
  oneOf,
  type SearchOf,
} from '../../ui/list/address.ts';

export const statuses = ['activated', 'suspended', 'expired'] as const satisfies readonly License['status'][];
export const volumeTypes = ['user', 'device'] as const satisfies readonly License['volumeType'][];

const fields = {
  ...byPage,
  status: oneOf(statuses),
  volumeType: oneOf(volumeTypes),
  contractId: matching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/),
  sort: oneOf(['expiresAt']),
  order: descending,
};

export type LicenseSearch = SearchOf<typeof fields>;
export type LicenseSearchChange = ChangeOf<LicenseSearch> | ListPlace;
export const licenseAddress = listAddress(fields);

export type PageSearch = SearchOf<typeof byPage>;
export const pageAddress = listAddress(byPage);

/** What the server is asked, in the language of the page. */
export function licenseQuery(search: LicenseSearch, language: string): SentQueryOf<typeof listLicenses> {
  const { count, page, sort, order, ...filter } = search;
  return {
    ...filter,
    locale: language as NonNullable<SentQueryOf<typeof listLicenses>['locale']>,
    sort: sort ?? 'serviceName',
    order: order ?? 'ascending',
    count: count ?? DEFAULT_PAGE_SIZE,
    page: page ?? 1,
  };
}

export function contractQuery({
  count = DEFAULT_PAGE_SIZE,
  page = 1,
}: PageSearch): SentQueryOf<typeof listOwnContracts> {
  return { count, page };
}
