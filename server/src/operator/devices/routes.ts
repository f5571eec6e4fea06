import * as contract from '#contract/operator/devices.ts';
import { handleOperator } from '../authorize.ts';
import { listDevices, registerDevices, removeDevice } from './devices.ts';

export const deviceRoutes = [
  handleOperator(contract.listTenantDevices, ({ tools, params, query }, act) =>
    listDevices(tools, act, params.tenantId, query),
  ),
  handleOperator(contract.registerDevices, ({ tools, params, body }, act) =>
    registerDevices(tools, act, params.tenantId, body.devices),
  ),
  handleOperator(contract.removeDevice, async ({ tools, params }, act) => {
    await removeDevice(tools, act, params);
    return undefined;
  }),
];
