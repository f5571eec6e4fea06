import * as contract from '#contract/licences/licenses.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { listContractsOf, listLicensesBy, readVolumeTypes } from './licenses.ts';

export const licenseRoutes: Served[] = [
  handle(contract.listLicenses, async (call) => {
    ownTenant(call);
    return listLicensesBy(call.tx, call.caller.uuid, call.query, call.now);
  }),
  handle(contract.availableVolumeTypes, async (call) => {
    ownTenant(call);
    return { results: await readVolumeTypes(call.tx, call.now) };
  }),
  handle(contract.listOwnContracts, async (call) => {
    ownTenant(call);
    return listContractsOf(call.tx, call.query);
  }),
];
