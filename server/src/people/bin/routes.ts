import * as contract from '#contract/people/deleted-users.ts';
import { auditOf } from '../users/audit-of.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { listDeletedUsers, purgeDeletedUser } from './bin.ts';
import { restoreUser } from './restore.ts';

export const deletedUserRoutes: Served[] = [
  handle(contract.listDeletedUsers, async (call) => {
    ownTenant(call);
    return listDeletedUsers(call.tx, call.query, call.now);
  }),
  handle(contract.restoreDeletedUser, async (call) => {
    ownTenant(call);
    return restoreUser(call.tools, call.caller, call.params.uuid, call.body, { now: call.now, audit: auditOf(call) });
  }),
  handle(contract.purgeDeletedUser, async (call) => {
    ownTenant(call);
    await purgeDeletedUser(call.tx, call.params.uuid, call.now, auditOf(call));
    return undefined;
  }),
];
