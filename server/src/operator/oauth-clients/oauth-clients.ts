import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import type { OauthClientAnswer, OauthClientChanges, OperatorClientInput } from '#contract/apps/oauth-clients.ts';
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

/** One client of a tenant. Throws `not_found` (tenant, client). */
export async function showOauthClient(tx: Tx, clientId: string): Promise<OauthClientAnswer> {
  await readTenant(tx);
  return clients.getOauthClient(tx, clientId);
}

type ClientKey = { tenantId: string; clientId: string };

/**
 * Changes a client of a tenant, of which its administrators are told. Throws `not_found`, `conflict` (changed meanwhile,
 * or to or from a public client), `address_not_allowed`, and as `requireCredentials`.
 */
export async function changeOauthClient(
  tools: Tools,
  act: Acting,
  { tenantId, clientId }: ClientKey,
  given: OauthClientChanges,
): Promise<OauthClientAnswer> {
  requireCredentials(act);
  refusePrivateAddress(tools.outgoing, given);
  return tools.db.inTenant(tenantId, async (tx) => {
    const { client, changes } = await clients.updateOauthClient(tx, clientId, given, act.now, 'provider');
    await act.audit(
      tx,
      { type: 'oauthClient.changed', targetId: clientId, changes },
      { tenantId, operation: 'update' },
    );
    if (Object.keys(changes).length > 0) await tellOfAct(tools, tx, act, 'operatorChangedClient', client.name);
    return client;
  });
}

/**
 * Makes a new secret for a client of a tenant, of which its administrators are told; it is given this once. Throws
 * `not_found`, `conflict` (a public client), and as `requireCredentials`.
 */
export async function renewOauthClientSecret(
  tools: Tools,
  act: Acting,
  { tenantId, clientId }: ClientKey,
  given: { overlapHours: number },
): Promise<{ clientId: string; clientSecret: string; previousSecretUntil: string | null }> {
  requireCredentials(act);
  return tools.db.inTenant(tenantId, async (tx) => {
    const made = await clients.rotateOauthClientSecret(tx, clientId, given, act.now);
    const changes = { clientSecret: {}, previousSecretUntil: { after: made.previousSecretUntil } };
    const target = { type: 'oauthClient.secretRotated', targetId: clientId, changes } as const;
    await act.audit(tx, target, { tenantId, operation: 'update' });
    const { name } = await clients.getOauthClient(tx, clientId);
    await tellOfAct(tools, tx, act, 'operatorChangedClient', name);
    return { clientId, ...made };
  });
}

/**
 * Registers a client of a tenant, of which its administrators are told; its secret is given this once. Throws
 * `not_found` (tenant, service), `exceeded_apps`, `address_not_allowed` (back-channel logout), and as
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
  { tenantId, clientId }: ClientKey,
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
  { tenantId, clientId }: ClientKey,
): Promise<void> {
  requireCredentials(act);
  const { name } = await clients.getOauthClient(tx, clientId);
  await clients.deleteOauthClient(tx, clientId);
  const target = { type: 'oauthClient.deleted', targetId: clientId, changes: { name: { before: name } } } as const;
  await act.audit(tx, target, { tenantId, operation: 'delete' });
  await tellOfAct(tools, tx, act, 'operatorDeletedClient', name);
}
