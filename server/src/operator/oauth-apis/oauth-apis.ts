import type { OauthApiAnswer, OauthApiInput } from '#contract/apps/oauth-apis.ts';
import { fail } from '#contract/errors.ts';
import * as apis from '../../apps/apis/apis.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Acting } from '../../platform/http/acting.ts';
import type { Tools } from '../../platform/tools.ts';
import { requireCredentials } from '../credentials.ts';
import { readTenant, showTenant } from '../tenants/tenants.ts';
import { tellOfAct } from '../tell-administrators.ts';

/** The APIs of a tenant. Throws `not_found` (tenant). */
export async function listOauthApis(tx: Tx): Promise<OauthApiAnswer[]> {
  await readTenant(tx);
  return apis.listApis(tx);
}

/**
 * Registers an API of a tenant, of which its administrators are told. Throws `not_found` (tenant), as `createApi`, and as
 * `requireCredentials`.
 */
export async function createOauthApi(
  tools: Tools,
  act: Acting,
  tenantId: string,
  input: OauthApiInput,
): Promise<OauthApiAnswer> {
  requireCredentials(act);
  await showTenant(tools, tenantId);
  const { publicUrl } = tools.config;
  return tools.db.inTenant(tenantId, async (tx) => {
    const api = await apis.createApi(tx, { tenantId, publicUrl, now: act.now }, input);
    const target = { type: 'oauthApi.created', targetId: api.apiId, changes: apis.createdFields(api) } as const;
    await act.audit(tx, target, { tenantId, operation: 'create' });
    await tellOfAct(tools, tx, act, 'operatorAddedApi', api.name);
    return api;
  });
}

/** Deletes an API of a tenant by its audience, likewise. Throws `not_found`, and as `requireCredentials`. */
export async function deleteOauthApi(tools: Tools, act: Acting, tenantId: string, audience: string): Promise<void> {
  requireCredentials(act);
  await tools.db.inTenant(tenantId, async (tx) => {
    const api = (await listOauthApis(tx)).find((one) => one.audience === audience);
    if (!api) throw fail('not_found');
    await apis.deleteApi(tx, api.apiId, act.now);
    const changes = { name: { before: api.name } };
    const target = { type: 'oauthApi.deleted', targetId: api.apiId, changes } as const;
    await act.audit(tx, target, { tenantId, operation: 'delete' });
    await tellOfAct(tools, tx, act, 'operatorDeletedApi', api.name);
  });
}
