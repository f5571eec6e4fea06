import { writeJobEnd } from '../events/jobs.ts';
import { expiredExports } from '../db/across-tenants.ts';
import type { Tools } from '../tools.ts';
import { loggedOf } from './job.ts';
import * as queries from './queries.ts';

/** So many files are deleted in one transaction: each may be large. */
const BATCH = 50;

/**
 * Deletes the exports of all tenants that are past their keeping, with their files. Each that had files leaves a row with
 * the status `expired` in the log of its tenant (spec section 3, "Log entry"), in the same transaction.
 */
export async function expireExports({ db, clock }: Tools, signal: AbortSignal): Promise<void> {
  for (let found = BATCH; found >= BATCH && !signal.aborted; ) {
    const due = await expiredExports(db.pool, clock(), BATCH);
    found = due.length;
    for (const [tenantId, ofTenant] of Map.groupBy(due, ({ tenant_id }) => tenant_id)) {
      const ids = ofTenant.map(({ export_status_id }) => export_status_id);
      await db.inTenant(tenantId, async (tx) => {
        for (const row of await queries.deleteExpired(tx, ids, clock()))
          if (row.status === 'completed') await writeJobEnd(tx, loggedOf(row), { status: 'expired', now: clock() });
      });
    }
  }
}
