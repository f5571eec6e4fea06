import * as contract from '#contract/operator/contracts.ts';
import { handle } from '../../platform/http/serve.ts';
import { createContract, listContracts, updateContract } from './contracts.ts';

export const contractRoutes = [
  handle(contract.listContracts, async ({ tools, params }) => ({
    results: await listContracts(tools, params.tenantId),
  })),
  handle(contract.createContract, ({ tools, params, body, ...act }) =>
    createContract(tools, act, params.tenantId, body),
  ),
  handle(contract.updateContract, ({ tools, params, body, ...act }) => updateContract(tools, act, params, body)),
];
