import { deviceTypesOf } from '#contract/devices/device-types.ts';
import type {
  SavedPermissions,
  setAllDevicePermissions,
  setAllUserPermissions,
  setDevicePermissions,
  setMatchingDevicePermissions,
  setMatchingUserPermissions,
  setUserPermissions,
} from '#contract/licences/permissions.ts';
import { call } from '../../api/call.ts';
import { pageProduct } from '../../base/page-mode.ts';
import type { Saving } from './pending.ts';
import { conditionOf, type PermissionSearch } from './search.ts';
import type { License } from './types.ts';

const method = 'POST';
const pattern = 'powerUser';

/** Sends what is pending of a licence. Throws an `ApiError`. */
export async function savePermissions(
  tenantId: string,
  license: License,
  search: PermissionSearch,
  saving: Saving,
  expectedRevision: number,
): Promise<SavedPermissions> {
  const { serviceClass, licenseId } = license;
  const asked = { method, pattern, params: { tenantId, serviceClass, licenseId }, expectedRevision } as const;
  return license.volumeType === 'user' ? saveUsers(asked, search, saving) : saveDevices(asked, license, search, saving);
}

type Asked = {
  method: typeof method;
  pattern: typeof pattern;
  params: { tenantId: string; serviceClass: string; licenseId: string };
  /** Of the permissions that the decision was made by. */
  expectedRevision: number;
};

function saveUsers(
  { expectedRevision, ...asked }: Asked,
  search: PermissionSearch,
  saving: Saving,
): Promise<SavedPermissions> {
  if (saving.way === 'some')
    return call<typeof setUserPermissions>({
      ...asked,
      path: '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/userPermissions',
      body: {
        permissions: saving.permissions.map(({ id, permitted }) => ({ userId: id, permitted })),
        expectedRevision,
      },
    });
  const body = { permissions: saving.permitted, reversePermittedUsers: saving.reverse, expectedRevision };
  if (saving.way === 'rule')
    return call<typeof setAllUserPermissions>({
      ...asked,
      path: '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/allUserPermissions',
      body,
    });
  return call<typeof setMatchingUserPermissions>({
    ...asked,
    path: '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/matchingUserPermissions',
    body: { ...body, condition: conditionOf('user', search), expectedCount: saving.expectedCount },
  });
}

function saveDevices(
  { expectedRevision, ...asked }: Asked,
  license: License,
  search: PermissionSearch,
  saving: Saving,
): Promise<SavedPermissions> {
  if (saving.way === 'some')
    return call<typeof setDevicePermissions>({
      ...asked,
      path: '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/devicePermissions',
      body: {
        permissions: saving.permissions.map(({ id, permitted }) => ({ deviceId: id, permitted })),
        expectedRevision,
      },
    });
  const body = { permissions: saving.permitted, reversePermittedDevices: saving.reverse, expectedRevision };
  if (saving.way === 'rule')
    return call<typeof setAllDevicePermissions>({
      ...asked,
      path: '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/allDevicePermissions',
      body: {
        ...body,
        deviceTypeList: saving.permitted ? typesFor(license) : [],
      },
    });
  return call<typeof setMatchingDevicePermissions>({
    ...asked,
    path: '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/matchingDevicePermissions',
    body: { ...body, condition: conditionOf('device', search), expectedCount: saving.expectedCount },
  });
}

/** The types a licence for devices can be permitted to. */
export const typesFor = ({ availableDeviceTypes }: License) => availableDeviceTypes ?? deviceTypesOf(pageProduct());

/** Makes a rule of a licence: all devices of these types, also those that come later. Throws an `ApiError`. */
export const saveDeviceRule = (
  tenantId: string,
  { serviceClass, licenseId }: License,
  deviceTypeList: string[],
  keepExceptions: boolean,
  expectedRevision: number,
): Promise<SavedPermissions> =>
  call<typeof setAllDevicePermissions>({
    method,
    pattern,
    path: '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/allDevicePermissions',
    params: { tenantId, serviceClass, licenseId },
    body: { permissions: deviceTypeList.length > 0, deviceTypeList, keepExceptions, expectedRevision },
  });
