import * as contract from '#contract/provisioning/sources.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import { providedRoutes } from './provided-routes.ts';
import * as sources from './sources.ts';

export const sourceRoutes: Served[] = [
  handle(contract.listSources, async (call) => {
    ownTenant(call);
    return wholePage(await sources.listSources(call.tools, call.tx, call.now));
  }),
  handle(contract.createSource, async (call) => {
    ownTenant(call);
    const { tools, tx, caller, body, now } = call;
    const { source, changes } = await sources.createSource(tools, tx, caller.tenantId, body, now);
    await call.audit(tx, { targetId: source.uuid, changes });
    return source;
  }),
  handle(contract.getSource, async (call) => {
    ownTenant(call);
    return sources.getSource(call.tools, call.tx, call.params.uuid, call.now);
  }),
  handle(contract.updateSource, async (call) => {
    ownTenant(call);
    const { tools, tx, params, body, now } = call;
    const { source, changes } = await sources.changeSource(tools, tx, params.uuid, body, now);
    await call.audit(tx, { targetId: source.uuid, changes });
    return source;
  }),
  handle(contract.deleteSource, async (call) => {
    ownTenant(call);
    const name = await sources.deleteSource(call.tools, call.tx, call.params.uuid, call.now);
    await call.audit(call.tx, { targetId: call.params.uuid, changes: { displayName: { before: name } } });
    return undefined;
  }),
  ...providedRoutes,
];
