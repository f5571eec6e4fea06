import { sql } from 'kysely';
import { normaliseRecoveryCode } from '../../platform/crypto/recovery-code.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { recoveryHashes } from '../../platform/secrets/reseal.ts';
import type { Tools } from '../../platform/tools.ts';

/** Accepts a recovery code; each works once, for the first to present it. */
export async function acceptRecoveryCode(
  tx: Tx,
  tools: Pick<Tools, 'keyedHash'>,
  { tenantId, userUuid }: { tenantId: string; userUuid: string },
  given: string,
  now: Date,
): Promise<boolean> {
  const hashes = recoveryHashes(tools, tenantId, normaliseRecoveryCode(given));
  const result = await tx
    .updateTable('recovery_codes')
    .set({ consumed_at: now })
    .where('user_uuid', '=', userUuid)
    .where('code_hash', 'in', hashes)
    .where('consumed_at', 'is', null)
    .returning('user_uuid')
    .executeTakeFirst();
  return result !== undefined;
}

/** Number of a user's unused recovery codes. */
export async function countRecoveryCodes(tx: Tx, userUuid: string): Promise<number> {
  const row = await tx
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::integer`.as('left'))
    .where('user_uuid', '=', userUuid)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return row?.left ?? 0;
}
