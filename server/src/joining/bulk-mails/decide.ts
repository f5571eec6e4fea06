import type { MailRefusal, SendType } from '#contract/joining/send-types.ts';

/** Facts about a user that decide which emails are allowed. */
export interface MailFacts {
  status: string;
  /** A sign-in address, proved or set by an administrator. */
  hasAddress: boolean;
  /** A pending address. */
  hasWaitingAddress: boolean;
  hasSecondFactor: boolean;
  /** The user may have a password: kept by hand, or has one (`isResettable`). */
  mayHavePassword: boolean;
  /** The user got this email the maximum number of times within the hour. */
  mailedLately: boolean;
}

/**
 * Reason why a user is not sent an email; null if the user is. Registration emails have their own rules
 * (`inviteUsers`).
 */
export function mayGet(type: SendType, user: MailFacts): MailRefusal | null {
  const isActive = user.status === 'active' || user.status === 'locked';
  if (!isActive) return 'notActive';
  const isConfirmation = type === 'loginMailAddressConfirmation';
  if (isConfirmation && !user.hasWaitingAddress) return 'nothingWaiting';
  if (!isConfirmation && !user.hasAddress) return 'noAddress';
  if (type === 'mfaGuide' && user.hasSecondFactor) return 'hasSecondFactor';
  if (type === 'passwordReset' && !user.mayHavePassword) return 'signsInElsewhere';
  return user.mailedLately ? 'mailedLately' : null;
}
