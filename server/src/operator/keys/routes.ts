import * as contract from '#contract/operator/keys.ts';
import { handleOperator } from '../authorize.ts';
import { rotateKey } from './keys.ts';

export const keyRoutes = [
  handleOperator(contract.rotateKey, async ({ tools }, act) => ({ results: await rotateKey(tools, act) })),
];
