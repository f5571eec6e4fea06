import type { Tx } from '../db/transaction.ts';
import type { Changes } from './write.ts';

/** What the system-operation log says of one act at a thing, not older than `since`; null: there is no such entry. */
export async function readEntry(
  tx: Tx,
  { targetType, targetId, id, since }: { targetType: string; targetId: string; id: string; since: Date },
): Promise<{ at: Date; operation: string; status: string; changes: Changes } | null> {
  const row = await tx
    .selectFrom('system_operation_log')
    .select(['at', 'operation', 'status', 'changes'])
    .where('target_type', '=', targetType)
    .where('target_id', '=', targetId)
    .where('at', '>', since)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { ...row, changes: row.changes as Changes } : null;
}
