import { CONFIRM_MAIL_ADDRESS } from '../../credentials/one-time-codes/purposes.ts';
import { MAIL_CONFIRMATION_SECONDS } from '#contract/limits.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { mailConfirmation } from '../ports.ts';
import type { Tools } from '../../platform/tools.ts';
import { revokeCodes } from '../../credentials/one-time-codes/one-time-codes.ts';
import { updateUser } from './queries.ts';

interface Account {
  tenantId: string;
  uuid: string;
}

/** Has a new login mail address wait, and mails it the link that confirms it. Links mailed before are worthless. */
export async function setLoginMailAddress(
  tools: Tools,
  tx: Tx,
  { tenantId, uuid }: Account,
  address: string,
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + MAIL_CONFIRMATION_SECONDS * 1000);
  await updateUser(tx, uuid, { next_login_mail_address: address, next_login_mail_address_expires_at: expiresAt });
  await mailConfirmation(tools, tx, { tenantId, userUuid: uuid, address, now });
}

/** Has an address wait that nothing is mailed to yet. */
export const setWaitingAddress = (tx: Tx, uuid: string, address: string): Promise<void> =>
  updateUser(tx, uuid, { next_login_mail_address: address });

/** Gives up the address that waits; `andCurrent` also the one to sign in with. Mailed links are worthless. */
export async function dropLoginMailAddress(tx: Tx, { uuid }: Account, andCurrent: boolean, now: Date): Promise<void> {
  await revokeCodes(tx, uuid, CONFIRM_MAIL_ADDRESS, now);
  const waiting = { next_login_mail_address: null, next_login_mail_address_expires_at: null };
  await updateUser(tx, uuid, andCurrent ? { ...waiting, login_mail_address: null, default_login: false } : waiting);
}
