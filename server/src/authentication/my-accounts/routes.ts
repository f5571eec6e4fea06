import * as contract from '#contract/authentication/my-accounts.ts';
import { handle } from '../../http/serve.ts';
import { issueTicket, listMyAccounts, setDefaultTenant } from './my-accounts.ts';

export const myAccountsRoutes = [
  handle(contract.listMyAccounts, ({ tools, caller }) => listMyAccounts(tools, caller)),
  handle(contract.setDefaultTenant, async ({ tools, caller, body, audit }) => {
    await setDefaultTenant(tools, caller, body.tenantId, () =>
      tools.db.inTenant(caller.tenantId, (tx) =>
        audit(tx, { targetType: 'user', targetId: caller.uuid, changes: { defaultTenant: { after: body.tenantId } } }),
      ),
    );
    return undefined;
  }),
  handle(contract.issueTicket, ({ tools, caller, body, now }) => issueTicket(tools, caller, body.tenantId, now)),
];
