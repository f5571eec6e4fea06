import type { OauthClientAnswer, OauthClientInput } from '#contract/authentication/oauth-clients.ts';
import * as clients from '../../authentication/oauth-clients/oauth-clients.ts';
import type { Tools } from '../../tools.ts';
import { type Act, recordAct } from '../act.ts';
import { showTenant } from '../tenants/tenants.ts';

/** The OAuth clients of a tenant. Throws `not_found` (tenant). */
export async function listOauthClients(tools: Tools, tenantId: string): Promise<OauthClientAnswer[]> {
  await showTenant(tools, tenantId);
  return tools.db.inTenant(tenantId, clients.listOauthClients);
}

/** Registers a client of a tenant; its secret is given this once. Throws `not_found` (tenant), `conflict` (too many). */
export async function createOauthClient(
  tools: Tools,
  act: Act,
  tenantId: string,
  input: OauthClientInput,
): Promise<OauthClientAnswer & { clientSecret: string | null }> {
  await showTenant(tools, tenantId);
  return tools.db.inTenant(tenantId, async (tx) => {
    const client = await clients.createOauthClient(tx, tenantId, input, act.now);
    const changes = { name: { after: client.name } };
    const target = { targetType: 'oauthClient', targetId: client.clientId, changes };
    await recordAct(tx, tenantId, act, { operation: 'create', ...target });
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
