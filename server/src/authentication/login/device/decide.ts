import type { AskedAtDevice } from '#contract/authentication/device-sign-in.ts';
import type { LoginPolicy } from '#contract/login-policy.ts';
import type { DeviceLoginType } from '#contract/login-policy-values.ts';

/** What a way asks for (docs/decisions/0029, 0036). Where the sign-in begins with a PIN, that stands for the card. */
export function asksOf(way: DeviceLoginType, { onpremiseId }: LoginPolicy): AskedAtDevice[] {
  if (way === 'userCode') return ['userCode'];
  if (way !== 'card') return [way, 'password'];
  const { cardLoginFactor, cardLoginMode } = onpremiseId;
  if (cardLoginMode === 'cardAndPassword') return [cardLoginFactor, 'password'];
  return cardLoginMode === 'card' || cardLoginFactor === 'userCode' ? [cardLoginFactor] : ['card', 'userCode'];
}

/** Whether a device offers a way: what the tenant has turned off for everybody is off there too. */
export function isOffered(way: DeviceLoginType, policy: LoginPolicy): boolean {
  const { mfpLoginTypeOption, userCode, onpremiseId } = policy;
  if (!mfpLoginTypeOption.includes(way)) return false;
  if (way === 'card' && !onpremiseId.enabled) return false;
  return userCode.enabled || !asksOf(way, policy).includes('userCode');
}

/** The ways of a tenant, and the one to begin with. */
export function waysOf(policy: LoginPolicy) {
  const ways = policy.mfpLoginTypeOption.filter((way) => isOffered(way, policy));
  const first = ways.includes(policy.defaultMfpLoginType) ? policy.defaultMfpLoginType : ways[0];
  return { first: first ?? null, ways: ways.map((way) => ({ way, asks: asksOf(way, policy) })) };
}
