import * as contract from '#contract/authentication/me-user-code.ts';
import { handle } from '../../../http/serve.ts';
import { issueUserCode, readMyUserCode, removeMyUserCode } from './user-code.ts';

export const userCodeRoutes = [
  handle(contract.getUserCode, ({ tx, caller }) => readMyUserCode(tx, caller)),
  handle(contract.requestUserCode, ({ tools, caller, body, client, now, audit }) =>
    issueUserCode(tools, caller, body.userCode, {
      client,
      now,
      audit: (tx) => audit(tx, { targetType: 'user', targetId: caller.uuid, changes: { userCode: {} } }),
    }),
  ),
  handle(contract.deleteUserCode, async ({ tools, tx, caller, client, now, audit }) => {
    await removeMyUserCode(tools, tx, caller, { client, now });
    await audit(tx, { targetType: 'user', targetId: caller.uuid, changes: { userCode: {} } });
    return undefined;
  }),
];
