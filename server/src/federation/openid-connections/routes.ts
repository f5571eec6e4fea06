import * as contract from '#contract/federation/openid-connections.ts';
import { getOpenidConnectionImpact } from '#contract/federation/connection-impact.ts';
import type { OpenidCause } from '#contract/federation/openid-values.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import * as connections from './openid-connections.ts';

export const openidConnectionRoutes: Served[] = [
  handle(contract.listOpenidConnections, async (call) => {
    ownTenant(call);
    return wholePage(await connections.listConnections(call.tools, call.tx));
  }),
  handle(contract.createOpenidConnection, async (call) => {
    ownTenant(call);
    const { tools, tx, caller, body, now } = call;
    const made = await connections.createConnection(tools, tx, caller.tenantId, body, now);
    const { displayName, clientId, issuer, enabled, jitProvisioning, enabledDomains, disabledDomains } = made;
    const domains = Object.entries({ enabledDomains, disabledDomains }).filter(([, given]) => given.length > 0);
    const after = [...Object.entries({ displayName, clientId, issuer, enabled, jitProvisioning }), ...domains];
    const changes = Object.fromEntries(after.map(([field, value]) => [field, { after: value }]));
    await call.audit(tx, { targetId: made.opId, changes });
    return made;
  }),
  handle(contract.getOpenidConnection, async (call) => {
    ownTenant(call);
    return connections.getConnection(call.tools, call.tx, call.params.id);
  }),
  handle(contract.updateOpenidConnection, async (call) => {
    ownTenant(call);
    const { tools, tx, params, body, now } = call;
    const { connection, changes } = await connections.updateConnection(tools, tx, params.id, body, now);
    await call.audit(tx, { targetId: params.id, changes });
    return connection;
  }),
  handle(contract.deleteOpenidConnection, async (call) => {
    ownTenant(call);
    const { displayName, linkedUsers } = await connections.deleteConnection(call.tx, call.params.id);
    const changes = { displayName: { before: displayName }, linkedUsers: { before: linkedUsers } };
    await call.audit(call.tx, { targetId: call.params.id, changes });
    return undefined;
  }),
  handle(getOpenidConnectionImpact, async (call) => {
    ownTenant(call);
    return connections.impactOf(call.tx, call.params.id, call.caller.uuid);
  }),
  handle(contract.listOpenidTraces, async (call) => {
    ownTenant(call);
    const traces = await connections.tracesOf(call.tx, call.params.id);
    return wholePage(
      traces.map(({ at, request_id: requestId, cause, ...trace }) => ({
        ...trace,
        ...{ at: at.toISOString(), requestId, cause: cause as OpenidCause | null },
      })),
    );
  }),
];
