import { sql } from 'kysely';
import { hashSecret } from '../../platform/crypto/secret.ts';
import type { Once } from '../../platform/tools.ts';
import type { Database } from '../../platform/db/transaction.ts';

/**
 * Whether an ID is used for the first time. Of twenty at once, on any process, one wins: the row decides. It stays until it
 * has ended, and longer where another has the same ID; the job that deletes ended artifacts takes it away.
 */
export async function spendOnce(db: Database, { tenantId, clientId, id, until }: Once): Promise<boolean> {
  const { rows } = await db.inTenant(tenantId, (tx) =>
    sql`insert into oauth_artifacts (tenant_id, model, id_hash, payload, client_id, expires_at)
      values (${tenantId}, 'ReplayDetection', ${hashSecret(id)}, '{}', ${clientId}, ${until})
      on conflict do nothing returning 1`.execute(tx),
  );
  return rows.length > 0;
}
