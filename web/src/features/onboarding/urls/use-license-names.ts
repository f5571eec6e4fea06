import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { userLicensesQuery } from '../queries.ts';

/** The licences of a URL in words; by their ids alone where one may not read them, or one is not activated any more. */
export function useLicenseNames(): (licenseIds: readonly string[]) => string {
  const t = useT();
  const { tenantId, permissions } = useMe();
  const { data } = useQuery({ ...userLicensesQuery(tenantId), enabled: permissions.includes('licenses:read') });
  return useCallback(
    (licenseIds) => {
      const services = new Map(data?.results.map(({ licenseId, serviceName }) => [licenseId, serviceName]));
      const named = licenseIds.map((licenseId) => {
        const service = services.get(licenseId);
        return service ? t('onboarding.urls.licenseOf', { service, licenseId }) : licenseId;
      });
      return named.join(', ');
    },
    [t, data],
  );
}
