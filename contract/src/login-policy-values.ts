/** Values of `loginPolicy` (spec section 3 and docs/decisions/0029). Without zod, for screens. */

/** Identifiers that a tenant can accept at its pages. */
export const siteLoginTypes = ['all', 'loginMailAddress', 'userId'] as const;

/** Identifiers that a device can offer. */
export const deviceLoginTypes = ['loginMailAddress', 'userId', 'userCode', 'card'] as const;
export type DeviceLoginType = (typeof deviceLoginTypes)[number];

/** First input of a sign-in with an on-premise ID at a device. */
export const cardLoginFactors = ['card', 'userCode'] as const;

/** Inputs that a device requires besides a card. */
export const cardLoginModes = ['card', 'cardAndUserCode', 'cardAndPassword'] as const;

/** Accounts that MFA is enforced for: all of the roles, or only local ones. */
export const enforcedAccounts = ['every', 'local'] as const;

export const pinCharacters = ['digits', 'alphanumeric'] as const;

/** Upper limit for PIN lengths in a policy. */
export const LONGEST_POLICY_PIN = 32;

/** OpenID providers that a policy can list, with some that are gone. */
export const MOST_LISTED_PROVIDERS = 100;

/** The ID of an OpenID provider: lower-case letters, digits and inner hyphens, for it stands in addresses. */
export const isOpId = (value: string): boolean => /^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/.test(value);
