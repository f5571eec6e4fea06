import { type DeviceLoginType, deviceLoginTypes } from '#contract/login-policy-values.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import type { PolicyEdits } from '../policy/draft.ts';

type LoginPolicy = SecurityPolicy['loginPolicy'];

/** The ways a device can offer while PINs and cards are in use or not. */
export function possibleWays({ userCode, onpremiseId }: LoginPolicy): DeviceLoginType[] {
  const off: Partial<Record<DeviceLoginType, boolean>> = { userCode: !userCode.enabled, card: !onpremiseId.enabled };
  return deviceLoginTypes.filter((way) => !off[way]);
}

/** A device shows first what it offers: with another list of ways, the first one may have to be another too. */
export function offerWays({ defaultMfpLoginType: first }: LoginPolicy, ways: readonly DeviceLoginType[]): PolicyEdits {
  const [next] = ways;
  return {
    'loginPolicy.mfpLoginTypeOption': [...ways],
    'loginPolicy.defaultMfpLoginType': ways.includes(first) || !next ? first : next,
  };
}

/** PINs in use or not: without them no device can ask for one, neither alone nor beside a card. */
export function switchPins(policy: LoginPolicy, enabled: boolean): PolicyEdits {
  if (enabled) return { 'loginPolicy.userCode.enabled': true };
  const { cardLoginFactor, cardLoginMode } = policy.onpremiseId;
  return {
    'loginPolicy.userCode.enabled': false,
    ...offerWays(policy, without(policy, 'userCode')),
    'loginPolicy.onpremiseId.cardLoginFactor': cardLoginFactor === 'userCode' ? 'card' : cardLoginFactor,
    'loginPolicy.onpremiseId.cardLoginMode': cardLoginMode === 'cardAndUserCode' ? 'card' : cardLoginMode,
  };
}

/** Cards in use or not: without them no device can offer them. */
export function switchCards(policy: LoginPolicy, enabled: boolean): PolicyEdits {
  if (enabled) return { 'loginPolicy.onpremiseId.enabled': true };
  return { 'loginPolicy.onpremiseId.enabled': false, ...offerWays(policy, without(policy, 'card')) };
}

/** The ways without one; a device that offered nothing else asks for the user id. */
function without({ mfpLoginTypeOption }: LoginPolicy, way: DeviceLoginType): DeviceLoginType[] {
  const left = mfpLoginTypeOption.filter((one) => one !== way);
  return left.length > 0 ? left : ['userId'];
}
