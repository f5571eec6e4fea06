import * as contract from '#contract/provisioning/provided.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { originOf, usersOf } from './provided.ts';

export const providedRoutes: Served[] = [
  handle(contract.getOrigin, async (call) => {
    ownTenant(call);
    return originOf(call.tx, call.params.type, call.params.uuid);
  }),
  handle(contract.listProvidedUsers, async (call) => {
    ownTenant(call);
    return usersOf(call.tx, call.params.uuid, call.query);
  }),
];
