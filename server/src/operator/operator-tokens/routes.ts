import * as contract from '#contract/operator/tokens.ts';
import { handle } from '../../platform/http/serve.ts';
import { listOperatorTokens, revokeOperatorToken } from './operator-tokens.ts';

export const operatorTokenRoutes = [
  handle(contract.listTokens, async ({ tools, now }) => ({ results: await listOperatorTokens(tools, now) })),
  handle(contract.revokeToken, async ({ tools, params, ...act }) => {
    await revokeOperatorToken(tools, act, params.name);
    return undefined;
  }),
];
