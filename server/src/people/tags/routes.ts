import * as contract from '#contract/people/tags.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type AuditEntry, handle, type Served } from '../../platform/http/serve.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import * as tags from './tags.ts';

const auditOf =
  ({ audit }: { audit(tx: Tx, entry: AuditEntry): Promise<void> }): tags.Audit =>
  (tx, targetId, changes) =>
    audit(tx, { targetId, changes });

export const tagRoutes: Served[] = [
  handle(contract.listTags, async (call) => {
    ownTenant(call);
    return tags.listTagsBy(call.tx, call.query);
  }),
  handle(contract.createTag, async (call) => {
    ownTenant(call);
    return tags.createTag(call.tx, call.caller.tenantId, call.body, call.now, auditOf(call));
  }),
  handle(contract.updateTag, async (call) => {
    ownTenant(call);
    return tags.changeTag(call.tx, call.params.uuid, call.body, call.now, auditOf(call));
  }),
  handle(contract.deleteTag, async (call) => {
    ownTenant(call);
    return tags.deleteTag(call.tx, call.params.uuid, auditOf(call));
  }),
];
