import * as contract from '#contract/device-management/credentials.ts';
import { ownTenant } from '../../authentication/users/own-tenant.ts';
import { handle, type Served } from '../../http/serve.ts';
import { enrolNamedDevice, revokeNamedDevice } from './named-devices.ts';

export const credentialRoutes: Served[] = [
  handle(contract.enrolDevice, async (call) => {
    ownTenant(call);
    return enrolNamedDevice(call.tx, call.params, call.now, (targetId, changes) =>
      call.audit(call.tx, { targetType: 'device', targetId, changes }),
    );
  }),
  handle(contract.revokeDevice, async (call) => {
    ownTenant(call);
    await revokeNamedDevice(call.tx, call.params, (targetId, changes) =>
      call.audit(call.tx, { targetType: 'device', targetId, changes }),
    );
    return undefined;
  }),
];
