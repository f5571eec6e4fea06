import * as contract from '#contract/federation/me-external-accounts.ts';
import { handle } from '../../platform/http/serve.ts';
import { listExternalAccounts, unlinkExternalAccount } from './external-accounts.ts';

export const externalAccountsRoutes = [
  handle(contract.listExternalAccounts, ({ tx, caller }) => listExternalAccounts(tx, caller)),
  handle(contract.unlinkExternalAccount, async ({ tools, tx, caller, params, client, now, audit }) => {
    const { opId } = await unlinkExternalAccount(tools, tx, caller, params.uuid, { client, now });
    const changes = { externalAccounts: { before: { uuid: params.uuid, opId } } };
    await audit(tx, { targetId: caller.uuid, changes });
    return undefined;
  }),
];
