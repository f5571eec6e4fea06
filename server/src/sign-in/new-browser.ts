import { createHash } from 'node:crypto';
import type { Tx } from '../platform/db/transaction.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import { type BrowserNotes, storeBrowserNotes } from './guards.ts';

/** A browser that refuses cookies is reported once in this many days while it calls from one network. */
const TOLD_FOR_DAYS = 30;
const MOST_TOLD = 20;
/** An attacker with the password who names another browser each time must not fill the mailbox. */
const MOST_MAILS_A_DAY = 10;

/**
 * Whether to email a user that their account was used in an unknown browser; notes that they were. Not for the first
 * browser of an account, such as at the first sign-in after registering.
 */
export async function isNewBrowser(
  tx: Tx,
  account: { tenant_id: string; uuid: string } & BrowserNotes,
  client: ClientInfo,
  now: Date,
): Promise<boolean> {
  const { known_since } = account;
  const told = (account.told_browsers ?? []).filter((one) => isWithin(one, TOLD_FOR_DAYS, now));
  const mark = createHash('sha256').update(`${client.network}\0${client.userAgent}`).digest('base64url').slice(0, 16);
  if (told.some((one) => one.endsWith(`.${mark}`))) return false;
  if (told.filter((one) => isWithin(one, 1, now)).length >= MOST_MAILS_A_DAY) return false;
  const told_browsers = [`${now.getTime().toString(36)}.${mark}`, ...told].slice(0, MOST_TOLD);
  await storeBrowserNotes(tx, account, { known_since: known_since ?? now, told_browsers });
  return known_since !== null;
}

const isWithin = (told: string, days: number, now: Date) =>
  Number.parseInt(told.split('.')[0] ?? '', 36) >= now.getTime() - days * 86_400_000;
