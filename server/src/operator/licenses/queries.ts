import type { Tx } from '../../platform/db/transaction.ts';

/** A contract that does not go away until the transaction ends. */
export async function keepContract(tx: Tx, contractId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('contracts')
    .select('contract_id')
    .where('contract_id', '=', contractId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
