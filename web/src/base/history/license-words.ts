import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { License } from '#contract/licences/fields.ts';
import type { listLicenses } from '#contract/licences/licenses.ts';
import { LICENSE_FETCH_COUNT } from '#contract/limits.ts';
import { call } from '../../api/call.ts';
import { pageLanguage } from '../../i18n/language.ts';
import { useT } from '../../i18n/use-t.tsx';
import { type PageConfig, useMe } from '../session-queries.ts';
import type { HistoryWords } from './words.ts';

/** The fields that hold IDs of licenses. */
const ofLicenses = new Set([
  'permittedLicenses',
  'namedInLicenseRule',
  'licensesWithoutSeat',
  'licenseId',
  'licenseIds',
]);

const namesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['licenses', tenantId, 'names'],
    queryFn: ({ signal }) =>
      call<typeof listLicenses>({
        method: 'GET',
        path: '/api/service/tenants/{tenantId}/licenses',
        params: { tenantId },
        query: { count: LICENSE_FETCH_COUNT, locale: pageLanguage() as PageConfig['language'] },
        pattern: 'powerUser',
        signal,
      }),
    staleTime: 5 * 60_000,
  });

/** What licenses are called: by their app, and by their IDs too where an app has several. */
export function licenseWords(
  licenses: readonly Pick<License, 'licenseId' | 'serviceName'>[],
  both: (service: string, licenseId: string) => string,
): NonNullable<HistoryWords['nameOfId']> {
  const byId = new Map(licenses.map(({ licenseId, serviceName }) => [licenseId, serviceName]));
  const apps = Map.groupBy(licenses, ({ serviceName }) => serviceName);
  return (field, value) => {
    const app = ofLicenses.has(field) ? byId.get(value) : undefined;
    if (!app) return undefined;
    return (apps.get(app)?.length ?? 0) > 1 ? both(app, value) : app;
  };
}

/** The names of licenses in changes; where one may not read licenses, they keep their IDs. */
export function useLicenseWords(): HistoryWords['nameOfId'] {
  const t = useT();
  const { tenantId, permissions } = useMe();
  const { data } = useQuery({ ...namesQuery(tenantId), enabled: permissions.includes('licenses:read') });
  return useMemo(() => data && licenseWords(data.results, (name, id) => t('history.named', { name, id })), [data, t]);
}
