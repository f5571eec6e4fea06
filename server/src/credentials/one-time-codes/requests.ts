import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

export interface WaitingRequest {
  code_hash: Buffer;
  data: Record<string, unknown>;
}

/**
 * Locks the next pending request, skipping those locked by others. Failed ones come last, and not at all after
 * `mostTries`.
 */
export async function takeRequest(
  tx: Tx,
  purpose: string,
  mostTries: number,
  now: Date,
): Promise<WaitingRequest | null> {
  const row = await tx
    .selectFrom('one_time_codes')
    .select(['code_hash', 'data'])
    .where('user_uuid', 'is', null)
    .where('purpose', '=', purpose)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('wrong_count', '<', mostTries)
    .orderBy('wrong_count')
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

/** A processed request is deleted completely, because it contains an address. */
export async function deleteRequest(tx: Tx, codeHash: Buffer): Promise<void> {
  await tx.deleteFrom('one_time_codes').where('code_hash', '=', codeHash).execute();
}

/** Counts a failed attempt; returns the number of failures. */
export async function countFailedTry(tx: Tx, codeHash: Buffer): Promise<number> {
  const row = await tx
    .updateTable('one_time_codes')
    .set({ wrong_count: sql`wrong_count + 1` })
    .where('code_hash', '=', codeHash)
    .returning('wrong_count')
    .executeTakeFirst();
  return row?.wrong_count ?? 0;
}
