import { operatorScopes } from '#contract/operator/tokens.ts';
import type { Act } from '#server/operator/act.ts';

/** An act of an operator who may do everything and says why. */
export const operatorAct = (now = new Date()): Act => ({
  ...{ now, action: 'test', by: 'cli:tests', scopes: operatorScopes, reason: 'a test asks for it' },
  ...{ address: null, requestId: 'test' },
});
