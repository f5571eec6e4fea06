import { deviceTypesOf } from '#contract/devices/device-types.ts';
import type {
  SavedPermissions,
  setAllDevicePermissions,
  setAllUserPermissions,
  setDevicePermissions,
  setUserPermissions,
} from '#contract/licences/permissions.ts';
import { call } from '../../api/call.ts';
import { pageProduct } from '../../base/page-mode.ts';
import type { Saving } from './pending.ts';
import type { License } from './types.ts';

const method = 'POST';
const pattern = 'powerUser';

/** Sends what is pending of a licence. Throws an `ApiError`. */
export async function savePermissions(
  tenantId: string,
  license: License,
  saving: Saving,
  expectedRevision: number,
): Promise<SavedPermissions> {
  const { serviceClass, licenseId } = license;
  const asked = { method, pattern, params: { tenantId, serviceClass, licenseId }, expectedRevision } as const;
  return license.volumeType === 'user' ? saveUsers(asked, saving) : saveDevices(asked, license, saving);
}

type Asked = {
  method: typeof method;
  pattern: typeof pattern;
  params: { tenantId: string; serviceClass: string; licenseId: string };
  /** Of the permissions that the decision was made by. */
  expectedRevision: number;
};

function saveUsers({ expectedRevision, ...asked }: Asked, saving: Saving): Promise<SavedPermissions> {
  if (saving.way === 'some')
    return call<typeof setUserPermissions>({
      ...asked,
      path: '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/userPermissions',
      body: {
        permissions: saving.permissions.map(({ id, permitted }) => ({ userId: id, permitted })),
        expectedRevision,
      },
    });
  return call<typeof setAllUserPermissions>({
    ...asked,
    path: '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/allUserPermissions',
    body: { permissions: saving.permitted, reversePermittedUsers: saving.reverse, expectedRevision },
  });
}

function saveDevices(
  { expectedRevision, ...asked }: Asked,
  license: License,
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
  return call<typeof setAllDevicePermissions>({
    ...asked,
    path: '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/allDevicePermissions',
    body: {
      permissions: saving.permitted,
      reversePermittedDevices: saving.reverse,
      deviceTypeList: saving.permitted ? typesFor(license) : [],
      expectedRevision,
    },
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
