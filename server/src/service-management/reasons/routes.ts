import * as contract from '#contract/service-management/reasons.ts';
import { ownTenant } from '../../authentication/users/own-tenant.ts';
import { findUser } from '../../authentication/users/users.ts';
import { readDevice } from '../../device-management/devices/devices.ts';
import { handle, type Served } from '../../http/serve.ts';
import { readLocale } from '../licenses/licenses.ts';
import { explainLicenses } from './reasons.ts';

export const reasonRoutes: Served[] = [
  handle(contract.explainLicensesOfUser, async (call) => {
    ownTenant(call);
    const { tx, params, query, caller, now } = call;
    const uuid = await findUser(tx, params.userId);
    const locale = query.locale ?? (await readLocale(tx, caller.uuid));
    return { results: await explainLicenses(tx, { type: 'user', uuid, locale, now }) };
  }),
  handle(contract.explainLicensesOfDevice, async (call) => {
    ownTenant(call);
    const { tx, params, query, caller, now } = call;
    const { uuid } = await readDevice(tx, params.deviceId);
    const locale = query.locale ?? (await readLocale(tx, caller.uuid));
    return { results: await explainLicenses(tx, { type: 'device', uuid, locale, now }) };
  }),
];
