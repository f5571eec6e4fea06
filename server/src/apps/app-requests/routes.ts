import * as contract from '#contract/apps/app-requests.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import * as requests from './app-requests.ts';

export const appRequestRoutes: Served[] = [
  handle(contract.requestApp, async (call) => {
    ownTenant(call);
    const request = await requests.askForApp(call.tools, call.tx, call.caller, call.body, call.now);
    const { requestId: targetId, name, homepage, redirectUris, purpose } = request;
    const changes = {
      name: { after: name },
      ...(homepage === null ? {} : { homepageUri: { after: homepage } }),
      ...(redirectUris.length === 0 ? {} : { redirectUris: { after: redirectUris } }),
      purpose: { after: purpose },
    };
    await call.audit(call.tx, { targetId, changes });
    return request;
  }),
  handle(contract.listMyAppRequests, async ({ tx, caller }) =>
    wholePage(await requests.listRequestsOf(tx, caller.uuid)),
  ),
  handle(contract.listAppRequests, async (call) => {
    ownTenant(call);
    return wholePage(await requests.listOpenRequests(call.tx));
  }),
  handle(contract.declineAppRequest, async (call) => {
    ownTenant(call);
    const { requestId } = call.params;
    const { reason } = call.body;
    const name = await requests.decideRequest(call.tools, call.tx, requestId, { state: 'declined', reason }, call.now);
    const changes = { name: { before: name }, reason: { after: reason } };
    await call.audit(call.tx, { targetId: requestId, changes });
    return undefined;
  }),
];
