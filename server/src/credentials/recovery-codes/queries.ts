import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

export async function countCodes(tx: Tx, userUuid: string): Promise<{ left: number; total: number }> {
  const row = await tx
    .selectFrom('recovery_codes')
    .select([
      sql<number>`count(*) filter (where consumed_at is null)::integer`.as('left'),
      sql<number>`count(*)::integer`.as('total'),
    ])
    .where('user_uuid', '=', userUuid)
    .executeTakeFirst();
  return row ?? { left: 0, total: 0 };
}

export async function deleteCodes(tx: Tx, userUuid: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_uuid', '=', userUuid).execute();
}

/** Uses a code up, by any of its hashes: true for the first caller. */
export async function consumeCode(tx: Tx, userUuid: string, hashes: readonly Buffer[], now: Date): Promise<boolean> {
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

export async function insertCodes(
  tx: Tx,
  account: { tenantId: string; uuid: string },
  hashes: readonly Buffer[],
): Promise<void> {
  const rows = hashes.map((code_hash) => ({
    tenant_id: account.tenantId,
    user_uuid: account.uuid,
    code_hash,
    keyed: true,
  }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

export async function isSecondFactorSetUp(tx: Tx, userUuid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('totps')
    .select('uuid')
    .where('user_uuid', '=', userUuid)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}
