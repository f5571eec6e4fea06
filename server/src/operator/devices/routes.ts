import * as contract from '#contract/operator/devices.ts';
import { handleOperator } from '../authorize.ts';
import { enrolDevice, listDevices, registerDevices, removeDevice, revokeDevice } from './devices.ts';

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
  handleOperator(contract.enrolDevice, ({ tools, params }, act) => enrolDevice(tools, act, params)),
  handleOperator(contract.revokeDevice, async ({ tools, params }, act) => {
    await revokeDevice(tools, act, params);
    return undefined;
  }),
];
