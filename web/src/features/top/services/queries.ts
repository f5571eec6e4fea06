import { queryOptions } from '@tanstack/react-query';
import type { Me } from '#contract/sign-in/me.ts';
import type { updateTenantUser } from '#contract/site/tenant-users.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import type { AppIcon, listAvailableServices } from '#contract/licences/available-services.ts';
import type { listMySamlApps } from '#contract/apps/saml-idp.ts';
import { call } from '../../../api/call.ts';
import type { PageConfig } from '../../../base/session-queries.ts';
import { pageLanguage } from '../../../i18n/language.ts';

type SamlApp = AnswerOf<typeof listMySamlApps>['results'][number];
/** No service, so its use is not counted as one: the sign-in log tells of it. */
export const SAML_APP = 'saml';

/** An app that is signed in to by SAML, as a tile among those of services. */
const toIcon = ({ samlSpId, displayName, startUrl, icon }: SamlApp): AppIcon => ({
  ...{ appName: displayName, iconId: `saml-${samlSpId}`, appClass: SAML_APP, iconURL: icon, linkURL: startUrl },
  ...{ isPowerUser: false, isSiteSetupNavi: false, description: '' },
});

/** The services and SAML apps one may use, in the words of the page's language. */
export const servicesQuery = queryOptions({
  queryKey: ['availableServices'],
  queryFn: async ({ signal }) => {
    // Together: where both fail, neither is left without somebody who takes its failure.
    const [services, apps] = await Promise.all([
      call<typeof listAvailableServices>({
        method: 'GET',
        path: '/api/service/me/availableServices',
        query: { locale: pageLanguage() as PageConfig['language'], sort: 'appName' },
        signal,
      }),
      call<typeof listMySamlApps>({ method: 'GET', path: '/api/auth/me/samlApps', signal }),
    ]);
    return [...services.results, ...apps.results.map(toIcon)];
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
