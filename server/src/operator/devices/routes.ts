import * as contract from '#contract/operator/devices.ts';
import { handle } from '../../platform/http/serve.ts';
import { enrolDevice, listDevices, registerDevices, removeDevice, revokeDevice } from './devices.ts';

export const deviceRoutes = [
  handle(contract.listTenantDevices, ({ tx, params, query, ...act }) => listDevices(tx, act, params.tenantId, query)),
  handle(contract.registerDevices, ({ tools, tx, params, body, ...act }) =>
    registerDevices(tools, tx, act, { tenantId: params.tenantId, given: body.devices }),
  ),
  handle(contract.removeDevice, async ({ tx, params, ...act }) => {
    await removeDevice(tx, act, params);
    return undefined;
  }),
  handle(contract.enrolDevice, ({ tools, tx, params, ...act }) => enrolDevice(tools, tx, act, params)),
  handle(contract.revokeDevice, async ({ tools, tx, params, ...act }) => {
    await revokeDevice(tools, tx, act, params);
    return undefined;
  }),
];
