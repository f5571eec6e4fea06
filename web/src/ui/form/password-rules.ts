import { checkPasswordPolicy, type PasswordPolicy, type PasswordViolation } from '#contract/password.ts';

export type PanelPolicy = PasswordPolicy;
export type PanelRule = { rule: PasswordViolation; count: number; met: boolean };

const order: readonly PasswordViolation[] = ['minLength', 'minUppercase', 'minNumeric', 'minSpecial'];

/** The rules of a policy that ask for something, in the order of the panel, and which of them a password keeps. */
export function passwordRules(password: string, policy: PanelPolicy): PanelRule[] {
  const broken = new Set(checkPasswordPolicy(password, policy));
  return order
    .filter((rule) => policy[rule] > 0)
    .map((rule) => ({ rule, count: policy[rule], met: !broken.has(rule) }));
}
