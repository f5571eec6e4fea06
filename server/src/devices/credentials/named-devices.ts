import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { holdDevice } from '../list/devices.ts';
import { enrolAnew, revokeCredential } from './credentials.ts';

type Audit = (targetId: string, changes: Changes) => Promise<void>;
interface Named {
  tenantId: string;
  deviceId: string;
}

/** Issues a first secret for a device by visible ID, replacing all others. Throws `not_found`. */
export async function enrolNamedDevice(tx: Tx, { tenantId, deviceId }: Named, now: Date, audit: Audit) {
  const device = await holdDevice(tx, deviceId);
  const { credential, expiresAt } = await enrolAnew(tx, { tenantId, uuid: device.uuid }, now);
  // The log never contains the secret; it records that there is a new one, even if the status is unchanged.
  await audit(device.uuid, { credentialStatus: { before: device.credentialStatus, after: 'issued' } });
  return { deviceId: device.deviceId, credential, expiresAt: expiresAt.toISOString() };
}

/** Revokes the credential of a device. Throws `not_found`: unknown device, or it has none. */
export async function revokeNamedDevice(tx: Tx, { deviceId }: Named, audit: Audit): Promise<void> {
  const device = await holdDevice(tx, deviceId);
  await audit(device.uuid, await revokeCredential(tx, device));
}
