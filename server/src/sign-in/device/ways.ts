import type { KnownDevice } from '../../devices/credentials/known-devices.ts';
import type { Tools } from '../../platform/tools.ts';
import { onpremiseDeviceTypes } from '../../credentials/device-login/onpremise-accounts.ts';
import { waysOf } from './decide.ts';

/** The sign-in methods a device offers; none if users do not sign in at devices of its type. */
export function offeredWays(tools: Tools, { deviceType, policy: { loginPolicy } }: KnownDevice) {
  const isForPeople = onpremiseDeviceTypes(tools).some((known) => known.deviceType === deviceType);
  const { enabled, allowCardEntry } = loginPolicy.onpremiseId;
  if (!isForPeople) return { first: null, ways: [], cardEntry: false };
  return { ...waysOf(loginPolicy), cardEntry: enabled && allowCardEntry };
}
