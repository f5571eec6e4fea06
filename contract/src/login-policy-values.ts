/** The values of `loginPolicy` (spec section 3; where it is silent docs/decisions/0029), without zod for screens. */

/** The ways a tenant can offer for signing in at its pages. */
export const siteLoginTypes = ['all', 'loginMailAddress', 'userId'] as const;

/** The ways a device can offer. */
export const deviceLoginTypes = ['loginMailAddress', 'userId', 'userCode', 'card'] as const;
export type DeviceLoginType = (typeof deviceLoginTypes)[number];

/** What a sign-in with an on-premise id begins with at a device. */
export const cardLoginFactors = ['card', 'userCode'] as const;

/** What a device asks of somebody who holds a card to it. */
export const cardLoginModes = ['card', 'cardAndUserCode', 'cardAndPassword'] as const;

/** Whose second factor the tenant enforces: everybody's of the roles, or only of accounts that are kept here. */
export const enforcedAccounts = ['every', 'local'] as const;

export const pinCharacters = ['digits', 'alphanumeric'] as const;

/** The longest PIN a policy can ask for or allow. */
export const LONGEST_POLICY_PIN = 32;
