import { type Insertable, sql } from 'kysely';
import type { FederatedRequests } from '../../platform/db/rows.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export async function insertRequest(tx: Tx, row: Insertable<FederatedRequests>): Promise<void> {
  await tx.insertInto('federated_requests').values(row).execute();
}

/**
 * A few at each new request: there are never many more than were begun lately. As an array: by `in`, PostgreSQL may look for
 * them anew for each row of the table (bench/NOTES.md).
 */
export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  await sql`
    delete from federated_requests where request_hash = any (array(
      select request_hash from federated_requests where expires_at < ${now} order by expires_at limit 10
      for update skip locked))`.execute(tx);
}

export function consumeRequest(tx: Tx, requestHash: Buffer, browserHash: Buffer, now: Date) {
  return tx
    .updateTable('federated_requests')
    .set({ consumed_at: now })
    .where('request_hash', '=', requestHash)
    .where('browser_hash', '=', browserHash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['connection', 'purpose', 'user_uuid', 'registration', 'setup_link'])
    .executeTakeFirst();
}

/** Whether a set-up link works, which stays so until the transaction ends. */
export async function holdOpenLink(tx: Tx, uuid: string, now: Date): Promise<boolean> {
  const open = tx
    .selectFrom('connection_setup_links')
    .select('uuid')
    .where('uuid', '=', uuid)
    .where('revoked_at', 'is', null)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', now);
  return (await open.forShare().executeTakeFirst()) !== undefined;
}
