import * as contract from '#contract/operator/users.ts';
import type { OperatorUser } from '#contract/operator/users.ts';
import type { Tools } from '../../platform/tools.ts';
import { handle } from '../../platform/http/serve.ts';
import * as rescue from './rescue.ts';
import * as users from './users.ts';

/** This process sees the change at once; the others within half a second. */
function seenAtOnce<T extends OperatorUser | users.UserWithPassword>(tools: Tools, answer: T): T {
  const { tenantId, uuid } = 'user' in answer ? answer.user : answer;
  tools.principals.forget(tenantId, uuid);
  return answer;
}

export const userRoutes = [
  handle(contract.createUser, ({ tools, params, body, ...act }) => users.createUser(tools, act, params.tenantId, body)),
  handle(contract.getUser, ({ tools, params }) => users.showUser(tools, params.tenantId, params.userId)),
  handle(contract.resetPassword, async ({ tools, params, body, ...act }) =>
    seenAtOnce(tools, await rescue.resetPassword(tools, act, params, body)),
  ),
  handle(contract.unlockUser, async ({ tools, params, ...act }) =>
    seenAtOnce(tools, await rescue.unlockUser(tools, act, params)),
  ),
  handle(contract.resetMfa, async ({ tools, params, ...act }) =>
    seenAtOnce(tools, await rescue.resetMfa(tools, act, params)),
  ),
];
