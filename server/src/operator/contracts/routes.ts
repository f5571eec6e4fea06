import * as contract from '#contract/operator/contracts.ts';
import { handleOperator } from '../authorize.ts';
import { createContract, listContracts, updateContract } from './contracts.ts';

export const contractRoutes = [
  handleOperator(contract.listContracts, async ({ tools, params }) => ({
    results: await listContracts(tools, params.tenantId),
  })),
  handleOperator(contract.createContract, ({ tools, params, body }, act) =>
    createContract(tools, act, params.tenantId, body),
  ),
  handleOperator(contract.updateContract, ({ tools, params, body }, act) => updateContract(tools, act, params, body)),
];
