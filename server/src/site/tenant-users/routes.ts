import * as contract from '#contract/site/tenant-users.ts';
import { userEntries } from '../../platform/events/write.ts';
import { handle } from '../../platform/http/serve.ts';
import { changeTenantUser, readTenantUser } from './tenant-users.ts';

export const tenantUserRoutes = [
  handle(contract.getTenantUser, ({ tx, caller, params }) => readTenantUser(tx, caller, params)),
  handle(contract.updateTenantUser, ({ tx, caller, params, body, now, audit }) =>
    changeTenantUser(tx, caller, params, body, now, (changes) => audit(tx, userEntries(caller.uuid, changes))),
  ),
];
