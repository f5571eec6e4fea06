import type { MailRefusal, SendType } from '#contract/portal/send-types.ts';

/** What matters of a user for what may be mailed. */
export interface MailFacts {
  status: string;
  /** An address to sign in with, so one that was proved or given by an administrator. */
  hasAddress: boolean;
  /** An address that waits to be confirmed. */
  hasWaitingAddress: boolean;
  hasSecondFactor: boolean;
}

/** Why a user is not sent a mail; null: the user is. Registration mails have rules of their own (`inviteUsers`). */
export function mayGet(type: SendType, user: MailFacts): MailRefusal | null {
  const isActive = user.status === 'active' || user.status === 'locked';
  if (!isActive) return 'notActive';
  if (type === 'loginMailAddressConfirmation') return user.hasWaitingAddress ? null : 'nothingWaiting';
  if (!user.hasAddress) return 'noAddress';
  return type === 'mfaGuide' && user.hasSecondFactor ? 'hasSecondFactor' : null;
}
