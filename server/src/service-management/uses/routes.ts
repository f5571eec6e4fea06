import * as contract from '#contract/service-management/uses.ts';
import { ownTenant } from '../../authentication/users/own-tenant.ts';
import { handle, type Served } from '../../http/serve.ts';
import { seatHolders } from './seats.ts';

export const useRoutes: Served[] = [
  handle(contract.listSeatHolders, async (call) => {
    ownTenant(call);
    return seatHolders(call.tx, call.params.licenseId, call.query);
  }),
];
