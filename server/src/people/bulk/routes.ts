import * as jobContract from '#contract/people/user-bulks.ts';
import { bulkUsers, countUsers } from '#contract/people/users-bulk.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type AuditEntry, handle, type Served } from '../../platform/http/serve.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { countMatching } from '../search/search.ts';
import { actOnMany } from './bulk.ts';
import * as jobs from './jobs.ts';

const auditOf =
  ({ audit }: { audit(tx: Tx, entry: AuditEntry): Promise<void> }) =>
  (tx: Tx, targetId: string, changes: Changes, status?: 'processing') =>
    audit(tx, { targetId, changes, ...(status && { status }) });

export const userBulkRoutes: Served[] = [
  handle(bulkUsers, async (call) => {
    ownTenant(call);
    const { tools, caller, body, client, now } = call;
    const action = `${bulkUsers.method} ${bulkUsers.path}`;
    // Each user has a row of their own (act.ts), or the job has one.
    call.owesNoEvent();
    return actOnMany(tools, caller, body, { client, now, action, audit: auditOf(call) });
  }),
  handle(countUsers, async (call) => {
    ownTenant(call);
    return { matched: await countMatching(call.tx, call.body.condition, call.now) };
  }),
  handle(jobContract.listUserBulks, async (call) => {
    ownTenant(call);
    return jobs.listBulks(call.tx, call.query, call.tools.clock());
  }),
  handle(jobContract.getUserBulk, async (call) => {
    ownTenant(call);
    return jobs.getBulk(call.tx, call.params.bulkId, call.tools.clock());
  }),
  handle(jobContract.cancelUserBulk, async (call) => {
    ownTenant(call);
    return jobs.cancelBulk(call.tx, call.params.bulkId, call.now, auditOf(call));
  }),
];
