/** Proofs of identity, each with its name in OpenID Connect (`amr`, RFC 8176). The list is closed. */
const proofKinds = {
  password: { amr: ['pwd'], isSecondFactor: false },
  /** Opens another account of a user whose password matched for both: as old as that password. */
  ticket: { amr: [], isSecondFactor: false },
  /** A card or a PIN identifies a user at a device. Neither is ever sufficient for a sensitive act. */
  card: { amr: [], isSecondFactor: false },
  userCode: { amr: [], isSecondFactor: false },
  /** Another identity provider says who it is: as old as the authentication there. */
  federated: { amr: [], isSecondFactor: false },
  totp: { amr: ['otp'], isSecondFactor: true },
  recoveryCode: { amr: ['otp'], isSecondFactor: true },
} as const satisfies Record<string, { amr: readonly Amr[]; isSecondFactor: boolean }>;

export type Amr = 'pwd' | 'otp' | 'mfa';
export type ProofMethod = keyof typeof proofKinds;

type OfFactor<Second extends boolean> = {
  [Method in ProofMethod]: (typeof proofKinds)[Method]['isSecondFactor'] extends Second ? Method : never;
}[ProofMethod];
/** Factors required in addition, of users who have set them up. */
export type SecondFactorMethod = OfFactor<true>;
/** The first factor of a sign-in. */
export type FirstProofMethod = OfFactor<false>;

/** All second factors, in the order in which they are offered. */
export const secondFactors = ['totp', 'recoveryCode'] as const satisfies readonly SecondFactorMethod[];

export const proofMethods = Object.keys(proofKinds) as ProofMethod[];

/** A proof of identity that a user gave. */
export interface Proof {
  readonly method: ProofMethod;
  readonly at: Date;
  readonly amr: readonly Amr[];
}

export const proofOf = (method: ProofMethod, at: Date): Proof => ({ method, at, amr: proofKinds[method].amr });

export const isSecondFactor = (method: ProofMethod): method is SecondFactorMethod => proofKinds[method].isSecondFactor;

/** The authentication method references of proofs, with `mfa` for two different kinds. */
export function amrOf(methods: readonly ProofMethod[]): Amr[] {
  const found = new Set<Amr>(methods.flatMap((method) => proofKinds[method].amr));
  return found.size > 1 ? [...found, 'mfa'] : [...found];
}

/**
 * Time of the last proof, for sensitive acts and for apps. Proofs given after a ticket or another provider's answer do not
 * renew it: the proof behind keeps its age. Signing in by card or PIN is no such proof.
 */
export function provedAt(proofs: readonly Proof[]): Date {
  const { password, ticket, federated } = Object.fromEntries(proofs.map((proof) => [proof.method, proof]));
  if (ticket) return ticket.at;
  if (federated) return federated.at;
  return new Date(password ? Math.max(...proofs.map(({ at }) => at.getTime())) : 0);
}
