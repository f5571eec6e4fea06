import { fail } from '#contract/errors.ts';
import type { Maintenance, NewMaintenance } from '#contract/operator/maintenance.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import type { Acting } from '../../platform/http/acting.ts';
import * as queries from './queries.ts';

/** Every maintenance window, the latest first. */
export async function listMaintenances(tx: Tx, now: Date): Promise<Maintenance[]> {
  return (await queries.listMaintenances(tx)).map((row) => queries.toMaintenance(row, now));
}

/** Announces a maintenance window: the sign-in page shows it until it ends. */
export async function addMaintenance(tx: Tx, act: Acting, given: NewMaintenance): Promise<Maintenance> {
  const row: queries.MaintenanceRow = {
    uuid: newUuid(),
    title: given.title as Record<string, string>,
    starts_at: new Date(given.startsAt),
    ends_at: new Date(given.endsAt),
    ended_at: null,
    created_at: act.now,
  };
  await queries.insertMaintenance(tx, { ...row, tenant_id: PROVIDER });
  const changes = { startsAt: { after: row.starts_at }, endsAt: { after: row.ends_at } };
  await act.audit(
    tx,
    { type: 'maintenance.announced', targetId: row.uuid, changes },
    { tenantId: PROVIDER, operation: 'create' },
  );
  return queries.toMaintenance(row, act.now);
}

/** Ends a window that is under way, or calls an announced one off. Throws `not_found` when none is open by that id. */
export async function endMaintenance(tx: Tx, act: Acting, uuid: string): Promise<Maintenance> {
  const row = await queries.endMaintenance(tx, uuid, act.now);
  if (!row) throw fail('not_found', { field: 'uuid' });
  const changes = { endedAt: { before: null, after: act.now } };
  await act.audit(
    tx,
    { type: 'maintenance.ended', targetId: uuid, changes },
    { tenantId: PROVIDER, operation: 'update' },
  );
  return queries.toMaintenance(row, act.now);
}

/** The windows that have not ended, and what a window is at a moment. */
export const { listOpenMaintenances, stateOf } = queries;
