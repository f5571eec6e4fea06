import * as contract from '#contract/sign-in/my-accounts.ts';
import { handle } from '../../platform/http/serve.ts';
import { issueTicket, listMyAccounts, setDefaultTenant } from './my-accounts.ts';

export const myAccountsRoutes = [
  handle(contract.listMyAccounts, ({ tools, caller }) => listMyAccounts(tools, caller)),
  handle(contract.setDefaultTenant, async ({ tools, caller, body, client, now, owesNoEvent }) => {
    const { method, path } = contract.setDefaultTenant;
    // Each affected tenant gets a log row, in one transaction.
    owesNoEvent();
    await setDefaultTenant(tools, caller, body.tenantId, { action: `${method} ${path}`, client, now });
    return undefined;
  }),
  handle(contract.issueTicket, ({ tools, caller, body, now }) => issueTicket(tools, caller, body.tenantId, now)),
];
