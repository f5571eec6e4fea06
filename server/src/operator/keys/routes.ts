import * as contract from '#contract/operator/keys.ts';
import * as masterKeys from '#contract/operator/master-keys.ts';
import { handle } from '../../platform/http/serve.ts';
import { listMasterKeys, revokeKey, rotateKey } from './keys.ts';

export const keyRoutes = [
  handle(masterKeys.listMasterKeys, async ({ tools }) => ({ results: await listMasterKeys(tools) })),
  handle(contract.rotateKey, async ({ tools, ...act }) => ({ results: await rotateKey(tools, act) })),
  handle(contract.revokeKey, async ({ tools, params, ...act }) => ({
    results: await revokeKey(tools, act, params.kid),
  })),
];
