import * as contract from '#contract/apps/client-access.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import type { Changes } from '../../platform/events/write.ts';
import * as access from './access.ts';

/** The log row, unless it was so already. */
const rowOf = (targetId: string, changes: Changes) => (Object.keys(changes).length > 0 ? [{ targetId, changes }] : []);

export const clientAccessRoutes: Served[] = [
  handle(contract.getClientAccess, async (call) => {
    ownTenant(call);
    return access.getAccess(call.tx, call.params.clientId);
  }),
  handle(contract.changeClientAccess, async (call) => {
    ownTenant(call);
    const { clientId } = call.params;
    const { state, changes } = await access.changeAccess(call.tx, clientId, call.body, call.now);
    await call.audit(call.tx, rowOf(clientId, changes));
    return state;
  }),
  handle(contract.listAssignedUsers, async (call) => {
    ownTenant(call);
    return access.listUsers(call.tx, call.params.clientId, call.query);
  }),
  handle(contract.listAssignedGroups, async (call) => {
    ownTenant(call);
    return access.listGroups(call.tx, call.params.clientId);
  }),
  ...(
    [
      [contract.assignToClient, access.assign],
      [contract.removeFromClient, access.unassign],
    ] as const
  ).map(([route, change]) =>
    handle(route, async (call) => {
      ownTenant(call);
      const { clientId } = call.params;
      const { changes, ...done } = await change(call.tx, clientId, call.body);
      await call.audit(call.tx, rowOf(clientId, changes));
      return done;
    }),
  ),
];
