import type { DeadDelivery } from '#contract/operator/deliveries.ts';
import { listDeadDeliveries } from '../../platform/deliver/outbox.ts';
import type { Tools } from '../../platform/tools.ts';

const MOST_LISTED = 200;

/** Mails and sign-outs that are not tried again, of one tenant or of all, latest first. */
export async function listDead({ db }: Tools, tenantId: string | null): Promise<DeadDelivery[]> {
  const rows = await listDeadDeliveries(db.pool, tenantId, MOST_LISTED);
  return rows.map((row) => ({
    ...{ tenantId: row.tenant_id, deliveryId: row.delivery_id, kind: row.kind, about: row.about },
    ...{ state: row.state, tries: row.tries, createdAt: row.created_at.toISOString(), failure: row.failure },
  }));
}
