import * as contract from '#contract/operator/devices.ts';
import { handle } from '../../platform/http/serve.ts';
import { enrolDevice, listDevices, registerDevices, removeDevice, revokeDevice } from './devices.ts';

export const deviceRoutes = [
  handle(contract.listTenantDevices, ({ tools, params, query, ...act }) =>
    listDevices(tools, act, params.tenantId, query),
  ),
  handle(contract.registerDevices, ({ tools, params, body, ...act }) =>
    registerDevices(tools, act, params.tenantId, body.devices),
  ),
  handle(contract.removeDevice, async ({ tools, params, ...act }) => {
    await removeDevice(tools, act, params);
    return undefined;
  }),
  handle(contract.enrolDevice, ({ tools, params, ...act }) => enrolDevice(tools, act, params)),
  handle(contract.revokeDevice, async ({ tools, params, ...act }) => {
    await revokeDevice(tools, act, params);
    return undefined;
  }),
];
