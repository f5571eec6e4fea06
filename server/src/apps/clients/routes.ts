import * as claimsContract from '#contract/apps/client-claims.ts';
import * as problemsContract from '#contract/apps/client-problems.ts';
import * as deliveriesContract from '#contract/apps/logout-deliveries.ts';
import * as contract from '#contract/apps/oauth-clients.ts';
import type { ClientProblemCause } from '#contract/apps/client-addresses.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import { decideRequest } from '../app-requests/app-requests.ts';
import { exampleOf } from '../oauth/claim-example.ts';
import { listRefusals } from '../oauth/kept-refusals.ts';
import { paths } from '../oauth/paths.ts';
import * as deliveries from './logout-deliveries.ts';
import * as clients from './oauth-clients.ts';

export const oauthClientRoutes: Served[] = [
  handle(contract.listOauthClients, async (call) => {
    ownTenant(call);
    const results = await clients.listOauthClients(call.tx);
    return wholePage(results);
  }),
  handle(contract.createOauthClient, async (call) => {
    ownTenant(call);
    deliveries.refusePrivateAddress(call.tools.outgoing, call.body);
    const { requestId, ...input } = call.body;
    if (requestId) await decideRequest(call.tools, call.tx, requestId, { state: 'approved' }, call.now);
    const client = await clients.createOauthClient(call.tx, call.caller.tenantId, input, call.now);
    await call.audit(call.tx, { targetId: client.clientId, changes: { name: { after: client.name } } });
    return client;
  }),
  handle(contract.getOauthClient, async (call) => {
    ownTenant(call);
    return clients.getOauthClient(call.tx, call.params.clientId);
  }),
  handle(contract.updateOauthClient, async (call) => {
    ownTenant(call);
    deliveries.refusePrivateAddress(call.tools.outgoing, call.body);
    const { client, changes } = await clients.updateOauthClient(call.tx, call.params.clientId, call.body, call.now);
    await call.audit(call.tx, { targetId: client.clientId, changes });
    return client;
  }),
  handle(contract.countOauthClientUsers, (call) => {
    ownTenant(call);
    return clients.countConnectedUsers(call.tx, call.params.clientId, call.now);
  }),
  handle(contract.getOauthEndpoints, async (call) => {
    ownTenant(call);
    const { publicUrl } = call.tools.config;
    const at = (path: string) => `${publicUrl}${path}`;
    return {
      issuer: publicUrl,
      discovery: at(paths.openidDiscovery),
      authorization: at(paths.authorization),
      token: at(paths.token),
      userinfo: at(paths.userinfo),
      jwks: at(paths.jwks),
      deviceAuthorization: at(paths.deviceAuthorization),
      endSession: at(paths.endSession),
    };
  }),
  handle(contract.deleteOauthClient, async (call) => {
    ownTenant(call);
    const { clientId } = call.params;
    const { name } = await clients.getOauthClient(call.tx, clientId);
    await clients.deleteOauthClient(call.tx, clientId);
    await call.audit(call.tx, { targetId: clientId, changes: { name: { before: name } } });
    return undefined;
  }),
  handle(contract.rotateOauthClientSecret, async (call) => {
    ownTenant(call);
    const { clientId } = call.params;
    const made = await clients.rotateOauthClientSecret(call.tx, clientId, call.body, call.now);
    const changes = { clientSecret: {}, previousSecretUntil: { after: made.previousSecretUntil } };
    await call.audit(call.tx, { targetId: clientId, changes });
    return { clientId, ...made };
  }),
  handle(contract.endPreviousOauthClientSecret, async (call) => {
    ownTenant(call);
    const { client, changes } = await clients.endPreviousSecret(call.tx, call.params.clientId, call.now);
    await call.audit(call.tx, { targetId: client.clientId, changes });
    return client;
  }),
  handle(claimsContract.getClaimExample, async (call) => {
    ownTenant(call);
    await clients.getOauthClient(call.tx, call.params.clientId);
    const { publicUrl } = call.tools.config;
    return exampleOf(call.tx, call.query.userId, { publicUrl, now: call.now });
  }),
  handle(problemsContract.listClientProblems, async (call) => {
    ownTenant(call);
    const { clientId } = call.params;
    await clients.getOauthClient(call.tx, clientId);
    const rows = await listRefusals(call.tx, clientId, call.now);
    const results = rows.map(({ cause, detail, last_at: at }) => ({
      cause: cause as ClientProblemCause,
      detail,
      lastAt: at.toISOString(),
    }));
    return wholePage(results);
  }),
  handle(deliveriesContract.listLogoutDeliveries, async (call) => {
    ownTenant(call);
    const results = await deliveries.listLogoutDeliveries(call.tx, call.params.clientId);
    return wholePage(results);
  }),
  handle(deliveriesContract.retryLogoutDelivery, async (call) => {
    ownTenant(call);
    const { clientId, deliveryId } = call.params;
    await deliveries.retryLogoutDelivery(call.tx, clientId, deliveryId, call.now);
    await call.audit(call.tx, { targetId: clientId, changes: { logoutDelivery: { after: deliveryId } } });
    return undefined;
  }),
];
