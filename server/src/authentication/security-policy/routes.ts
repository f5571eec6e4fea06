import * as contract from '#contract/authentication/security-policy.ts';
import { handle, type Served } from '../../http/serve.ts';
import { ownTenant } from '../users/own-tenant.ts';
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
