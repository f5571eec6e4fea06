/**
 * Effects of a policy change, each counted in users before saving. `forced`: users cannot continue until they act, so
 * saving is a dangerous act (ux.md). Without zod.
 */
export const policyEffects = {
  /** No way left to sign in: only email addresses are accepted, and the user has none. */
  noWayIn: { forced: true },
  /** MFA must be set up at the next sign-in, which was not required before. */
  secondFactorDue: { forced: true },
  /** MFA that is set up is no longer asked for. */
  secondFactorNotAsked: { forced: false },
  /** From the next sign-in on, the ways of the new rule lead in. */
  newSiteWays: { forced: false },
  /** MFA, required before, becomes optional. */
  secondFactorFree: { forced: false },
  /** PINs are in use no more: theirs signs in nowhere. */
  pinsOff: { forced: true },
  /** Cards and on-premise accounts are in use no more: theirs sign in nowhere. */
  cardsOff: { forced: true },
  /** The PIN is shorter than a new one has to be; it stays. */
  shortPins: { forced: false },
  /** The next PIN has to keep the new rules. */
  newPinRules: { forced: false },
  /** Devices ask for other inputs, or others set them up. */
  newDeviceRules: { forced: false },
  /** Whether their accounts are offered among several is another. */
  newAccountChoice: { forced: false },
  /** The password has expired by the new rule: the next sign-in requires another. */
  passwordExpired: { forced: true },
  /** The password expires so soon that its owner is mailed at the next daily run. */
  expiryNoticed: { forced: false },
  /** The next password has to keep the new rules; the one in use stays. */
  newPasswordRules: { forced: false },
  /** Sessions that are idle for longer than the new rule allows end at once. */
  signedOut: { forced: true },
  /** From the next sign-in on, sessions last as long as the new rule says. */
  newSessionRules: { forced: false },
  /** Sensitive acts require a proof of the new age. */
  newProofRules: { forced: false },
  /** Failed sign-ins are counted by the new rule. */
  newLockRules: { forced: false },
} as const satisfies Record<string, { forced: boolean }>;

export type PolicyEffect = keyof typeof policyEffects;
export const policyEffectIds = Object.keys(policyEffects) as [PolicyEffect, ...PolicyEffect[]];
