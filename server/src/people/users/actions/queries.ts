import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transaction.ts';

/** How many wrong passwords in a row are held against a user. */
export async function countFailures(tx: Tx, uuid: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    select u.failed_streak + coalesce(g.unknown_streak + g.device_streak, 0) as failures
    from users u left join sign_in_guards g on g.tenant_id = u.tenant_id and g.uuid = u.uuid
    where u.uuid = ${uuid}::uuid`.execute(tx);
  return rows[0]?.failures ?? 0;
}
