import { sql } from 'kysely';
import { normaliseRecoveryCode } from '../../platform/crypto/recovery-code.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { consumeRecoveryCode } from '../../credentials/recovery-codes/recovery-codes.ts';
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
  return consumeRecoveryCode(tx, userUuid, hashes, now);
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
