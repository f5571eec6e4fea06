import * as contract from '#contract/federation/me-external-accounts.ts';
import { handle } from '../../platform/http/serve.ts';
import { listExternalAccounts, unlinkExternalAccount } from './external-accounts.ts';

export const externalAccountsRoutes = [
  handle(contract.listExternalAccounts, ({ tx, caller }) => listExternalAccounts(tx, caller)),
  handle(contract.unlinkExternalAccount, async ({ tx, caller, params, audit }) => {
    const { opId, provider } = await unlinkExternalAccount(tx, caller, params.uuid);
    const changes = { externalAccounts: { before: { uuid: params.uuid, opId } } };
    await audit(tx, { targetId: caller.uuid, changes, facts: { provider } });
    return undefined;
  }),
];
