import * as contract from '#contract/people/users-device-login.ts';
import { handle } from '../../platform/http/serve.ts';
import { auditOf } from '../users/audit-of.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import * as door from './device-login.ts';

export const userDeviceLoginRoutes = [
  handle(contract.getUserDeviceLogin, async (call) => {
    ownTenant(call);
    return door.readDeviceLogin(call.tools, call.tx, call.caller, call.params.userId);
  }),
  handle(contract.issueUserPin, async (call) => {
    ownTenant(call);
    return door.issuePin({ ...call, audit: auditOf(call) }, call.params.userId, call.body.userCode);
  }),
  handle(contract.removeUserPin, async (call) => {
    ownTenant(call);
    await door.removePin({ ...call, audit: auditOf(call) }, call.tx, call.params.userId);
    return undefined;
  }),
  handle(contract.addUserAccount, async (call) => {
    ownTenant(call);
    return door.addAccount({ ...call, audit: auditOf(call) }, call.params.userId, call.body);
  }),
  handle(contract.replaceUserAccount, async (call) => {
    ownTenant(call);
    const { userId, uuid } = call.params;
    return door.replaceAccount({ ...call, audit: auditOf(call) }, userId, uuid, call.body.number);
  }),
  handle(contract.removeUserAccount, async (call) => {
    ownTenant(call);
    const { userId, uuid } = call.params;
    await door.removeAccount({ ...call, audit: auditOf(call) }, call.tx, userId, uuid);
    return undefined;
  }),
];
