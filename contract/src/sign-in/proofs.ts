/** The ways people prove who they are, each with how OpenID Connect calls it (`amr`, RFC 8176). The list is closed. */
const proofKinds = {
  password: { amr: ['pwd'], isSecondFactor: false },
  /** Opens another account of somebody whose password matched for both: as old as that password. */
  ticket: { amr: [], isSecondFactor: false },
  /** A card or a PIN names somebody at a device. Neither is ever proof enough for a sensitive act. */
  card: { amr: [], isSecondFactor: false },
  userCode: { amr: [], isSecondFactor: false },
  totp: { amr: ['otp'], isSecondFactor: true },
  recoveryCode: { amr: ['otp'], isSecondFactor: true },
} as const satisfies Record<string, { amr: readonly Amr[]; isSecondFactor: boolean }>;

export type Amr = 'pwd' | 'otp' | 'mfa';
export type ProofMethod = keyof typeof proofKinds;

type OfFactor<Second extends boolean> = {
  [Method in ProofMethod]: (typeof proofKinds)[Method]['isSecondFactor'] extends Second ? Method : never;
}[ProofMethod];
/** What is asked for besides, of those who have set it up. */
export type SecondFactorMethod = OfFactor<true>;
/** What a sign-in begins with. */
export type FirstProofMethod = OfFactor<false>;

/** The second factors there are, in the order in which they are offered. */
export const secondFactors = ['totp', 'recoveryCode'] as const satisfies readonly SecondFactorMethod[];

export const proofMethods = Object.keys(proofKinds) as ProofMethod[];

/** That somebody proved who they are. */
export interface Proof {
  readonly method: ProofMethod;
  readonly at: Date;
  readonly amr: readonly Amr[];
}

export const proofOf = (method: ProofMethod, at: Date): Proof => ({ method, at, amr: proofKinds[method].amr });

export const isSecondFactor = (method: ProofMethod): method is SecondFactorMethod => proofKinds[method].isSecondFactor;

/** The authentication method references of proofs; `mfa` where there were two kinds of them. */
export function amrOf(methods: readonly ProofMethod[]): Amr[] {
  const found = new Set<Amr>(methods.flatMap((method) => proofKinds[method].amr));
  return found.size > 1 ? [...found, 'mfa'] : [...found];
}

/**
 * When somebody last proved who they are, as sensitive acts and applications ask. What was given after a ticket renews
 * nothing: the password behind it is as old as it is. A sign-in by card or PIN proved nothing of the kind.
 */
export function provedAt(proofs: readonly Proof[]): Date {
  const { password, ticket } = Object.fromEntries(proofs.map((proof) => [proof.method, proof]));
  if (ticket) return ticket.at;
  return new Date(password ? Math.max(...proofs.map(({ at }) => at.getTime())) : 0);
}
