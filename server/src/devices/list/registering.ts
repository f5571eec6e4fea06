import type { Insertable, Selectable } from 'kysely';
import type { Devices } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

type NewRow = Insertable<Devices>;
export type KnownDevice = Pick<NewRow, 'device_id' | 'serial_id' | 'device_type'>;
const made = ['uuid', 'device_id', 'serial_id', 'device_type', 'description', 'roles', 'credential_status'] as const;
export type MadeDevice = Pick<Selectable<Devices>, (typeof made)[number]>;

/** Registers those whose id and serial number are free; answers them. */
export async function insertFree(tx: Tx, rows: readonly NewRow[]): Promise<MadeDevice[]> {
  return tx
    .insertInto('devices')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(made)
    .execute();
}

/** The devices that have one of these ids. */
export async function findByIds(tx: Tx, deviceIds: readonly string[]): Promise<KnownDevice[]> {
  return tx
    .selectFrom('devices')
    .select(['device_id', 'serial_id', 'device_type'])
    .where(
      'device_id_key',
      'in',
      deviceIds.map((id) => id.toLowerCase()),
    )
    .execute();
}
