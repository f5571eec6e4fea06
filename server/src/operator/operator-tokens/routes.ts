import * as contract from '#contract/operator/tokens.ts';
import { handle } from '../../platform/http/serve.ts';
import { listOperatorTokens, revokeOperatorToken } from './operator-tokens.ts';

export const operatorTokenRoutes = [
  handle(contract.listTokens, async ({ tx, now }) => ({ results: await listOperatorTokens(tx, now) })),
  handle(contract.revokeToken, async ({ tx, params, ...act }) => {
    await revokeOperatorToken(tx, act, params.name);
    return undefined;
  }),
];
