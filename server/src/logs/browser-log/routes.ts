import * as contract from '#contract/logs/browser-log.ts';
import { handle } from '../../platform/http/serve.ts';
import { logOperation } from './operation-log.ts';

export const operationLogRoutes = [
  handle(contract.logOperation, async ({ tools, body, client, now }) => {
    await logOperation(tools, null, body, client, now);
    return undefined;
  }),
  handle(contract.logOperationOfUser, async ({ tools, caller, body, client, now }) => {
    await logOperation(tools, caller, body, client, now);
    return undefined;
  }),
];
