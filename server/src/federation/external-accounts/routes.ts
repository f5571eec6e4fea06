import * as contract from '#contract/federation/me-external-accounts.ts';
import * as accounts from '#contract/federation/user-provider-accounts.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle } from '../../platform/http/serve.ts';
import { listExternalAccounts, unlinkExternalAccount } from './external-accounts.ts';
import { addAccount, removeAccount } from './provider-accounts.ts';

export const externalAccountsRoutes = [
  handle(contract.listExternalAccounts, ({ tx, caller }) => listExternalAccounts(tx, caller)),
  handle(contract.unlinkExternalAccount, async ({ tx, caller, params, audit }) => {
    const { opId, provider } = await unlinkExternalAccount(tx, caller, params.uuid);
    const changes = { externalAccounts: { before: { uuid: params.uuid, opId } } };
    await audit(tx, { targetId: caller.uuid, changes, facts: { provider } });
    return undefined;
  }),
  handle(accounts.addProviderAccount, async (call) => {
    ownTenant(call);
    const { tx, caller, params, body, now } = call;
    const { user, provider, account, isNew } = await addAccount(tx, caller, params.userId, body, now);
    const changes = { externalAccounts: { after: { ...account, displayName: provider } } };
    await call.audit(tx, isNew ? [{ targetId: user.uuid, changes, facts: { provider } }] : []);
    return user;
  }),
  handle(accounts.removeProviderAccount, async (call) => {
    ownTenant(call);
    const { tx, caller, params, now } = call;
    const { user, provider, account } = await removeAccount(tx, caller, params, now);
    const changes = { externalAccounts: { before: { ...account, displayName: provider } } };
    await call.audit(tx, { targetId: user.uuid, changes, facts: { provider } });
    return user;
  }),
];
