import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { getDevice, listDeviceTypes, searchDevices } from '#contract/devices/devices.ts';
import { call } from '../../api/call.ts';
import { whenKnown } from '../../base/session-queries.ts';
import { type DeviceSearch, deviceBody } from './list/list-search.ts';

/** Everything below this key is out of date once a device was changed. */
export const devicesKey = ['devices'] as const;

export const deviceListQuery = (tenantId: string, search: DeviceSearch) =>
  queryOptions({
    queryKey: [...devicesKey, tenantId, 'list', search],
    queryFn: ({ signal }) =>
      call<typeof searchDevices>({
        method: 'POST',
        path: '/api/device/tenants/{tenantId}/operations/search/devices',
        params: { tenantId },
        body: deviceBody(search),
        pattern: 'powerUser',
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const deviceQuery = (tenantId: string, deviceId: string) =>
  queryOptions({
    queryKey: [...devicesKey, tenantId, 'one', deviceId.toLowerCase()],
    queryFn: ({ signal }) =>
      call<typeof getDevice>({
        method: 'GET',
        path: '/api/device/tenants/{tenantId}/devices/{deviceId}',
        params: { tenantId, deviceId },
        pattern: 'powerUser',
        signal,
      }),
  });

/** The types there are devices of. */
export const deviceTypesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...devicesKey, tenantId, 'types'],
    queryFn: async ({ signal }) => {
      const answer = await call<typeof listDeviceTypes>({
        method: 'GET',
        path: '/api/device/tenants/{tenantId}/deviceTypes',
        params: { tenantId },
        pattern: 'powerUser',
        signal,
      });
      return answer.results;
    },
  });

export function startDeviceList(queryClient: QueryClient, search: DeviceSearch): void {
  whenKnown(queryClient, (tenantId) => {
    void queryClient.prefetchQuery(deviceListQuery(tenantId, search));
    void queryClient.prefetchQuery(deviceTypesQuery(tenantId));
  });
}

export function startDevicePage(queryClient: QueryClient, deviceId: string): void {
  whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(deviceQuery(tenantId, deviceId)));
}
