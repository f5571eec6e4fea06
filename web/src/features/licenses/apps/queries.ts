import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '#contract/limits.ts';
import type { License } from '#contract/licences/fields.ts';
import type { listLicenses } from '#contract/licences/licenses.ts';
import type { LicenseRule, searchDevicePermissions, searchUserPermissions } from '#contract/licences/permitted.ts';
import { call } from '../../../api/call.ts';
import { type PageConfig, whenKnown } from '../../../base/session-queries.ts';
import { pageLanguage } from '../../../i18n/language.ts';

const pattern = 'powerUser';

/** All licenses of the tenant, page after page; they are few. */
export const allLicensesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['licenses', tenantId, 'all'],
    queryFn: async ({ signal }): Promise<License[]> => {
      const found: License[] = [];
      for (let page = 1; ; page += 1) {
        const { results, totalResults } = await call<typeof listLicenses>({
          method: 'GET',
          path: '/api/service/tenants/{tenantId}/licenses',
          params: { tenantId },
          query: { locale: pageLanguage() as PageConfig['language'], count: MAX_PAGE_SIZE, page, sort: 'serviceName' },
          pattern,
          signal,
        });
        found.push(...results);
        if (results.length === 0 || found.length >= totalResults) return found;
      }
    },
  });

/** The rule of a license: who has it without being assigned it one by one. */
export const ruleQuery = (tenantId: string, { licenseId, volumeType }: License) =>
  queryOptions({
    queryKey: ['permissions', tenantId, 'rule', licenseId],
    queryFn: async ({ signal }): Promise<LicenseRule | null> => {
      const asked = { method: 'POST', params: { tenantId }, pattern, signal } as const;
      const body = { condition: {}, licenseIds: [licenseId], count: 1 };
      const { rules } =
        volumeType === 'user'
          ? await call<typeof searchUserPermissions>({
              ...asked,
              path: '/api/service/tenants/{tenantId}/operations/search/userPermissions',
              body,
            })
          : await call<typeof searchDevicePermissions>({
              ...asked,
              path: '/api/service/tenants/{tenantId}/operations/search/devicePermissions',
              body,
            });
      return rules[0] ?? null;
    },
  });

export function startApps(queryClient: QueryClient): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(allLicensesQuery(tenantId)));
}
