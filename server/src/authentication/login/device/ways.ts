import type { KnownDevice } from '../../../device-management/credentials/known-devices.ts';
import type { Tools } from '../../../tools.ts';
import { onpremiseDeviceTypes } from '../../device-login/onpremise-accounts.ts';
import { waysOf } from './decide.ts';

/** The ways a device offers; none where people do not sign in at devices of its type. */
export function offeredWays(tools: Tools, { deviceType, policy }: KnownDevice) {
  const isForPeople = onpremiseDeviceTypes(tools).some((known) => known.deviceType === deviceType);
  return isForPeople ? waysOf(policy.loginPolicy) : { first: null, ways: [] };
}
