import * as contract from '#contract/licences/uses.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { forecastOfNewcomers } from './forecast.ts';
import { seatHolders } from './seats.ts';

export const useRoutes: Served[] = [
  handle(contract.listSeatHolders, async (call) => {
    ownTenant(call);
    return seatHolders(call.tx, call.params.licenseId, call.query);
  }),
  handle(contract.forecastSeats, async (call) => {
    ownTenant(call);
    const { tx, body, caller, now } = call;
    return { results: await forecastOfNewcomers(tx, body, { userUuid: caller.uuid, now }) };
  }),
];
