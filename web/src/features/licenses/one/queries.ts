import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { personName } from '#contract/display.ts';
import { MAX_KEYWORD_LENGTH } from '#contract/limits.ts';
import type { License } from '#contract/licences/fields.ts';
import type { listLicenses } from '#contract/licences/licenses.ts';
import type { setDevicePermissions, setUserPermissions } from '#contract/licences/permissions.ts';
import type { searchDevicePermissions, searchUserPermissions } from '#contract/licences/permitted.ts';
import type { listSeatHolders } from '#contract/licences/uses.ts';
import { call } from '../../../api/call.ts';
import { type PageConfig, whenKnown } from '../../../base/session-queries.ts';
import { pageLanguage } from '../../../i18n/language.ts';

const pattern = 'powerUser';
const PAGE = 50;
/** How many of those who match a search are shown. */
export const MOST_FOUND = 20;

const locale = () => pageLanguage() as PageConfig['language'];

/** One licence; null: there is none of that id. */
export const licenseQuery = (tenantId: string, licenseId: string) =>
  queryOptions({
    queryKey: ['licenses', tenantId, 'one', licenseId],
    queryFn: async ({ signal }): Promise<License | null> => {
      const { results } = await call<typeof listLicenses>({
        method: 'GET',
        path: '/api/service/tenants/{tenantId}/licenses',
        params: { tenantId },
        query: { licenseId, locale: locale() },
        pattern,
        signal,
      });
      return results[0] ?? null;
    },
  });

/** Those who take seats, page after page. */
export const seatHoldersQuery = (tenantId: string, licenseId: string) =>
  infiniteQueryOptions({
    queryKey: ['licenses', tenantId, 'holders', licenseId],
    queryFn: ({ signal, pageParam }) =>
      call<typeof listSeatHolders>({
        method: 'GET',
        path: '/api/service/tenants/{tenantId}/licenses/{licenseId}/seatHolders',
        params: { tenantId, licenseId },
        query: { count: PAGE, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        pattern,
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });

/** Somebody who was found, with whether the licence is permitted. */
export type Found = { id: string; name: string; note: string; permitted: boolean };

/** Users or devices that match, each with whether the licence is permitted to it. */
export const foundQuery = (tenantId: string, { licenseId, volumeType }: License, keyword: string, language: string) => {
  const asked = { method: 'POST', params: { tenantId }, pattern } as const;
  // The search of users takes a backslash for an escape (spec section 5); what is typed means itself.
  const text = volumeType === 'user' ? keyword.replaceAll('\\', '\\\\').slice(0, MAX_KEYWORD_LENGTH) : keyword;
  const body = { condition: text ? { keyword: text } : {}, licenseIds: [licenseId], count: MOST_FOUND };
  return queryOptions({
    queryKey: ['permissions', tenantId, 'found', licenseId, language, body],
    queryFn: async ({ signal }): Promise<{ found: Found[]; total: number }> => {
      if (volumeType === 'user') {
        const page = await call<typeof searchUserPermissions>({
          ...asked,
          path: '/api/service/tenants/{tenantId}/operations/search/userPermissions',
          body,
          signal,
        });
        const found = page.results.map(({ user, permissions }) => {
          const name = personName(user, language);
          const permitted = permissions[0]?.permitted === true;
          return { id: user.userId, name: name || user.userId, note: name ? user.userId : '', permitted };
        });
        return { found, total: page.totalResults };
      }
      const page = await call<typeof searchDevicePermissions>({
        ...asked,
        path: '/api/service/tenants/{tenantId}/operations/search/devicePermissions',
        body,
        signal,
      });
      const found = page.results.map(({ device: { deviceId: id, deviceType, description }, permissions }) => ({
        id,
        name: id,
        note: [deviceType, description].filter(Boolean).join(' · '),
        permitted: permissions[0]?.permitted === true,
      }));
      return { found, total: page.totalResults };
    },
    placeholderData: keepPreviousData,
  });
};

/** Takes a licence from users or devices, by their visible ids. Throws an `ApiError`. */
export function withdraw(tenantId: string, license: License, ids: readonly string[]) {
  const { serviceClass, licenseId, volumeType } = license;
  const asked = { method: 'POST', pattern, params: { tenantId, serviceClass, licenseId } } as const;
  const base = '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}';
  return volumeType === 'user'
    ? call<typeof setUserPermissions>({
        ...asked,
        path: `${base}/userPermissions`,
        body: { permissions: ids.map((userId) => ({ userId, permitted: false })) },
      })
    : call<typeof setDevicePermissions>({
        ...asked,
        path: `${base}/devicePermissions`,
        body: { permissions: ids.map((deviceId) => ({ deviceId, permitted: false })) },
      });
}

export function startLicensePage(queryClient: QueryClient, licenseId: string): void {
  whenKnown(queryClient, (tenantId) => {
    // Who has a seat is asked of a licence that is there.
    void queryClient
      .fetchQuery(licenseQuery(tenantId, licenseId))
      .then((license) => license && queryClient.prefetchInfiniteQuery(seatHoldersQuery(tenantId, licenseId)))
      .catch(() => undefined);
  });
}
