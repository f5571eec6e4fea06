import * as contract from '#contract/apps/oauth-apis.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import * as apis from './apis.ts';

export const oauthApiRoutes: Served[] = [
  handle(contract.listOauthApis, async (call) => {
    ownTenant(call);
    return wholePage(await apis.listApis(call.tx));
  }),
  handle(contract.createOauthApi, async (call) => {
    ownTenant(call);
    const { publicUrl } = call.tools.config;
    const { tenantId } = call.caller;
    const api = await apis.createApi(call.tx, { tenantId, publicUrl, now: call.now }, call.body);
    await call.audit(call.tx, { targetId: api.apiId, changes: apis.createdFields(api) });
    return api;
  }),
  handle(contract.updateOauthApi, async (call) => {
    ownTenant(call);
    const { api, changes } = await apis.changeApi(call.tx, call.params.apiId, call.body, call.now);
    await call.audit(call.tx, { targetId: api.apiId, changes });
    return api;
  }),
  handle(contract.deleteOauthApi, async (call) => {
    ownTenant(call);
    const { apiId } = call.params;
    const name = await apis.deleteApi(call.tx, apiId, call.now);
    await call.audit(call.tx, { targetId: apiId, changes: { name: { before: name } } });
    return undefined;
  }),
];
