/** What can be mailed to many. Without zod, for the screens. */
export const sendTypes = [
  'registration',
  'loginMailAddressConfirmation',
  'loginGuide',
  'mfaGuide',
  'userCode',
] as const;
export type SendType = (typeof sendTypes)[number];

/** Why a user was not sent a mail. */
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
] as const;
export type MailRefusal = (typeof mailRefusals)[number];

/** Most users one sending can reach. */
export const MAX_RUN_USERS = 1_000_000;
export const MAX_LINK_DAYS = 90;
export const DEFAULT_LINK_DAYS = 7;

/** What became of a registration mail. */
export const registrationMailStates = ['pending', 'opened', 'completed', 'expired', 'replaced', 'cancelled'] as const;
export type RegistrationMailState = (typeof registrationMailStates)[number];
