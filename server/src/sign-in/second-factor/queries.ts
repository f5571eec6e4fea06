import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';

export async function enabledTotps(tx: Tx, userUuid: string): Promise<{ uuid: string; sealed_secret: Buffer }[]> {
  return tx
    .selectFrom('totps')
    .select(['uuid', 'sealed_secret'])
    .where('user_uuid', '=', userUuid)
    .where('enabled', '=', true)
    .execute();
}

/** Whether the tenant of the transaction has a second factor at all; by the default of the contract it has. */
export async function isMfaOffered(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('tenants')
    .select(sql<boolean>`coalesce((security_policy #>> '{loginPolicy,mfa,enabled}')::boolean, true)`.as('offered'))
    .executeTakeFirst();
  return row?.offered === true;
}

/** Takes a time step for one TOTP: true for the first who does, false for it and every earlier step afterwards. */
export async function takeStep(tx: Tx, totpUuid: string, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('totps')
    .set({ last_step: step })
    .where('uuid', '=', totpUuid)
    .where('last_step', '<', step)
    .returning('uuid')
    .executeTakeFirst();
  return result !== undefined;
}

/** Uses up the recovery code that has one of these hashes: true for the first who does. */
export async function takeRecoveryCode(
  tx: Tx,
  userUuid: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<boolean> {
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

export async function countRecoveryCodes(tx: Tx, userUuid: string): Promise<number> {
  const row = await tx
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::integer`.as('left'))
    .where('user_uuid', '=', userUuid)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return row?.left ?? 0;
}
