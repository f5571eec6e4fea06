import type { Changes } from '../../audit/operation-log.ts';
import type { Tx } from '../../db/transaction.ts';
import { holdDevice } from '../devices/devices.ts';
import { enrolAnew, revokeCredential } from './credentials.ts';

type Audit = (targetId: string, changes: Changes) => Promise<void>;
interface Named {
  tenantId: string;
  deviceId: string;
}

/** A first secret for a device by its visible id, in place of all it had. Throws `not_found`. */
export async function enrolNamedDevice(tx: Tx, { tenantId, deviceId }: Named, now: Date, audit: Audit) {
  const device = await holdDevice(tx, deviceId);
  const { credential, expiresAt } = await enrolAnew(tx, { tenantId, uuid: device.uuid }, now);
  // Which secret is not written; that there is a new one is, though the state may be what it was.
  await audit(device.uuid, { credentialStatus: { before: device.credentialStatus, after: 'issued' } });
  return { deviceId: device.deviceId, credential, expiresAt: expiresAt.toISOString() };
}

/** Takes the credential of a device back. Throws `not_found`: no such device, or it has none. */
export async function revokeNamedDevice(tx: Tx, { deviceId }: Named, audit: Audit): Promise<void> {
  const device = await holdDevice(tx, deviceId);
  await audit(device.uuid, await revokeCredential(tx, device));
}
