/** How long it is kept that somebody without a user signed in, after the last time. */
export const UNKNOWN_USER_DAYS = 30;

/** How many are kept of a connection: the latest. */
export const MAX_UNKNOWN_USERS = 1000;

/** How many of them are shown. */
export const SHOWN_UNKNOWN_USERS = 200;

/** Why somebody would not be added at their first sign-in; all are causes of OpenID providers, the last three of SAML too. */
export const newUserCauses = [
  'directory_not_listed',
  'address_missing',
  'domain_not_allowed',
  'address_unverified',
  'way_closed',
  'address_taken',
  'no_room',
] as const;
export type NewUserCause = (typeof newUserCauses)[number];
