import type { updateDevice as updateRoute } from '#contract/device-management/devices.ts';
import type { Device } from '#contract/device-management/fields.ts';
import { fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import { type Changes, changedFields } from '../../audit/operation-log.ts';
import type { Tx } from '../../db/transaction.ts';
import * as queries from './queries.ts';

export type Audit = (tx: Tx, targetId: string, changes: Changes) => Promise<void>;

const toDevice = (row: queries.DeviceRow): Device => ({
  uuid: row.uuid,
  deviceId: row.device_id,
  serialId: row.serial_id,
  deviceType: row.device_type,
  description: row.description,
  roles: row.roles,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  credentialStatus: row.credential_status,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** A page of the devices that match. */
export async function searchForDevices(tx: Tx, question: queries.DeviceQuestion, now: Date) {
  const { rows, total } = await queries.listDeviceRows(tx, question, now);
  return { results: rows.map(toDevice), totalResults: total, itemsPerPage: question.count };
}

/** The uuids of those that meet a condition, for acts on all that match; at most `limit`. */
export const { findMatching } = queries;

/** The device types there are devices of. */
export const { usedTypes } = queries;

/** One device by its visible id. Throws `not_found`. */
export async function readDevice(tx: Tx, deviceId: string): Promise<Device> {
  const row = await queries.findDevice(tx, deviceId);
  if (!row) throw fail('not_found', { field: 'deviceId' });
  return toDevice(row);
}

/** The same, held until the transaction ends. */
export async function holdDevice(tx: Tx, deviceId: string): Promise<Device> {
  const row = await queries.holdDevice(tx, deviceId);
  if (!row) throw fail('not_found', { field: 'deviceId' });
  return toDevice(row);
}

/** Changes comment and roles, as far as given. Throws `not_found`. */
export async function changeDevice(
  tx: Tx,
  deviceId: string,
  given: BodyOf<typeof updateRoute>,
  now: Date,
  audit: Audit,
): Promise<Device> {
  const before = await holdDevice(tx, deviceId);
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const changes = changedFields({ ...before }, named);
  await audit(tx, before.uuid, changes);
  if (Object.keys(changes).length === 0) return before;
  return toDevice(await queries.updateDevice(tx, before.uuid, { ...named, updated_at: now }));
}

/** Removes a device with its permissions. Throws `not_found`. */
export async function removeDevice(tx: Tx, deviceId: string, audit: Audit): Promise<void> {
  const { uuid, deviceId: id, serialId, deviceType, description } = await holdDevice(tx, deviceId);
  await queries.deleteDevice(tx, uuid);
  const gone = { deviceId: id, serialId, deviceType, description };
  await audit(tx, uuid, Object.fromEntries(Object.entries(gone).map(([field, before]) => [field, { before }])));
}
