import * as contract from '#contract/credentials/me-user-code.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type AuditEntry, handle } from '../../platform/http/serve.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Change } from '../device-login/user-codes.ts';
import { issueUserCode, readMyUserCode, removeMyUserCode } from './user-code.ts';

type Logging = Pick<Change, 'now'> & { caller: Caller; audit(tx: Tx, entry: AuditEntry): Promise<void> };

const changeOf = ({ now, caller, audit }: Logging): Change => ({
  now,
  audit: (tx) => audit(tx, { targetId: caller.uuid, changes: { userCode: {} } }),
});

export const userCodeRoutes = [
  handle(contract.getUserCode, ({ tx, caller }) => readMyUserCode(tx, caller)),
  handle(contract.requestUserCode, (call) =>
    issueUserCode(call.tools, call.caller, call.body.userCode, changeOf(call)),
  ),
  handle(contract.deleteUserCode, async (call) => {
    await removeMyUserCode(call.tx, call.caller, changeOf(call));
    return undefined;
  }),
];
