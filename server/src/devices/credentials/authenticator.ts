import { noteActor } from '../../platform/http/known-actor.ts';
import type { Authenticator } from '../../platform/http/principal.ts';
import type { Tools } from '../../platform/tools.ts';
import { findKnownDevice, noteDevice } from './known-devices.ts';
import { readDeviceToken } from './tokens.ts';

/** Devices, by the tokens they got for their secrets. */
export const deviceAuthenticator = (tools: Tools): Authenticator => ({
  type: 'device',
  isBeforeBody: true,
  async find(request, token, now) {
    const claims = readDeviceToken(tools, token, now);
    const device = claims && (await findKnownDevice(tools, claims));
    if (!device) return null;
    noteActor(request, { ...device.actor, tenantId: device.tenantId });
    noteDevice(tools, device, now);
    return device;
  },
});
