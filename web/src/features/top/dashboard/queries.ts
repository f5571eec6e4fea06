import { queryOptions } from '@tanstack/react-query';
import type { searchRegistrationMails } from '#contract/joining/registration-mails.ts';
import type { chartLoginLog } from '#contract/logs/logs.ts';
import type { listLicenses } from '#contract/licences/licenses.ts';
import { call } from '../../../api/call.ts';
import type { PageConfig } from '../../../base/session-queries.ts';
import { pageLanguage } from '../../../i18n/language.ts';

const pattern = 'powerUser';
const MINUTES = 60_000;

/** Sign-ins and refused tries of the past 35 days, day by day. */
export const signInsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['top', tenantId, 'signIns'],
    queryFn: ({ signal }) =>
      call<typeof chartLoginLog>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/operations/search/logs/login/chart',
        params: { tenantId },
        body: { periodType: 'days35' },
        pattern,
        signal,
      }),
    staleTime: 5 * MINUTES,
  });

/** How many invitations could not be delivered; below the key of the invitations. */
export const undeliveredQuery = queryOptions({
  queryKey: ['registrationMails', 'undelivered'],
  queryFn: async ({ signal }) => {
    const { totalResults, totalIsEstimate } = await call<typeof searchRegistrationMails>({
      method: 'POST',
      path: '/api/portal/operations/search/registrationMails',
      body: { state: 'undelivered', count: 1 },
      pattern,
      signal,
    });
    return { total: totalResults, isEstimate: totalIsEstimate === true };
  },
  staleTime: MINUTES / 2,
});

/** As many licences as are looked through for those that run out first. */
const LICENSES = 100;

export const licensesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['top', tenantId, 'licenses'],
    queryFn: ({ signal }) =>
      call<typeof listLicenses>({
        method: 'GET',
        path: '/api/service/tenants/{tenantId}/licenses',
        params: { tenantId },
        query: {
          status: 'activated',
          count: LICENSES,
          sort: 'serviceName',
          locale: pageLanguage() as PageConfig['language'],
        },
        pattern,
        signal,
      }),
    staleTime: MINUTES,
  });
