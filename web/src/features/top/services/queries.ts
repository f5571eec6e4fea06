import { queryOptions } from '@tanstack/react-query';
import type { Me } from '#contract/sign-in/me.ts';
import type { updateTenantUser } from '#contract/site/tenant-users.ts';
import type { BodyOf } from '#contract/route.ts';
import type { listAvailableServices } from '#contract/licences/available-services.ts';
import { call } from '../../../api/call.ts';
import type { PageConfig } from '../../../base/session-queries.ts';
import { pageLanguage } from '../../../i18n/language.ts';

/** The services one may use, in the words of the page's language. */
export const servicesQuery = queryOptions({
  queryKey: ['availableServices'],
  queryFn: async ({ signal }) => {
    const { results } = await call<typeof listAvailableServices>({
      method: 'GET',
      path: '/api/service/me/availableServices',
      query: { locale: pageLanguage() as PageConfig['language'], sort: 'appName' },
      signal,
    });
    return results;
  },
  staleTime: 60_000,
  // A contract may end while the page is open, with nobody doing anything.
  refetchInterval: 5 * 60_000,
  refetchOnWindowFocus: 'always',
});

/** Saves what somebody hides; answers the person with it. */
export async function saveHidden(me: Me, appExtension: BodyOf<typeof updateTenantUser>['appExtension']): Promise<Me> {
  const answer = await call<typeof updateTenantUser>({
    method: 'PUT',
    path: '/api/portal/tenants/{tenantId}/users/{userId}',
    params: { tenantId: me.tenantId, userId: me.userId },
    body: { appExtension },
  });
  return { ...me, appExtension: answer.appExtension };
}
