import { queryOptions } from '@tanstack/react-query';
import type { listLicenses } from '#contract/licences/licenses.ts';
import type { previewUserAssignment } from '#contract/licences/permitted.ts';
import { LICENSE_FETCH_COUNT } from '#contract/limits.ts';
import type { License } from '#contract/licences/fields.ts';
import { call } from '../../../api/call.ts';
import type { PageConfig } from '../../../base/session-queries.ts';
import { pageLanguage } from '../../../i18n/language.ts';
import type { BulkTarget } from '../bulk.ts';

const pattern = 'powerUser';

/** The active licenses for users, with the seats that are left. */
export const assignableQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['licenses', tenantId, 'assignable'],
    queryFn: async ({ signal }) => {
      const locale = pageLanguage() as PageConfig['language'];
      const { results } = await call<typeof listLicenses>({
        method: 'GET',
        path: '/api/service/tenants/{tenantId}/licenses',
        params: { tenantId },
        query: { volumeType: 'user', status: 'activated', count: LICENSE_FETCH_COUNT, sort: 'serviceName', locale },
        pattern,
        signal,
      });
      return results;
    },
    staleTime: 0,
  });

/** What assigning one would do: asked anew each time. */
export const previewQuery = (tenantId: string, license: License | undefined, target: BulkTarget) => {
  const licenseId = license?.licenseId ?? '';
  const whom = 'userIds' in target ? { userIds: [...target.userIds] } : { condition: target.condition };
  return queryOptions({
    queryKey: ['licenses', tenantId, 'preview', licenseId, whom],
    queryFn: ({ signal }) =>
      call<typeof previewUserAssignment>({
        method: 'POST',
        path: '/api/service/tenants/{tenantId}/operations/preview/userPermissions',
        params: { tenantId },
        body: { licenseId, ...whom },
        pattern,
        signal,
      }),
    enabled: license !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
};
