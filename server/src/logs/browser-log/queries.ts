import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';

export async function insertEntry(
  tx: Tx,
  row: { tenantId: string; userUuid: string | null; entry: Record<string, unknown>; client: ClientInfo; now: Date },
): Promise<void> {
  await tx
    .insertInto('browser_operation_log')
    .values({
      tenant_id: row.tenantId,
      at: row.now,
      id: newUuid(),
      user_uuid: row.userUuid,
      entry: JSON.stringify(row.entry),
      address: row.client.address,
      request_id: row.client.requestId,
    })
    .execute();
}
