import * as contract from '#contract/authentication/security-policy.ts';
import { handle, type Served } from '../../http/serve.ts';
import { ownTenant } from '../users/own-tenant.ts';
import { listVersions } from './security-policy.ts';

export const securityPolicyRoutes: Served[] = [
  handle(contract.listPolicyVersions, async (call) => {
    ownTenant(call);
    return listVersions(call.tx, call.query);
  }),
];
