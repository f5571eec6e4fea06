import * as contract from '#contract/operator/contracts.ts';
import { handle } from '../../platform/http/serve.ts';
import { createContract, listContracts, updateContract } from './contracts.ts';

export const contractRoutes = [
  handle(contract.listContracts, async ({ tx }) => ({ results: await listContracts(tx) })),
  handle(contract.createContract, ({ tx, params, body, ...act }) => createContract(tx, act, params.tenantId, body)),
  handle(contract.updateContract, ({ tx, params, body, ...act }) => updateContract(tx, act, params, body)),
];
