import { isSecondFactor, type ProofMethod } from './proofs.ts';

/** How a user proved who they are, as apps ask for it (`acr_values`) and are told (`acr`); the strongest first. */
export const acrValues = ['urn:portico:acr:mfa', 'urn:portico:acr:password', 'urn:portico:acr:provider'] as const;
export type Acr = (typeof acrValues)[number];
export const MFA_ACR: Acr = 'urn:portico:acr:mfa';

/**
 * What proofs amount to, the strongest first: a second factor counts beside a password or another provider's answer. Of a
 * card or a PIN nothing is told.
 */
export function acrsOf(methods: readonly ProofMethod[]): Acr[] {
  const byPassword = methods.includes('password') || methods.includes('ticket');
  const byProvider = methods.includes('federated');
  return [
    ...((byPassword || byProvider) && methods.some(isSecondFactor) ? [MFA_ACR] : []),
    ...(byPassword ? (['urn:portico:acr:password'] as const) : []),
    ...(byProvider ? (['urn:portico:acr:provider'] as const) : []),
  ];
}

/** What of it is told: the first that was asked for, else the strongest. */
export function acrToTell(methods: readonly ProofMethod[], asked: readonly string[] = []): Acr | undefined {
  const held = acrsOf(methods);
  const wanted = asked.find((one) => held.includes(one as Acr));
  return (wanted as Acr | undefined) ?? held[0];
}
