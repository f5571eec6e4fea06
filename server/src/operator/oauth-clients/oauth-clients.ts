import type { OauthClientAnswer, OperatorClientInput } from '#contract/authentication/oauth-clients.ts';
import * as clients from '../../authentication/oauth-clients/oauth-clients.ts';
import type { Tools } from '../../tools.ts';
import { type Act, recordAct } from '../act.ts';
import { showService } from '../services/services.ts';
import { showTenant } from '../tenants/tenants.ts';

/** The OAuth clients of a tenant. Throws `not_found` (tenant). */
export async function listOauthClients(tools: Tools, tenantId: string): Promise<OauthClientAnswer[]> {
  await showTenant(tools, tenantId);
  return tools.db.inTenant(tenantId, clients.listOauthClients);
}

/**
 * Registers a client of a tenant; its secret is given this once. Throws `not_found` (tenant, service), `conflict` (too
 * many).
 */
export async function createOauthClient(
  tools: Tools,
  act: Act,
  tenantId: string,
  { serviceClass, ...input }: OperatorClientInput,
): Promise<OauthClientAnswer & { clientSecret: string | null }> {
  await showTenant(tools, tenantId);
  if (serviceClass !== null) await showService(tools, serviceClass);
  return tools.db.inTenant(tenantId, async (tx) => {
    const { clientId, clientSecret } = await clients.createOauthClient(tx, tenantId, input, act.now);
    const client = { ...(await clients.assignOauthClient(tx, clientId, serviceClass, act.now)), clientSecret };
    const changes = { name: { after: client.name }, ...(serviceClass && { serviceClass: { after: serviceClass } }) };
    const target = { targetType: 'oauthClient', targetId: client.clientId, changes };
    await recordAct(tx, tenantId, act, { operation: 'create', ...target });
    return client;
  });
}

/** Says which service a client belongs to; null: none. Throws `not_found` (tenant, client, service). */
export async function assignOauthClient(
  tools: Tools,
  act: Act,
  { tenantId, clientId }: { tenantId: string; clientId: string },
  serviceClass: string | null,
): Promise<OauthClientAnswer> {
  await showTenant(tools, tenantId);
  if (serviceClass !== null) await showService(tools, serviceClass);
  return tools.db.inTenant(tenantId, async (tx) => {
    const before = await clients.getOauthClient(tx, clientId);
    const client = await clients.assignOauthClient(tx, clientId, serviceClass, act.now);
    const changes = { serviceClass: { before: before.serviceClass, after: serviceClass } };
    const target = { targetType: 'oauthClient', targetId: clientId, changes };
    await recordAct(tx, tenantId, act, { operation: 'update', ...target });
    return client;
  });
}

/** Removes a client with all its tokens. Throws `not_found`. */
export async function deleteOauthClient(tools: Tools, act: Act, tenantId: string, clientId: string): Promise<void> {
  await tools.db.inTenant(tenantId, async (tx) => {
    await clients.deleteOauthClient(tx, clientId);
    await recordAct(tx, tenantId, act, { operation: 'delete', targetType: 'oauthClient', targetId: clientId });
  });
}
