import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import type { SentQueryOf } from '#contract/route.ts';
import type { License } from '#contract/licences/fields.ts';
import type { listLicenses, listOwnContracts } from '#contract/licences/licenses.ts';
import { pageSizeOf } from '../../ui/list/page-size.ts';

export const statuses = ['activated', 'suspended', 'expired'] as const satisfies readonly License['status'][];
export const volumeTypes = ['user', 'device'] as const satisfies readonly License['volumeType'][];

export type PageSearch = { count?: number; page?: number };

/** What the address of the list of licences holds; absent is the default. */
export type LicenseSearch = PageSearch & {
  status?: License['status'];
  volumeType?: License['volumeType'];
  contractId?: string;
  sort?: 'expiresAt';
  order?: 'descending';
};

/** As a change, a field may be given as undefined: it falls back to its default. */
export type LicenseSearchChange = { [Field in keyof LicenseSearch]?: LicenseSearch[Field] | undefined };

const given = <T extends object>(read: object) =>
  Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as T;

/** Reads page and page size from an address; what makes no sense is left out. */
export function readPageSearch(search: Record<string, unknown>): PageSearch {
  const page = Number(search.page);
  return given<PageSearch>({
    count: pageSizeOf(search.count),
    page: Number.isInteger(page) && page >= 2 && page <= 1_000_000 ? page : undefined,
  });
}

/** Reads the address of the list of licences; what makes no sense is left out. */
export function readLicenseSearch(search: Record<string, unknown>): LicenseSearch {
  // The parser of addresses makes a number of an id that looks like one.
  const contractId = ['string', 'number'].includes(typeof search.contractId) ? String(search.contractId) : '';
  return given<LicenseSearch>({
    ...readPageSearch(search),
    status: statuses.find((status) => status === search.status),
    volumeType: volumeTypes.find((type) => type === search.volumeType),
    contractId: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(contractId) ? contractId : undefined,
    sort: search.sort === 'expiresAt' ? 'expiresAt' : undefined,
    order: search.order === 'descending' ? 'descending' : undefined,
  });
}

/** The search after something but the page changed: from the first page on. */
export function changedLicenseSearch(search: LicenseSearch, change: LicenseSearchChange): LicenseSearch {
  return readLicenseSearch({ ...search, page: undefined, ...change });
}

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
