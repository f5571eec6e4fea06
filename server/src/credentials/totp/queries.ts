import type { Tx } from '../../platform/db/transaction.ts';

export interface TotpRow {
  uuid: string;
  sealed_secret: Buffer;
  enabled: boolean;
  wrong_count: number;
  created_at: Date;
}

/** A user's authenticator apps: the active one and the pending one, if any. */
export async function listTotps(tx: Tx, userUuid: string): Promise<TotpRow[]> {
  return tx
    .selectFrom('totps')
    .select(['uuid', 'sealed_secret', 'enabled', 'wrong_count', 'created_at'])
    .where('user_uuid', '=', userUuid)
    .execute();
}

export async function insertTotp(
  tx: Tx,
  row: { tenant_id: string; uuid: string; user_uuid: string; sealed_secret: Buffer; created_at: Date },
): Promise<void> {
  await tx.insertInto('totps').values(row).execute();
}

/** Removes every authenticator app; returns how many were active. */
export async function deleteTotps(tx: Tx, userUuid: string): Promise<number> {
  const gone = await tx.deleteFrom('totps').where('user_uuid', '=', userUuid).returning('enabled').execute();
  return gone.filter((totp) => totp.enabled).length;
}

/** Consumes a time step of an active one: true for the first caller, false for that step and all earlier ones afterwards. */
export async function takeTotpStep(tx: Tx, uuid: string, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('totps')
    .set({ last_step: step })
    .where('uuid', '=', uuid)
    .where('last_step', '<', step)
    .returning('uuid')
    .executeTakeFirst();
  return result !== undefined;
}

/** Deletes secrets that are pending activation. */
export async function deleteWaitingTotps(tx: Tx, userUuid: string): Promise<void> {
  await tx.deleteFrom('totps').where('user_uuid', '=', userUuid).where('enabled', '=', false).execute();
}

export async function deleteTotp(tx: Tx, userUuid: string, uuid: string): Promise<void> {
  await tx.deleteFrom('totps').where('user_uuid', '=', userUuid).where('uuid', '=', uuid).execute();
}

/** The activating time step counts as used: the same code cannot also sign in. */
export async function enableTotp(tx: Tx, uuid: string, step: number, now: Date): Promise<void> {
  await tx
    .updateTable('totps')
    .set({ enabled: true, activated_at: now, last_step: step })
    .where('uuid', '=', uuid)
    .execute();
}

export async function countWrong(tx: Tx, uuid: string): Promise<void> {
  await tx
    .updateTable('totps')
    .set((eb) => ({ wrong_count: eb('wrong_count', '+', 1) }))
    .where('uuid', '=', uuid)
    .execute();
}
