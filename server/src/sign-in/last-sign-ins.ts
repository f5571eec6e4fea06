import { named, send } from '../db/ask.ts';
import type { Tx } from '../db/transaction.ts';

/** Notes when a user signed in, who is held. */
export async function storeSignedIn(tx: Tx, uuid: string, now: Date): Promise<void> {
  const noted = tx.updateTable('last_sign_ins').set({ signed_in_at: now }).where('uuid', '=', uuid);
  await send(tx, named('note_sign_in', noted));
}
