import * as contract from '#contract/operator/oauth-clients.ts';
import { handleOperator } from '../authorize.ts';
import * as clients from './oauth-clients.ts';

export const oauthClientRoutes = [
  handleOperator(contract.listOauthClients, async ({ tools, params }) => ({
    results: await clients.listOauthClients(tools, params.tenantId),
  })),
  handleOperator(contract.createOauthClient, ({ tools, params, body }, act) => {
    const { reason: _, ...input } = body;
    return clients.createOauthClient(tools, act, params.tenantId, input);
  }),
  handleOperator(contract.assignOauthClient, ({ tools, params, body: { serviceClass } }, act) =>
    clients.assignOauthClient(tools, act, params, { serviceClass }),
  ),
  handleOperator(contract.markOauthClient, ({ tools, params, body: { firstParty } }, act) =>
    clients.assignOauthClient(tools, act, params, { firstParty }),
  ),
  handleOperator(contract.deleteOauthClient, async ({ tools, params }, act) => {
    await clients.deleteOauthClient(tools, act, params.tenantId, params.clientId);
    return undefined;
  }),
];
