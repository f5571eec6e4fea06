import * as contract from '#contract/site/my-tenant.ts';
import { listMyAccounts } from '../../sign-in/my-accounts/my-accounts.ts';
import { handle } from '../../platform/http/serve.ts';
import { readMyTenant } from './my-tenant.ts';

export const myTenantRoutes = [
  handle(contract.getMyTenant, ({ tools, caller }) => readMyTenant(tools, caller.tenantId)),
  handle(contract.getMyPasswordPolicy, async ({ caller }) => caller.account.policy.passwordPolicy),
  handle(contract.getMyAccounts, ({ tools, caller }) => listMyAccounts(tools, caller)),
];
