import { acrsOf, MFA_ACR } from '#contract/sign-in/acr.ts';
import type { ProofMethod } from '#contract/sign-in/proofs.ts';

/** Classes that we tell, from weak to strong. */
const CLASSES = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
const UNKNOWN = `${CLASSES}unspecified`;
const PASSWORD = `${CLASSES}Password`;
const PROTECTED_PASSWORD = `${CLASSES}PasswordProtectedTransport`;
/** The profile that the field uses for two factors. */
const MFA = 'https://refeds.org/profile/mfa';
const strengths: Readonly<Record<string, number>> = {
  [UNKNOWN]: 0,
  [`${CLASSES}PreviousSession`]: 0,
  [PASSWORD]: 1,
  [PROTECTED_PASSWORD]: 2,
  [MFA]: 3,
};

export const comparisons = ['exact', 'minimum', 'maximum', 'better'] as const;
export type Comparison = (typeof comparisons)[number];

/** The class of a session by its proofs, as apps with OpenID Connect are told. Of another provider's own ways we know nothing. */
function classOf(proofs: readonly ProofMethod[]): string {
  const held = acrsOf(proofs);
  if (held.includes(MFA_ACR)) return MFA;
  return held.includes('urn:portico:acr:password') ? PROTECTED_PASSWORD : UNKNOWN;
}

/**
 * The class to tell for what was asked (SAML core 3.3.2.2.1); null if the session does not meet it. "Exact" is met by a
 * weaker class, too: who gave two proofs has given a password.
 */
export function contextFor(
  proofs: readonly ProofMethod[],
  { comparison, contextClasses }: { comparison: Comparison; contextClasses: readonly string[] },
): string | null {
  const own = classOf(proofs);
  if (contextClasses.length === 0) return own;
  const held = strengths[own] as number;
  const meets = (asked: string) => {
    const strength = Object.hasOwn(strengths, asked) ? (strengths[asked] as number) : null;
    if (strength === null) return false;
    if (comparison === 'better') return held > strength;
    return comparison === 'maximum' ? true : held >= strength;
  };
  const asked = comparison === 'better' ? (contextClasses.every(meets) ? own : null) : contextClasses.find(meets);
  if (asked === undefined || asked === null) return null;
  if (comparison === 'exact') return asked;
  if (comparison !== 'maximum') return own;
  // The strongest class that is held and not stronger than one of those asked for.
  const most = Math.max(...contextClasses.filter(meets).map((one) => strengths[one] as number));
  const [, best] = Object.entries(strengths)
    .map(([name, strength]) => [strength, name] as const)
    .filter(([strength]) => strength <= Math.min(most, held))
    .sort(([one], [other]) => other - one)[0] ?? [0, own];
  return best;
}
