import * as contract from '#contract/operator/oauth-clients.ts';
import { handleOperator } from '../authorize.ts';
import * as clients from './oauth-clients.ts';

export const oauthClientRoutes = [
  handleOperator(contract.listOauthClients, async ({ tools, params }) => ({
    results: await clients.listOauthClients(tools, params.tenantId),
  })),
  handleOperator(contract.createOauthClient, ({ tools, params, body }, act) =>
    clients.createOauthClient(tools, act, params.tenantId, body),
  ),
  handleOperator(contract.assignOauthClient, ({ tools, params, body }, act) =>
    clients.assignOauthClient(tools, act, params, body),
  ),
  handleOperator(contract.markOauthClient, ({ tools, params, body }, act) =>
    clients.assignOauthClient(tools, act, params, body),
  ),
  handleOperator(contract.deleteOauthClient, async ({ tools, params }, act) => {
    await clients.deleteOauthClient(tools, act, params.tenantId, params.clientId);
    return undefined;
  }),
];
