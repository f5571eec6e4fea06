import * as contract from '#contract/operator/users.ts';
import { handle } from '../../platform/http/serve.ts';
import * as rescue from './rescue.ts';
import * as users from './users.ts';

export const userRoutes = [
  handle(contract.createUser, ({ tools, params, body, ...act }) => users.createUser(tools, act, params.tenantId, body)),
  handle(contract.getUser, ({ tx, params }) => users.readUser(tx, params.userId)),
  handle(contract.resetPassword, ({ tools, params, body, ...act }) => rescue.resetPassword(tools, act, params, body)),
  handle(contract.unlockUser, ({ tools, tx, params, ...act }) => rescue.unlockUser(tools, tx, act, params)),
  handle(contract.resetMfa, ({ tools, tx, params, ...act }) => rescue.resetMfa(tools, tx, act, params)),
];
