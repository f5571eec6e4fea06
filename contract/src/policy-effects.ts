/**
 * Effects of a policy change, each counted in users before saving. `forced`: users cannot continue until they act, so
 * saving is a dangerous act (ux.md). Without zod.
 */
export const policyEffects = {
  /** No way left to sign in: only email addresses are accepted and the user has none, or their ways are closed. */
  noWayIn: { forced: true },
  /** The password signs in no more; an identity provider does. */
  passwordClosed: { forced: false },
  /** Identity providers sign in no more; the password does. */
  providersClosed: { forced: false },
  /** A password or an identity provider signs in that did not before. */
  waysOpened: { forced: false },
  /** MFA must be set up at the next sign-in, which was not required before. */
  secondFactorDue: { forced: true },
  /** MFA that is set up is no longer asked for. */
  secondFactorNotAsked: { forced: false },
  /** The next sign-in accepts the identifiers of the new rule. */
  newSiteWays: { forced: false },
  /** MFA, required before, becomes optional. */
  secondFactorFree: { forced: false },
  /** PINs are turned off: this user's PIN no longer works. */
  pinsOff: { forced: true },
  /** Cards and on-premise accounts are turned off: this user's no longer work. */
  cardsOff: { forced: true },
  /** The PIN is shorter than new ones must be; it keeps working. */
  shortPins: { forced: false },
  /** New rules for the next PIN. */
  newPinRules: { forced: false },
  /** Devices ask for other inputs, or others set them up. */
  newDeviceRules: { forced: false },
  /** Accounts are, or are no longer, offered for selection. */
  newAccountChoice: { forced: false },
  /** The password has expired by the new rule: the next sign-in requires another. */
  passwordExpired: { forced: true },
  /** The password expires so soon that the next daily run emails its owner. */
  expiryNoticed: { forced: false },
  /** New rules for the next password; the current one keeps working. */
  newPasswordRules: { forced: false },
  /** Sessions idle for longer than the new limit end at once. */
  signedOut: { forced: true },
  /** New session limits from the next sign-in on. */
  newSessionRules: { forced: false },
  /** Sensitive acts require a proof of the new age. */
  newProofRules: { forced: false },
  /** Failed sign-ins are counted by the new rule. */
  newLockRules: { forced: false },
} as const satisfies Record<string, { forced: boolean }>;

export type PolicyEffect = keyof typeof policyEffects;
export const policyEffectIds = Object.keys(policyEffects) as [PolicyEffect, ...PolicyEffect[]];
