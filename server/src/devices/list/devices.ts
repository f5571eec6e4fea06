import type { updateDevice as updateRoute } from '#contract/devices/devices.ts';
import type { Device } from '#contract/devices/fields.ts';
import { fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import * as queries from './queries.ts';
import { deviceOf } from './rows.ts';

export type Audit = (tx: Tx, targetId: string, changes: Changes) => Promise<void>;

/** Device types in use. */
export const { usedTypes } = queries;

/** One device by its visible id. Throws `not_found`. */
export async function readDevice(tx: Tx, deviceId: string): Promise<Device> {
  const device = await deviceOf(tx, deviceId);
  if (!device) throw fail('not_found', { field: 'deviceId' });
  return device;
}

/** Locks the device until the transaction ends and reads it. */
export async function holdDevice(tx: Tx, deviceId: string): Promise<Device> {
  if (!(await queries.holdDevice(tx, deviceId))) throw fail('not_found', { field: 'deviceId' });
  return readDevice(tx, deviceId);
}

/** Changes comment and roles, where given. Throws `not_found`, `conflict` with the fields that are not as expected. */
export async function changeDevice(
  tx: Tx,
  deviceId: string,
  given: BodyOf<typeof updateRoute>,
  now: Date,
  audit: Audit,
): Promise<Device> {
  const before = await holdDevice(tx, deviceId);
  refuseConflict(given, { ...before });
  const { expected: _, ...fields } = given;
  const named = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const changes = changedFields({ ...before }, named);
  await audit(tx, before.uuid, changes);
  if (Object.keys(changes).length === 0) return before;
  await queries.updateDevice(tx, before.uuid, { ...named, updated_at: now });
  return readDevice(tx, deviceId);
}

/** Deletes a device with its assignments and group memberships. Throws `not_found`. */
export async function removeDevice(tx: Tx, deviceId: string, audit: Audit): Promise<void> {
  const { uuid, deviceId: id, serialId, deviceType, description, groups } = await holdDevice(tx, deviceId);
  await queries.deleteDevice(tx, uuid);
  const places = groups.length > 0 ? { groups: groups.map(({ groupId }) => groupId) } : {};
  const gone = { deviceId: id, serialId, deviceType, description, ...places };
  await audit(tx, uuid, Object.fromEntries(Object.entries(gone).map(([field, before]) => [field, { before }])));
}
