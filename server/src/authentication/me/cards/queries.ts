import type { Tx } from '../../../db/transaction.ts';

const columns = ['uuid', 'device_type', 'index', 'hint', 'created_at'] as const;

export interface CardRow {
  uuid: string;
  device_type: string;
  index: number;
  hint: string;
  created_at: Date;
}

export async function listCards(tx: Tx, userUuid: string): Promise<CardRow[]> {
  return tx
    .selectFrom('onpremise_accounts')
    .select(columns)
    .where('user_uuid', '=', userUuid)
    .where('type', '=', 'card')
    .orderBy('device_type')
    .orderBy('index')
    .execute();
}

export async function insertCard(
  tx: Tx,
  row: CardRow & { tenant_id: string; user_uuid: string; value_hash: Buffer },
): Promise<void> {
  await tx
    .insertInto('onpremise_accounts')
    .values({ ...row, type: 'card' })
    .execute();
}

/** Removes one of the user's cards; answers it, or null. */
export async function deleteCard(tx: Tx, userUuid: string, uuid: string): Promise<CardRow | null> {
  const row = await tx
    .deleteFrom('onpremise_accounts')
    .where('user_uuid', '=', userUuid)
    .where('uuid', '=', uuid)
    .where('type', '=', 'card')
    .returning(columns)
    .executeTakeFirst();
  return row ?? null;
}
