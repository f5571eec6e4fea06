import * as contract from '#contract/devices/credentials.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { enrolNamedDevice, revokeNamedDevice } from './named-devices.ts';

export const credentialRoutes: Served[] = [
  handle(contract.enrolDevice, async (call) => {
    ownTenant(call);
    return enrolNamedDevice(call.tx, call.params, call.now, (targetId, changes) =>
      call.audit(call.tx, { targetId, changes }),
    );
  }),
  handle(contract.revokeDevice, async (call) => {
    ownTenant(call);
    await revokeNamedDevice(call.tx, call.params, (targetId, changes) => call.audit(call.tx, { targetId, changes }));
    return undefined;
  }),
];
