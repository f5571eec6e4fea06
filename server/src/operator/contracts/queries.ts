import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ContractFacts } from '#contract/licences/fields.ts';
import type { Contracts } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type ContractRow = Pick<
  Selectable<Contracts>,
  'contract_id' | 'rate_plan_name' | 'subscription_regional_id' | 'starts_at' | 'ends_at'
>;

const columns = ['contract_id', 'rate_plan_name', 'subscription_regional_id', 'starts_at', 'ends_at'] as const;

export const toContract = (row: ContractRow): ContractFacts => ({
  contractId: row.contract_id,
  ratePlanName: row.rate_plan_name,
  subscriptionRegionalId: row.subscription_regional_id,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
});

export async function listContracts(tx: Tx): Promise<ContractRow[]> {
  return tx.selectFrom('contracts').select(columns).orderBy('starts_at', 'desc').orderBy('contract_id').execute();
}

/** A contract, held until the transaction ends. */
export async function holdContract(tx: Tx, contractId: string): Promise<ContractRow | null> {
  const row = await tx
    .selectFrom('contracts')
    .select(columns)
    .where('contract_id', '=', contractId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Null when there is one of that id. */
export async function insertContract(tx: Tx, row: Insertable<Contracts>): Promise<ContractRow | null> {
  const inserted = await tx
    .insertInto('contracts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'contract_id']).doNothing())
    .returning(columns)
    .executeTakeFirst();
  return inserted ?? null;
}

export async function updateContract(tx: Tx, contractId: string, values: Updateable<Contracts>): Promise<ContractRow> {
  return tx
    .updateTable('contracts')
    .set(values)
    .where('contract_id', '=', contractId)
    .returning(columns)
    .executeTakeFirstOrThrow();
}
