import { fail } from '#contract/errors.ts';
import type { ContractChanges, NewContract } from '#contract/operator/contracts.ts';
import type { ContractFacts } from '#contract/licences/fields.ts';
import { changedFields } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { readTenant } from '../tenants/tenants.ts';
import * as queries from './queries.ts';

const { toContract } = queries;
const dateOf = (moment: string | null | undefined) => (moment ? new Date(moment) : null);

/** The contracts of a tenant, the latest first. Throws `not_found` (tenant). */
export async function listContracts(tx: Tx): Promise<ContractFacts[]> {
  await readTenant(tx);
  return (await queries.listContracts(tx)).map(toContract);
}

/** Makes a contract. Throws `not_found` (tenant), `duplicated`, `invalid_params` when it would end before it begins. */
export async function createContract(
  tx: Tx,
  act: Acting,
  tenantId: string,
  given: NewContract,
): Promise<ContractFacts> {
  const tenant = await readTenant(tx);
  const startsAt = dateOf(given.startsAt) ?? act.now;
  const endsAt = dateOf(given.endsAt);
  refuseReversed(startsAt, endsAt);
  const row = {
    tenant_id: tenantId,
    contract_id: given.contractId,
    rate_plan_name: given.ratePlanName,
    subscription_regional_id: given.subscriptionRegionalId ?? tenant.region,
    starts_at: startsAt,
    ends_at: endsAt,
    created_at: act.now,
    updated_at: act.now,
  };
  const made = await queries.insertContract(tx, row);
  if (!made) throw fail('duplicated', { field: 'contractId' });
  const changes = changedFields({}, { ...toContract(made) });
  const target = { type: 'contract.created', targetId: given.contractId, changes } as const;
  await act.audit(tx, target, { tenantId, operation: 'create' });
  return toContract(made);
}

function refuseReversed(startsAt: Date, endsAt: Date | null): void {
  if (endsAt && endsAt <= startsAt) throw fail('invalid_params', { field: 'endsAt' });
}

/** Changes what is given. Throws `not_found` (tenant, contract), `invalid_params` when it would end before it begins. */
export async function updateContract(
  tx: Tx,
  act: Acting,
  { tenantId, contractId }: { tenantId: string; contractId: string },
  given: ContractChanges,
): Promise<ContractFacts> {
  await readTenant(tx);
  const before = await queries.holdContract(tx, contractId);
  if (!before) throw fail('not_found', { field: 'contractId' });
  const startsAt = dateOf(given.startsAt) ?? before.starts_at;
  const endsAt = given.endsAt === undefined ? before.ends_at : dateOf(given.endsAt);
  refuseReversed(startsAt, endsAt);
  const values = {
    rate_plan_name: given.ratePlanName ?? before.rate_plan_name,
    subscription_regional_id: given.subscriptionRegionalId ?? before.subscription_regional_id,
    starts_at: startsAt,
    ends_at: endsAt,
  };
  const row = await queries.updateContract(tx, contractId, { ...values, updated_at: act.now });
  const changes = changedFields({ ...toContract(before) }, { ...toContract(row) });
  const target = { type: 'contract.changed', targetId: contractId, changes } as const;
  await act.audit(tx, target, { tenantId, operation: 'update' });
  return toContract(row);
}
