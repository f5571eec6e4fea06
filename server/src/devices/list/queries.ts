import { sql, type Updateable } from 'kysely';
import type { Devices } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export async function usedTypes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ device_type: string }>`
    select device_type from device_counts group by device_type having sum(devices) > 0 order by device_type`.execute(
    tx,
  );
  return rows.map((row) => row.device_type);
}

/** Locks the device row; false if it does not exist. */
export async function holdDevice(tx: Tx, deviceId: string): Promise<boolean> {
  const held = await tx
    .selectFrom('devices')
    .select('uuid')
    .where('device_id_key', '=', deviceId.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

export async function updateDevice(tx: Tx, uuid: string, values: Updateable<Devices>): Promise<void> {
  await tx.updateTable('devices').set(values).where('uuid', '=', uuid).execute();
}

export async function deleteDevice(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('devices').where('uuid', '=', uuid).execute();
}
