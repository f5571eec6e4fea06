import * as contract from '#contract/site/my-tenant.ts';
import { roles } from '#contract/roles.ts';
import { isPasswordOpen } from '#contract/sign-in/login-ways.ts';
import { listMyAccounts } from '../../sign-in/my-accounts/my-accounts.ts';
import { handle } from '../../platform/http/serve.ts';
import { readMyTenant } from './my-tenant.ts';

export const myTenantRoutes = [
  handle(contract.getMyTenant, ({ tools, caller }) => readMyTenant(tools, caller.tenantId)),
  handle(contract.getMyPasswordPolicy, async ({ caller: { account } }) => ({
    ...account.policy.passwordPolicy,
    openTo: roles.filter((role) => isPasswordOpen(account.policy.loginPolicy, [role])),
  })),
  handle(contract.getMyAccounts, ({ tools, caller }) => listMyAccounts(tools, caller)),
];
