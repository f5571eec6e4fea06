import { type AskedAtDevice, askedAtDevice } from '#contract/sign-in/device-sign-in.ts';
import type { LoginPolicy } from '#contract/login-policy.ts';
import type { DeviceLoginType } from '#contract/login-policy-values.ts';
import type { LoginType } from '#contract/sign-in/login-types.ts';

/**
 * The fields that a sign-in method asks for (docs/decisions/0029, 0036). If the sign-in begins with a PIN, it replaces
 * the card.
 */
export function asksOf(way: DeviceLoginType, { onpremiseId }: Pick<LoginPolicy, 'onpremiseId'>): AskedAtDevice[] {
  if (way === 'userCode') return ['userCode'];
  if (way !== 'card') return [way, 'password'];
  const { cardLoginFactor, cardLoginMode } = onpremiseId;
  if (cardLoginMode === 'cardAndPassword') return [cardLoginFactor, 'password'];
  return cardLoginMode === 'card' || cardLoginFactor === 'userCode' ? [cardLoginFactor] : ['card', 'userCode'];
}

/** Whether a device offers a method: one the tenant has disabled for all users is disabled there too. */
function isOffered(way: DeviceLoginType, policy: LoginPolicy): boolean {
  if (way === 'card' && !policy.onpremiseId.enabled) return false;
  return policy.userCode.enabled || !asksOf(way, policy).includes('userCode');
}

/** The methods of a tenant in its order, and the first one to show. */
export function waysOf(policy: LoginPolicy) {
  const ways = policy.mfpLoginTypeOption.filter((way) => isOffered(way, policy));
  const first = ways.includes(policy.defaultMfpLoginType) ? policy.defaultMfpLoginType : ways[0];
  return { first: first ?? null, ways: ways.map((way) => ({ way, asks: asksOf(way, policy) })) };
}

/** The first missing or unexpected field; null if exactly the required ones are given. */
export function misfitOf(given: Partial<Record<AskedAtDevice, string | undefined>>, asks: readonly AskedAtDevice[]) {
  return askedAtDevice.find((asked) => (given[asked] !== undefined) !== asks.includes(asked)) ?? null;
}

/** Name of the sign-in type in the logs. */
export function loginTypeOf(way: DeviceLoginType, [first, second]: readonly AskedAtDevice[]): LoginType {
  if (way !== 'card') return way;
  if (second === 'password') return first === 'card' ? 'cardAndPassword' : 'userCodeAndPassword';
  if (second === 'userCode') return 'cardAndUserCode';
  return first === 'card' ? 'card' : 'userCode';
}
