import { queryOptions } from '@tanstack/react-query';
import type { forecastSeats } from '#contract/licences/uses.ts';
import type { forecastUserImportSeats } from '#contract/people/user-imports.ts';
import type { Role } from '#contract/roles.ts';
import type { SeatForecast } from '#contract/seats.ts';
import { call } from '../../api/call.ts';

const pattern = 'powerUser';

/** Asked anew each time a preview is opened: others take seats meanwhile. */
const anew = { staleTime: 0, gcTime: 0 } as const;

type Newcomers = { count: number; roles: readonly Role[]; licenseIds?: readonly string[] };

/** The seats that new users would take. */
export const newcomerSeatsQuery = (tenantId: string, { count, roles, licenseIds = [] }: Newcomers) =>
  queryOptions({
    queryKey: ['seats', tenantId, 'new', count, roles, licenseIds],
    queryFn: async ({ signal }): Promise<SeatForecast[]> => {
      const { results } = await call<typeof forecastSeats>({
        method: 'POST',
        path: '/api/service/tenants/{tenantId}/operations/count/seats',
        params: { tenantId },
        body: { count, roles: [...roles], licenseIds: [...licenseIds] },
        pattern,
        signal,
      });
      return results;
    },
    ...anew,
  });

/** The seats that a previewed import would take or free. */
export const importSeatsQuery = (tenantId: string, importId: string) =>
  queryOptions({
    queryKey: ['seats', tenantId, 'import', importId],
    queryFn: async ({ signal }): Promise<SeatForecast[]> => {
      const { results } = await call<typeof forecastUserImportSeats>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/userImports/{importId}/seats',
        params: { tenantId, importId },
        pattern,
        signal,
      });
      return results;
    },
    ...anew,
  });
