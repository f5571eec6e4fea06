import * as contract from '#contract/portal/tenant-users.ts';
import { userEntries } from '../../audit/operation-log.ts';
import { handle } from '../../http/serve.ts';
import { changeTenantUser, readTenantUser } from './tenant-users.ts';

export const tenantUserRoutes = [
  handle(contract.getTenantUser, ({ tools, tx, caller, params }) => readTenantUser(tools, tx, caller, params)),
  handle(contract.updateTenantUser, ({ tools, tx, caller, params, body, now, audit }) =>
    changeTenantUser(tools, tx, caller, params, body, now, (changes) => audit(tx, userEntries(caller.uuid, changes))),
  ),
];
