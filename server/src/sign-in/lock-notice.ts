import type { Tx } from '../platform/db/transaction.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import type { Tools } from '../platform/tools.ts';
import { queueNotice } from '../tenant/notices/notices.ts';
import type { Door, HeldCounters } from './failures.ts';
import { noteLockMail } from './guards.ts';

const ONCE_IN_HOURS = 24;

/**
 * Emails a user that their account was locked, or that sign-in is blocked outside known browsers. Each at most once a
 * day: a persistent guesser must not fill the mailbox.
 */
export async function tellOfLock(
  tools: Tools,
  tx: Tx,
  account: { tenant_id: string; uuid: string },
  { door, held, client, now }: { door: Door; held: HeldCounters; client: ClientInfo; now: Date },
): Promise<void> {
  const since = now.getTime() - ONCE_IN_HOURS * 3_600_000;
  if (held.toldAt && held.toldAt.getTime() > since) return;
  await noteLockMail(tx, account, door, now);
  const kind = door === 'known' ? 'accountLocked' : 'signInStopped';
  await queueNotice(tools, tx, { tenantId: account.tenant_id, userUuid: account.uuid, kind, client, now });
}
