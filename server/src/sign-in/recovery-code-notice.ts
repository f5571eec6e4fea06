import type { Tx } from '../platform/db/transaction.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import type { Tools } from '../platform/tools.ts';
import { queueNotice } from '../tenant/notices/notices.ts';
import { countRecoveryCodes } from './proofs/recovery-code.ts';

/** Emails a user that one of their recovery codes was used, and how many are left. */
export async function tellOfRecoveryCode(
  tools: Tools,
  tx: Tx,
  { tenant_id: tenantId, uuid: userUuid }: { tenant_id: string; uuid: string },
  client: ClientInfo,
  now: Date,
): Promise<void> {
  const variables = { count: await countRecoveryCodes(tx, userUuid) };
  await queueNotice(tools, tx, { tenantId, userUuid, kind: 'recoveryCodeUsed', client, now, variables });
}
