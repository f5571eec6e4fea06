import * as contract from '#contract/joining/bulk-mails.ts';
import { type AuditEntry, handle } from '../../platform/http/serve.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Changes } from '../../platform/events/write.ts';
import * as mails from './bulk-mails.ts';

const auditOf =
  ({ audit }: { audit(tx: Tx, entry: AuditEntry): Promise<void> }) =>
  (tx: Tx, targetId: string, changes: Changes, status?: 'processing') =>
    audit(tx, { targetId, changes, ...(status && { status }) });

export const bulkMailRoutes = [
  handle(contract.bulkSendMail, (call) => mails.startRun(call.tools, call.caller, call.body, call, auditOf(call))),
  handle(contract.sendConfirmations, (call) => {
    const send = { sendType: 'loginMailAddressConfirmation', userIds: call.body.userIds } as const;
    return mails.startRun(call.tools, call.caller, send, call, auditOf(call));
  }),
  handle(contract.sendResetPasswordConfirmation, (call) => {
    const send = { sendType: 'passwordReset', userIds: call.body.userIds } as const;
    return mails.startRun(call.tools, call.caller, send, call, auditOf(call));
  }),
  handle(contract.listMailRuns, ({ tx, query }) => mails.listRuns(tx, query)),
  handle(contract.getMailRun, ({ tx, params }) => mails.readRunWithRefusals(tx, params.sendId)),
  handle(contract.cancelMailRun, ({ tx, params, now, audit }) =>
    mails.cancelRun(tx, params.sendId, now, (changes) =>
      audit(tx, changes === null ? [] : { targetId: params.sendId, changes }),
    ),
  ),
  handle(contract.getSendStatus, ({ tx, params }) => mails.readNewestRun(tx, params.sendType)),
];
