/**
 * What saving a change of the security policy does to people, each counted in users before it is saved. `forced`: people
 * are kept from something until they act, so that the act of saving is a dangerous one (ux.md). Without zod.
 */
export const policyEffects = {
  /** There is no way left for them to sign in: only mail addresses are accepted, and they have none. */
  noWayIn: { forced: true },
  /** A second factor has to be set up at the next sign-in, which had not to be before. */
  secondFactorDue: { forced: true },
  /** The second factor they set up is asked for no more. */
  secondFactorNotAsked: { forced: false },
  /** From the next sign-in on, the ways of the new rule lead in. */
  newSiteWays: { forced: false },
  /** A second factor, required before, is theirs to decide about. */
  secondFactorFree: { forced: false },
  /** PINs are in use no more: theirs signs in nowhere. */
  pinsOff: { forced: true },
  /** Cards and on-premise accounts are in use no more: theirs sign in nowhere. */
  cardsOff: { forced: true },
  /** The PIN is shorter than a new one has to be; it stays. */
  shortPins: { forced: false },
  /** The next PIN has to keep the new rules. */
  newPinRules: { forced: false },
  /** What devices ask for, or who sets it up, is another. */
  newDeviceRules: { forced: false },
  /** Whether their accounts are offered among several is another. */
  newAccountChoice: { forced: false },
  /** The password has expired already by the new rule: another is asked for at the next sign-in. */
  passwordExpired: { forced: true },
  /** The password expires so soon that its owner is mailed at the next daily run. */
  expiryNoticed: { forced: false },
  /** The next password has to keep the new rules; the one in use stays. */
  newPasswordRules: { forced: false },
  /** Sessions that are idle for longer than the new rule allows end at once. */
  signedOut: { forced: true },
  /** From the next sign-in on, sessions last as long as the new rule says. */
  newSessionRules: { forced: false },
  /** Sensitive acts ask for a proof of the new age. */
  newProofRules: { forced: false },
  /** Failed sign-ins are counted by the new rule. */
  newLockRules: { forced: false },
} as const satisfies Record<string, { forced: boolean }>;

export type PolicyEffect = keyof typeof policyEffects;
export const policyEffectIds = Object.keys(policyEffects) as [PolicyEffect, ...PolicyEffect[]];
