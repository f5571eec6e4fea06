import { type AskedAtDevice, askedAtDevice } from '#contract/sign-in/device-sign-in.ts';
import type { LoginPolicy } from '#contract/login-policy.ts';
import type { DeviceLoginType } from '#contract/login-policy-values.ts';
import type { LoginType } from '#contract/sign-in/login-types.ts';

/** What a way asks for (docs/decisions/0029, 0036). Where the sign-in begins with a PIN, that stands for the card. */
export function asksOf(way: DeviceLoginType, { onpremiseId }: Pick<LoginPolicy, 'onpremiseId'>): AskedAtDevice[] {
  if (way === 'userCode') return ['userCode'];
  if (way !== 'card') return [way, 'password'];
  const { cardLoginFactor, cardLoginMode } = onpremiseId;
  if (cardLoginMode === 'cardAndPassword') return [cardLoginFactor, 'password'];
  return cardLoginMode === 'card' || cardLoginFactor === 'userCode' ? [cardLoginFactor] : ['card', 'userCode'];
}

/** Whether a device offers a way: what the tenant has turned off for everybody is off there too. */
function isOffered(way: DeviceLoginType, policy: LoginPolicy): boolean {
  if (way === 'card' && !policy.onpremiseId.enabled) return false;
  return policy.userCode.enabled || !asksOf(way, policy).includes('userCode');
}

/** The ways of a tenant in its order, and the one to begin with. */
export function waysOf(policy: LoginPolicy) {
  const ways = policy.mfpLoginTypeOption.filter((way) => isOffered(way, policy));
  const first = ways.includes(policy.defaultMfpLoginType) ? policy.defaultMfpLoginType : ways[0];
  return { first: first ?? null, ways: ways.map((way) => ({ way, asks: asksOf(way, policy) })) };
}

/** The first field that is missing, or that nobody asked for; null where just what is asked for is given. */
export function misfitOf(given: Partial<Record<AskedAtDevice, string | undefined>>, asks: readonly AskedAtDevice[]) {
  return askedAtDevice.find((asked) => (given[asked] !== undefined) !== asks.includes(asked)) ?? null;
}

/** How a sign-in is called in the logs. */
export function loginTypeOf(way: DeviceLoginType, [first, second]: readonly AskedAtDevice[]): LoginType {
  if (way !== 'card') return way;
  if (second === 'password') return first === 'card' ? 'cardAndPassword' : 'userCodeAndPassword';
  if (second === 'userCode') return 'cardAndUserCode';
  return first === 'card' ? 'card' : 'userCode';
}
