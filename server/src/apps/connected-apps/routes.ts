import * as contract from '#contract/apps/connected-apps.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { findUser } from '../../people/users/users.ts';
import { endConnectedApp, listConnectedApps } from './connected-apps.ts';

export const connectedAppRoutes: Served[] = [
  handle(contract.listMyConnectedApps, ({ tx, caller, now }) => listConnectedApps(tx, caller.uuid, now)),
  handle(contract.endMyConnectedApp, async ({ tx, caller, params, audit }) => {
    const name = await endConnectedApp(tx, caller.uuid, params.clientId);
    await audit(tx, { targetId: params.clientId, changes: { name: { before: name } } });
    return undefined;
  }),
  handle(contract.listUserConnectedApps, async (call) => {
    ownTenant(call);
    return listConnectedApps(call.tx, await findUser(call.tx, call.params.userId), call.now);
  }),
  handle(contract.endUserConnectedApp, async (call) => {
    ownTenant(call);
    const { userId, clientId } = call.params;
    const name = await endConnectedApp(call.tx, await findUser(call.tx, userId), clientId);
    const changes = { name: { before: name }, userId: { before: userId } };
    await call.audit(call.tx, { targetId: clientId, changes });
    return undefined;
  }),
];
