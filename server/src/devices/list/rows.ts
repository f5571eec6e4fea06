import { sql } from 'kysely';
import type { Device, DeviceCredentialStatus } from '#contract/devices/fields.ts';
import { ask, named } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** A device as the database has it. */
export interface DeviceRow {
  uuid: string;
  device_id: string;
  serial_id: string;
  device_type: string;
  description: string;
  roles: string[];
  groups: Device['groups'];
  last_seen_at: Date | null;
  credential_status: DeviceCredentialStatus;
  created_at: Date;
  updated_at: Date;
}

const shown = sql`
  d.uuid, d.device_id, d.serial_id, d.device_type, d.description, d.roles, d.last_seen_at, d.credential_status,
  d.created_at, d.updated_at,
  (select coalesce(json_agg(json_build_object('uuid', g.uuid, 'groupId', g.group_id, 'name', g.name)
      order by g.name_key, g.group_id_key), '[]')
    from group_devices m join groups g on g.tenant_id = m.tenant_id and g.uuid = m.group_uuid
    where m.tenant_id = d.tenant_id and m.device_uuid = d.uuid) as groups`;

export const toDevice = (row: DeviceRow): Device => ({
  uuid: row.uuid,
  deviceId: row.device_id,
  serialId: row.serial_id,
  deviceType: row.device_type,
  description: row.description,
  roles: row.roles,
  groups: row.groups,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  credentialStatus: row.credential_status,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** The devices of these uuids, in this order. */
export const listedDevices = (uuids: readonly string[]) =>
  named(
    'devices_of',
    sql<DeviceRow>`
      select ${shown} from unnest(${uuids}::uuid[]) with ordinality as asked (uuid, place)
      join devices d on d.uuid = asked.uuid order by asked.place`,
  );

/** Reads devices by UUID in one statement. */
export async function devicesOf(tx: Tx, uuids: readonly string[]): Promise<Device[]> {
  return uuids.length === 0 ? [] : (await ask(tx, listedDevices(uuids))).map(toDevice);
}

/** One device by visible ID; null if unknown. */
export async function deviceOf(tx: Tx, deviceId: string): Promise<Device | null> {
  const { rows } = await sql<DeviceRow>`
    select ${shown} from devices d where d.device_id_key = ${deviceId.toLowerCase()}`.execute(tx);
  return rows[0] ? toDevice(rows[0]) : null;
}
