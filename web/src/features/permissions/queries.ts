import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { listDeviceTypes } from '#contract/devices/devices.ts';
import { personName } from '#contract/display.ts';
import { BULK_FILTER_LIMIT, LICENSE_FETCH_COUNT, PERMISSION_PAGE_SIZE } from '#contract/limits.ts';
import type { availableVolumeTypes, listLicenses } from '#contract/licences/licenses.ts';
import type {
  CountedPermissions,
  CountedRule,
  countDevicePermissions,
  countDeviceRule,
  countUserPermissions,
  listPermissionChanges,
  searchDevicePermissions,
  searchUserPermissions,
} from '#contract/licences/permitted.ts';
import { call } from '../../api/call.ts';
import { type PageConfig, whenKnown } from '../../base/session-queries.ts';
import { pageLanguage } from '../../i18n/language.ts';
import { toldApart } from './license-pages.ts';
import { conditionOf, type PermissionSearch } from './search.ts';
import { type Chosen, chosenOf, type Item, type ItemPage, type VolumeType } from './types.ts';

const pattern = 'powerUser';

/** Everything below this key is out of date once permissions were saved. */
export const permissionsKey = ['permissions'] as const;

/** The activated licences of a kind, of all contracts or one. */
export const licensesQuery = (tenantId: string, volumeType: VolumeType, contractId?: string) =>
  queryOptions({
    queryKey: [...permissionsKey, tenantId, 'licenses', volumeType, contractId ?? null],
    queryFn: async ({ signal }) => {
      const { results } = await call<typeof listLicenses>({
        method: 'GET',
        path: '/api/service/tenants/{tenantId}/licenses',
        params: { tenantId },
        query: {
          volumeType,
          status: 'activated',
          count: LICENSE_FETCH_COUNT,
          sort: 'serviceName',
          locale: pageLanguage() as PageConfig['language'],
          ...(contractId ? { contractId } : {}),
        },
        pattern,
        signal,
      });
      return toldApart(results);
    },
  });

/** For whom the tenant has activated licences: users, devices or both. */
export const volumeTypesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: [...permissionsKey, tenantId, 'volumeTypes'],
    queryFn: async ({ signal }) => {
      const { results } = await call<typeof availableVolumeTypes>({
        method: 'GET',
        path: '/api/service/tenants/{tenantId}/availableVolumeTypes',
        params: { tenantId },
        pattern,
        signal,
      });
      return results;
    },
  });

type Permissions = readonly { licenseId: string; permitted: boolean; allowed: boolean }[];
const cellsOf = (permissions: Permissions): Item['cells'] =>
  Object.fromEntries(permissions.map(({ licenseId, permitted, allowed }) => [licenseId, { permitted, allowed }]));

async function readUsers(tenantId: string, body: Asked, language: string, signal: AbortSignal): Promise<ItemPage> {
  const {
    results,
    totalResults,
    totalIsEstimate: isEstimate = false,
    rules,
  } = await call<typeof searchUserPermissions>({
    method: 'POST',
    path: '/api/service/tenants/{tenantId}/operations/search/userPermissions',
    params: { tenantId },
    body,
    pattern,
    signal,
  });
  const items = results.map(({ user, permissions }): Item => {
    const name = personName(user, language);
    const { userId: id, roles } = user;
    return { id, name, note: name ? id : '', roles, deviceType: null, cells: cellsOf(permissions) };
  });
  return { items, total: totalResults, isEstimate, rules };
}

async function readDevices(tenantId: string, body: Asked, signal: AbortSignal): Promise<ItemPage> {
  const {
    results,
    totalResults,
    totalIsEstimate: isEstimate = false,
    rules,
  } = await call<typeof searchDevicePermissions>({
    method: 'POST',
    path: '/api/service/tenants/{tenantId}/operations/search/devicePermissions',
    params: { tenantId },
    body,
    pattern,
    signal,
  });
  const items = results.map(({ device, permissions }): Item => {
    const { deviceId: id, deviceType, description, roles } = device;
    const note = [deviceType, description].filter(Boolean).join(' · ');
    return { id, name: '', note, roles, deviceType, cells: cellsOf(permissions) };
  });
  return { items, total: totalResults, isEstimate, rules };
}

type Asked = { condition: ReturnType<typeof conditionOf>; licenseIds: string[]; count: number; page: number };

/** A page of users or devices, with what they are permitted of the licences shown. */
export const itemsQuery = (
  tenantId: string,
  type: VolumeType,
  search: PermissionSearch,
  licenseIds: string[],
  language: string,
) => {
  const body: Asked = {
    condition: conditionOf(type, search),
    licenseIds,
    count: PERMISSION_PAGE_SIZE,
    page: search.page ?? 1,
  };
  return queryOptions({
    queryKey: [...permissionsKey, tenantId, 'items', type, language, body],
    queryFn: ({ signal }) =>
      type === 'user' ? readUsers(tenantId, body, language, signal) : readDevices(tenantId, body, signal),
    enabled: licenseIds.length > 0,
    placeholderData: keepPreviousData,
  });
};

/** The types of which the tenant has a device. */
export const deviceTypesQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['deviceTypes', tenantId],
    queryFn: async ({ signal }) => {
      const { results } = await call<typeof listDeviceTypes>({
        method: 'GET',
        path: '/api/device/tenants/{tenantId}/deviceTypes',
        params: { tenantId },
        pattern,
        signal,
      });
      return results;
    },
  });

/** All that a search finds, with what they have of one licence, page by page: asked anew each time. */
export const foundQuery = (
  tenantId: string,
  type: VolumeType,
  search: PermissionSearch,
  licenseId: string,
  language: string,
) => {
  const asked = { condition: conditionOf(type, search), licenseIds: [licenseId], count: PERMISSION_PAGE_SIZE };
  return queryOptions({
    queryKey: [...permissionsKey, tenantId, 'found', type, language, asked],
    queryFn: async ({ signal }) => {
      const found: Chosen[] = [];
      for (let page = 1; found.length <= BULK_FILTER_LIMIT; page += 1) {
        const body = { ...asked, page };
        const { items, total } = await (type === 'user'
          ? readUsers(tenantId, body, language, signal)
          : readDevices(tenantId, body, signal));
        for (const item of items) found.push(chosenOf(item, licenseId));
        if (items.length === 0 || found.length >= total) break;
      }
      return found;
    },
    staleTime: 0,
    gcTime: 0,
  });
};

/** What a licence is to all there are: asked anew each time. */
export const countQuery = (tenantId: string, type: VolumeType, licenseId: string) => {
  const asked = { params: { tenantId }, body: { licenseId }, pattern } as const;
  const method = 'POST';
  return queryOptions({
    queryKey: [...permissionsKey, tenantId, 'count', type, asked.body],
    queryFn: ({ signal }): Promise<CountedPermissions> =>
      type === 'user'
        ? call<typeof countUserPermissions>({
            ...asked,
            method,
            path: '/api/service/tenants/{tenantId}/operations/count/userPermissions',
            signal,
          })
        : call<typeof countDevicePermissions>({
            ...asked,
            method,
            path: '/api/service/tenants/{tenantId}/operations/count/devicePermissions',
            signal,
          }),
    staleTime: 0,
    gcTime: 0,
  });
};

/** What a rule for all devices of some types would do. */
export const deviceRuleQuery = (
  tenantId: string,
  licenseId: string,
  deviceTypeList: string[],
  keepExceptions: boolean,
) => {
  const body = { licenseId, deviceTypeList, keepExceptions };
  return queryOptions({
    queryKey: [...permissionsKey, tenantId, 'rule', body],
    queryFn: ({ signal }): Promise<CountedRule> =>
      call<typeof countDeviceRule>({
        method: 'POST',
        path: '/api/service/tenants/{tenantId}/operations/count/deviceRule',
        params: { tenantId },
        body,
        pattern,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
};

/** What was saved of a licence since a revision, and at which it is now: asked anew each time. */
export const changesQuery = (tenantId: string, licenseId: string, since?: number) =>
  queryOptions({
    queryKey: ['permissionChanges', tenantId, licenseId, since ?? null],
    queryFn: ({ signal }) =>
      call<typeof listPermissionChanges>({
        method: 'GET',
        path: '/api/service/tenants/{tenantId}/licenses/{licenseId}/permissionChanges',
        params: { tenantId, licenseId },
        query: since === undefined ? {} : { since },
        pattern,
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });

/** Asks for what the screen needs while its code is on its way. */
export function startScreen(type: VolumeType) {
  return (queryClient: QueryClient, { contractId }: PermissionSearch): void =>
    whenKnown(queryClient, (tenantId) => void queryClient.prefetchQuery(licensesQuery(tenantId, type, contractId)));
}
