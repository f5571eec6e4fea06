import type { Maintenance } from '#contract/operator/maintenance.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface MaintenanceRow {
  uuid: string;
  title: Record<string, string>;
  starts_at: Date;
  ends_at: Date;
  ended_at: Date | null;
  created_at: Date;
}

const columns = ['uuid', 'title', 'starts_at', 'ends_at', 'ended_at', 'created_at'] as const;

export function stateOf(row: MaintenanceRow, now: Date): Maintenance['state'] {
  if (row.ended_at || row.ends_at <= now) return 'completed';
  return row.starts_at <= now ? 'in_progress' : 'scheduled';
}

export const toMaintenance = (row: MaintenanceRow, now: Date): Maintenance => ({
  uuid: row.uuid,
  title: row.title,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  state: stateOf(row, now),
});

/** The latest first. */
export async function listMaintenances(tx: Tx): Promise<MaintenanceRow[]> {
  return tx.selectFrom('maintenance_windows').select(columns).orderBy('starts_at', 'desc').limit(500).execute();
}

/** Announced or under way, the next first. */
export async function listOpenMaintenances(tx: Tx, now: Date): Promise<MaintenanceRow[]> {
  return tx
    .selectFrom('maintenance_windows')
    .select(columns)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .limit(50)
    .execute();
}

export async function insertMaintenance(tx: Tx, row: MaintenanceRow & { tenant_id: string }): Promise<void> {
  await tx
    .insertInto('maintenance_windows')
    .values({ ...row, title: JSON.stringify(row.title) })
    .execute();
}

/** Null when it has ended already or is not there. */
export async function endMaintenance(tx: Tx, uuid: string, now: Date): Promise<MaintenanceRow | null> {
  const row = await tx
    .updateTable('maintenance_windows')
    .set({ ended_at: now })
    .where('uuid', '=', uuid)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}
