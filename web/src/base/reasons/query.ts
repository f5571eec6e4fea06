import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/languages.ts';
import type { explainLicensesOfDevice, explainLicensesOfUser } from '#contract/licences/reasons.ts';
import { call } from '../../api/call.ts';
import { pageLanguage } from '../../i18n/language.ts';

/** A user or a device of the tenant, by the visible id. */
export type Holder = { tenantId: string; type: 'user' | 'device'; id: string };

/** Which licences a user or a device can use, and why. Out of date with whatever is known of users, or devices. */
export const reasonsQuery = ({ tenantId, type, id }: Holder) => {
  const locale = pageLanguage() as Language;
  const asked = { method: 'GET', query: { locale }, pattern: 'powerUser' } as const;
  return queryOptions({
    queryKey: [type === 'user' ? 'users' : 'devices', 'licenses', tenantId, id, locale],
    queryFn: async ({ signal }) => {
      const { results } =
        type === 'user'
          ? await call<typeof explainLicensesOfUser>({
              ...asked,
              path: '/api/service/tenants/{tenantId}/users/{userId}/licenses',
              params: { tenantId, userId: id },
              signal,
            })
          : await call<typeof explainLicensesOfDevice>({
              ...asked,
              path: '/api/service/tenants/{tenantId}/devices/{deviceId}/licenses',
              params: { tenantId, deviceId: id },
              signal,
            });
      return results;
    },
  });
};
