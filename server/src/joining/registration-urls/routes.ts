import * as contract from '#contract/joining/register-urls.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type AuditEntry, handle } from '../../platform/http/serve.ts';
import { changeUrl, createUrl, endUrl, listUrls } from './registration-urls.ts';

const auditOf =
  ({ tx, audit }: { tx: Tx; audit(tx: Tx, entry: AuditEntry): Promise<void> }) =>
  (targetId: string, changes: Changes) =>
    audit(tx, { targetId, changes });

export const registrationUrlRoutes = [
  handle(contract.createRegisterUrl, (call) =>
    createUrl(call.tools, call.tx, call.caller, call.body, call.now, auditOf(call)),
  ),
  handle(contract.listRegisterUrls, ({ tools, tx, now }) => listUrls(tools, tx, now)),
  handle(contract.changeRegisterUrl, (call) =>
    changeUrl(call.tools, call.tx, call.caller, call.params.uuid, call.body, call.now, auditOf(call)),
  ),
  handle(contract.endRegisterUrl, async (call) => {
    await endUrl(call.tx, call.params.uuid, call.now, auditOf(call));
    return undefined;
  }),
];
