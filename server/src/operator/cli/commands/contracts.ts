import { contractChanges, contractParams, newContract } from '#contract/operator/contracts.ts';
import { tenantParams } from '#contract/operator/tenants.ts';
import { createContract, listContracts, updateContract } from '../../contracts/contracts.ts';
import { type Command, parse, type Values } from '../command.ts';

const facts = { plan: 'text', region: 'text', starts: 'text', ends: 'text' } as const;

/** `--ends never` takes the end away. */
const typed = ({ plan, region, starts, ends }: Values) => ({
  ratePlanName: plan,
  subscriptionRegionalId: region,
  startsAt: starts,
  endsAt: ends === 'never' ? null : ends,
});

export const contractCommands: readonly Command[] = [
  {
    name: 'contract create',
    places: ['tenant', 'contract'],
    options: { tenant: 'text', contract: 'text', ...facts },
    required: ['tenant', 'contract', 'plan'],
    run: async ({ tools, act }, values) => {
      const { tenantId } = parse(tenantParams, { tenantId: values.tenant });
      const wanted = parse(newContract, { contractId: values.contract, ...typed(values) });
      return { data: await tools.db.inTenant(tenantId, (tx) => createContract(tx, act, tenantId, wanted)) };
    },
  },
  {
    name: 'contract update',
    places: ['tenant', 'contract'],
    options: { tenant: 'text', contract: 'text', ...facts },
    required: ['tenant', 'contract'],
    run: async ({ tools, act }, values) => {
      const key = parse(contractParams, { tenantId: values.tenant, contractId: values.contract });
      const changes = parse(contractChanges, typed(values));
      return { data: await tools.db.inTenant(key.tenantId, (tx) => updateContract(tx, act, key, changes)) };
    },
  },
  {
    name: 'contract list',
    places: ['tenant'],
    options: { tenant: 'text' },
    required: ['tenant'],
    run: async ({ tools }, values) => ({
      data: await tools.db.inTenant(parse(tenantParams, { tenantId: values.tenant }).tenantId, listContracts),
      columns: ['contractId', 'ratePlanName', 'subscriptionRegionalId', 'startsAt', 'endsAt'],
    }),
  },
];
