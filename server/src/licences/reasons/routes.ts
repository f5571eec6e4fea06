import * as contract from '#contract/licences/reasons.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { findUser } from '../../people/users/users.ts';
import { readDevice } from '../../devices/list/devices.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
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
