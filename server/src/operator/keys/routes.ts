import * as contract from '#contract/operator/keys.ts';
import * as masterKeys from '#contract/operator/master-keys.ts';
import { handleOperator } from '../authorize.ts';
import { listMasterKeys, revokeKey, rotateKey } from './keys.ts';

export const keyRoutes = [
  handleOperator(masterKeys.listMasterKeys, async ({ tools }) => ({ results: await listMasterKeys(tools) })),
  handleOperator(contract.rotateKey, async ({ tools }, act) => ({ results: await rotateKey(tools, act) })),
  handleOperator(contract.revokeKey, async ({ tools, params }, act) => ({
    results: await revokeKey(tools, act, params.kid),
  })),
];
