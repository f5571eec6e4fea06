import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import type { OauthClientAnswer, OperatorClientInput } from '#contract/apps/oauth-clients.ts';
import { changedFields } from '../../platform/events/write.ts';
import * as clients from '../../apps/clients/oauth-clients.ts';
import { refusePrivateAddress } from '../../apps/clients/logout-deliveries.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { requireCredentials } from '../credentials.ts';
import { tellOfAct } from '../tell-administrators.ts';
import { showService } from '../services/services.ts';
import { readTenant, showTenant } from '../tenants/tenants.ts';

/** The OAuth clients of a tenant. Throws `not_found` (tenant). */
export async function listOauthClients(tx: Tx): Promise<OauthClientAnswer[]> {
  await readTenant(tx);
  return clients.listOauthClients(tx);
}

/**
 * Registers a client of a tenant, of which its administrators are told; its secret is given this once. Throws
 * `not_found` (tenant, service), `conflict` (too many), `address_not_allowed` (back-channel logout), and as
 * `requireCredentials`.
 */
export async function createOauthClient(
  tools: Tools,
  act: Acting,
  tenantId: string,
  { serviceClass, firstParty, ...input }: OperatorClientInput,
): Promise<OauthClientAnswer & { clientSecret: string | null }> {
  requireCredentials(act);
  await showTenant(tools, tenantId);
  if (serviceClass !== null) await tools.db.inTenant(PROVIDER, (tx) => showService(tx, serviceClass));
  refusePrivateAddress(tools.outgoing, input);
  return tools.db.inTenant(tenantId, async (tx) => {
    const { clientId, clientSecret } = await clients.createOauthClient(tx, tenantId, input, act.now);
    const client = {
      ...(await clients.assignOauthClient(tx, clientId, { serviceClass, firstParty }, act.now)),
      clientSecret,
    };
    const changes = {
      name: { after: client.name },
      ...(serviceClass && { serviceClass: { after: serviceClass } }),
      ...(firstParty && { firstParty: { after: true } }),
    };
    const target = { type: 'oauthClient.created', targetId: client.clientId, changes } as const;
    await act.audit(tx, target, { tenantId, operation: 'create' });
    await tellOfAct(tools, tx, act, 'operatorRegisteredClient', client.name);
    return client;
  });
}

/**
 * Says which service a client belongs to (null: none), or whether it is the provider's own, which asks nobody for
 * consent; the tenant's administrators are told. Throws `not_found` (tenant, client, service), and as
 * `requireCredentials`.
 */
export async function assignOauthClient(
  tools: Tools,
  act: Acting,
  { tenantId, clientId }: { tenantId: string; clientId: string },
  given: { serviceClass?: string | null; firstParty?: boolean },
): Promise<OauthClientAnswer> {
  requireCredentials(act);
  const { serviceClass = null } = given;
  await showTenant(tools, tenantId);
  if (serviceClass !== null) await tools.db.inTenant(PROVIDER, (tx) => showService(tx, serviceClass));
  return tools.db.inTenant(tenantId, async (tx) => {
    const before = await clients.getOauthClient(tx, clientId);
    const client = await clients.assignOauthClient(tx, clientId, given, act.now);
    const changes = changedFields(
      { serviceClass: before.serviceClass, firstParty: before.firstParty },
      { serviceClass: client.serviceClass, firstParty: client.firstParty },
    );
    const target = { type: 'oauthClient.changed', targetId: clientId, changes } as const;
    await act.audit(tx, target, { tenantId, operation: 'update' });
    if (Object.keys(changes).length > 0) await tellOfAct(tools, tx, act, 'operatorChangedClient', client.name);
    return client;
  });
}

/**
 * Removes a client with all its tokens; the tenant's administrators are told. Throws `not_found`, and as
 * `requireCredentials`.
 */
export async function deleteOauthClient(
  tools: Tools,
  tx: Tx,
  act: Acting,
  { tenantId, clientId }: { tenantId: string; clientId: string },
): Promise<void> {
  requireCredentials(act);
  const { name } = await clients.getOauthClient(tx, clientId);
  await clients.deleteOauthClient(tx, clientId);
  const target = { type: 'oauthClient.deleted', targetId: clientId, changes: { name: { before: name } } } as const;
  await act.audit(tx, target, { tenantId, operation: 'delete' });
  await tellOfAct(tools, tx, act, 'operatorDeletedClient', name);
}
