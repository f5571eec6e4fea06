import * as contract from '#contract/operator/oauth-clients.ts';
import { handle } from '../../platform/http/serve.ts';
import * as clients from './oauth-clients.ts';

export const oauthClientRoutes = [
  handle(contract.listOauthClients, async ({ tx }) => ({ results: await clients.listOauthClients(tx) })),
  handle(contract.createOauthClient, ({ tools, params, body, ...act }) => {
    const { reason: _, ...input } = body;
    return clients.createOauthClient(tools, act, params.tenantId, input);
  }),
  handle(contract.assignOauthClient, ({ tools, params, body: { serviceClass }, ...act }) =>
    clients.assignOauthClient(tools, act, params, { serviceClass }),
  ),
  handle(contract.markOauthClient, ({ tools, params, body: { firstParty }, ...act }) =>
    clients.assignOauthClient(tools, act, params, { firstParty }),
  ),
  handle(contract.deleteOauthClient, async ({ tools, tx, params, ...act }) => {
    await clients.deleteOauthClient(tools, tx, act, params);
    return undefined;
  }),
];
