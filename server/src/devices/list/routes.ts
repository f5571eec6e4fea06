import * as contract from '#contract/devices/devices.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type AuditEntry, handle, type Served } from '../../platform/http/serve.ts';
import * as devices from './devices.ts';
import { searchForDevices } from './search/search.ts';

const auditOf =
  ({ audit }: { audit(tx: Tx, entry: AuditEntry): Promise<void> }): devices.Audit =>
  (tx, targetId, changes) =>
    audit(tx, { targetId, changes });

export const deviceRoutes: Served[] = [
  handle(contract.listDevices, async (call) => {
    ownTenant(call);
    return searchForDevices(
      { tx: call.tx, tenantId: call.caller.tenantId, now: call.now },
      { condition: {}, ...call.query },
    );
  }),
  handle(contract.searchDevices, async (call) => {
    ownTenant(call);
    return searchForDevices({ tx: call.tx, tenantId: call.caller.tenantId, now: call.now }, call.body);
  }),
  handle(contract.listDeviceTypes, async (call) => {
    ownTenant(call);
    return { results: await devices.usedTypes(call.tx) };
  }),
  handle(contract.getDevice, async (call) => {
    ownTenant(call);
    return devices.readDevice(call.tx, call.params.deviceId);
  }),
  handle(contract.updateDevice, async (call) => {
    ownTenant(call);
    return devices.changeDevice(call.tx, call.params.deviceId, call.body, call.now, auditOf(call));
  }),
  handle(contract.deleteDevice, async (call) => {
    ownTenant(call);
    await devices.removeDevice(call.tx, call.params.deviceId, auditOf(call));
    return undefined;
  }),
];
