import type { Insertable, Updateable } from 'kysely';
import type { DeviceCredentialStatus } from '#contract/devices/fields.ts';
import type { DeviceCredentials } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** Locks the credential of a family and reads it with its device. */
export async function holdFamily(tx: Tx, familyHash: Buffer) {
  return tx
    .selectFrom('device_credentials as c')
    .innerJoin('devices as d', (join) =>
      join.onRef('d.tenant_id', '=', 'c.tenant_id').onRef('d.uuid', '=', 'c.device_uuid'),
    )
    .innerJoin('tenants as t', 't.tenant_id', 'c.tenant_id')
    .select([
      'c.device_uuid',
      'c.current_hash',
      'c.next_hash',
      'c.next_at',
      'c.expires_at',
      'd.device_id',
      'd.credential_status',
      't.status as tenant_status',
    ])
    .where('c.family_hash', '=', familyHash)
    .forUpdate('c')
    .executeTakeFirst();
}

export async function updateCredential(
  tx: Tx,
  deviceUuid: string,
  values: Updateable<DeviceCredentials>,
): Promise<void> {
  await tx.updateTable('device_credentials').set(values).where('device_uuid', '=', deviceUuid).execute();
}

/** Deletes a device's secrets, and ends whatever is open at the device. */
export async function deleteCredential(tx: Tx, deviceUuid: string): Promise<void> {
  await tx.deleteFrom('device_credentials').where('device_uuid', '=', deviceUuid).execute();
}

export async function insertCredentials(tx: Tx, rows: readonly Insertable<DeviceCredentials>[]): Promise<void> {
  await tx.insertInto('device_credentials').values(rows).execute();
}

export async function setStatus(tx: Tx, deviceUuid: string, status: DeviceCredentialStatus): Promise<void> {
  await tx.updateTable('devices').set({ credential_status: status }).where('uuid', '=', deviceUuid).execute();
}

/** Updates when a device was last seen. */
export async function noteSeen(tx: Tx, deviceUuid: string, now: Date): Promise<void> {
  await tx.updateTable('devices').set({ last_seen_at: now }).where('uuid', '=', deviceUuid).execute();
}
