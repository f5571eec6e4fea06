/** Types of bulk emails. Without zod, for the screens. */
export const sendTypes = [
  'registration',
  'loginMailAddressConfirmation',
  'loginGuide',
  'mfaGuide',
  'userCode',
  'passwordReset',
] as const;
export type SendType = (typeof sendTypes)[number];

/** Why a user was not sent an email, or did not get it. */
export const mailRefusals = [
  /** Deleted meanwhile. */
  'noUser',
  'noAddress',
  /** Registration email for a registered user. */
  'hasRegistered',
  /** Any other email for a user who has not registered or was deactivated. */
  'notActive',
  /** No pending address to confirm. */
  'nothingWaiting',
  'hasSecondFactor',
  /** New password for a user who signs in at a directory or provider. */
  'signsInElsewhere',
  /** The user got the same email ten times within the hour. */
  'mailedLately',
  /** Registration email to an address that another user signs in with by now, so that nobody could register with it. */
  'addressTaken',
  /** The receiver's mail server could not be reached or refused it. A PIN in it is lost. */
  'mailFailed',
  /** It may have arrived and is not sent again. */
  'mailUncertain',
  /** Cancelled before it left: the user was deleted, or the link replaced or revoked. */
  'takenBack',
] as const;
export type MailRefusal = (typeof mailRefusals)[number];

/** How often a user gets the same email within an hour, over all bulk emails. */
export const MAILS_AN_HOUR = 10;
/** Maximum number of receivers of a bulk email. */
export const MAX_RUN_USERS = 1_000_000;
export const MAX_LINK_DAYS = 90;
export const DEFAULT_LINK_DAYS = 7;

/** States of a registration email. */
export const registrationMailStates = ['pending', 'opened', 'completed', 'expired', 'replaced', 'cancelled'] as const;
export type RegistrationMailState = (typeof registrationMailStates)[number];
/** What they are searched by: `undelivered` are pending ones whose email was not delivered, or perhaps not. */
export const registrationMailFilters = [...registrationMailStates, 'undelivered'] as const;
