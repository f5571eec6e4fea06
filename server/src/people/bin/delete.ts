import { type RawBuilder, sql } from 'kysely';
import { DELETED_USERS_KEPT_DAYS } from '#contract/limits.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { takeBackMailsTo } from '../../platform/mail/outbox.ts';
import * as queries from './queries.ts';

/** Who deletes, by user id, and when. */
export interface Deleting {
  by: string;
  now: Date;
}

/**
 * Deletes users who are held: everything of the account goes at once, as do mails to them that are not sent yet. For 30
 * days they can be restored. Answers what the log keeps of each. What forbids it (`last_administrator`) fails the
 * transaction.
 */
export async function deleteUsers(
  tx: Tx,
  uuids: readonly string[] | RawBuilder<unknown>,
  { by, now }: Deleting,
): Promise<Map<string, Changes>> {
  const which = 'length' in uuids ? sql`select unnest(${uuids}::uuid[])` : uuids;
  const expiresAt = new Date(now.getTime() + DELETED_USERS_KEPT_DAYS * 86_400_000);
  const gone = await queries.moveToBin(tx, which, { by, now, expiresAt });
  await takeBackMailsTo(tx, [...gone.keys()]);
  return gone;
}
