import * as contract from '#contract/operator/tokens.ts';
import { handleOperator } from '../authorize.ts';
import { listOperatorTokens, revokeOperatorToken } from './operator-tokens.ts';

export const operatorTokenRoutes = [
  handleOperator(contract.listTokens, async ({ tools, now }) => ({ results: await listOperatorTokens(tools, now) })),
  handleOperator(contract.revokeToken, async ({ tools, params }, act) => {
    await revokeOperatorToken(tools, act, params.name);
    return undefined;
  }),
];
