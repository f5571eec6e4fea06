import { isAdministrator } from '#contract/roles.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/transaction.ts';

/**
 * Whether no other administrator of the tenant can sign in now (docs/decisions/0052, 0070). Checked when a lock is
 * made, not when its policy is saved, because the number of administrators changes later. Waits for concurrent
 * transactions that remove another one, so that of two simultaneous locks the second sees the first.
 */
export async function isLastAdministrator(
  tx: Tx,
  account: { tenant_id: string; uuid: string; roles?: readonly string[] },
  now: Date,
): Promise<boolean> {
  if (!isAdministrator(account.roles ?? [])) return false;
  const { tenant_id, uuid } = account;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`administrators of ${tenant_id}`}, 0))`.execute(tx);
  const { rows } = await sql<{ has: boolean }>`
    select has_open_administrator_beside(${tenant_id}, ${uuid}::uuid, ${now}::timestamptz) as has`.execute(tx);
  return rows[0]?.has !== true;
}
