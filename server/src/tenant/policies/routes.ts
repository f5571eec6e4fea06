import * as contract from '#contract/tenant/security-policy-routes.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { listMails } from './policy-mails.ts';
import { listVersions, previewChange } from './security-policy.ts';

export const securityPolicyRoutes: Served[] = [
  handle(contract.listPolicyVersions, async (call) => {
    ownTenant(call);
    return listVersions(call.tx, call.query);
  }),
  handle(contract.listPolicyMails, async (call) => {
    ownTenant(call);
    return listMails(call.tx, call.query);
  }),
  handle(contract.previewPolicy, async (call) => {
    ownTenant(call);
    return previewChange(call.tx, call.body, call.caller.uuid, call.now);
  }),
];
