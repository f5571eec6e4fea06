/** What can be mailed to many. Without zod, for the screens. */
export const sendTypes = [
  'registration',
  'loginMailAddressConfirmation',
  'loginGuide',
  'mfaGuide',
  'userCode',
  'passwordReset',
] as const;
export type SendType = (typeof sendTypes)[number];

/** Why a user was not sent a mail, or did not get it. */
export const mailRefusals = [
  /** Deleted since. */
  'noUser',
  'noAddress',
  /** A registration mail to somebody who has registered. */
  'hasRegistered',
  /** Everything else to somebody who has not registered, or was deactivated. */
  'notActive',
  /** No mail address waits to be confirmed. */
  'nothingWaiting',
  'hasSecondFactor',
  /** A new password for a user who signs in at a directory or provider. */
  'signsInElsewhere',
  /** The same mail went to the user ten times within the hour. */
  'mailedLately',
  /** A registration mail to an address that somebody else signs in with by now: nobody could register with it. */
  'addressTaken',
  /** It could not be handed over to the receiver's mail server, or that refused it. A PIN in it is lost. */
  'mailFailed',
  /** It may have arrived or not, and is not sent again. */
  'mailUncertain',
  /** Taken back before it left: the user was deleted, or the link replaced or cancelled. */
  'takenBack',
] as const;
export type MailRefusal = (typeof mailRefusals)[number];

/** How often a user is sent the same mail within an hour, however many sendings there are. */
export const MAILS_AN_HOUR = 10;
/** Most users one sending can reach. */
export const MAX_RUN_USERS = 1_000_000;
export const MAX_LINK_DAYS = 90;
export const DEFAULT_LINK_DAYS = 7;

/** What became of a registration mail. */
export const registrationMailStates = ['pending', 'opened', 'completed', 'expired', 'replaced', 'cancelled'] as const;
export type RegistrationMailState = (typeof registrationMailStates)[number];
