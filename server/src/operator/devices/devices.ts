import { deviceTypesOf } from '#contract/devices/device-types.ts';
import { fail } from '#contract/errors.ts';
import type { NewDevice } from '#contract/operator/devices.ts';
import type { Changes } from '../../platform/events/write.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { enrolDevices } from '../../devices/credentials/credentials.ts';
import { enrolNamedDevice, revokeNamedDevice } from '../../devices/credentials/named-devices.ts';
import * as devices from '../../devices/list/devices.ts';
import { searchForDevices } from '../../devices/list/search/search.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { requireCredentials } from '../credentials.ts';
import { tellOfAct, tellOfActOnMany } from '../tell-administrators.ts';
import { readTenant } from '../tenants/tenants.ts';
import * as registering from '../../devices/list/registering.ts';

/** A page of a tenant's devices, by id. Throws `not_found` (tenant). */
export async function listDevices(
  tx: Tx,
  act: Pick<Acting, 'now'>,
  tenantId: string,
  { count, page }: { count: number; page: number },
) {
  await readTenant(tx);
  const question = { condition: {}, count, page, sort: 'deviceId', order: 'ascending' } as const;
  return searchForDevices({ tx, tenantId, now: act.now }, question);
}

const idOf = (given: NewDevice) => given.deviceId ?? given.serialId;

export interface Registered {
  registered: number;
  unchanged: number;
  /** First secrets of those that were registered, to be shown once. */
  enrolments: { deviceId: string; credential: string; expiresAt: string }[];
}

/**
 * Registers devices: all or none; those that are there already as given stay as they are. The tenant's administrators are
 * told. Throws `not_found` (tenant), `invalid_params` (type), `duplicated` (twice in the list),
 * `duplicated_params_deviceId`, `duplicated_params_serialId`, and as `requireCredentials`.
 */
export async function registerDevices(
  tools: Tools,
  tx: Tx,
  act: Acting,
  { tenantId, given }: { tenantId: string; given: readonly NewDevice[] },
): Promise<Registered> {
  requireCredentials(act);
  await readTenant(tx);
  refuseUnsound(tools, given);
  const rows = given.map(({ deviceType, serialId, ...facts }) => ({
    tenant_id: tenantId,
    uuid: newUuid(),
    device_id: facts.deviceId ?? serialId,
    serial_id: serialId,
    device_type: deviceType,
    description: facts.description,
    roles: facts.roles,
    credential_status: 'issued' as const,
    created_at: act.now,
    updated_at: act.now,
  }));
  const made = await registering.insertFree(tx, rows);
  if (made.length < given.length) await refuseOthers(tx, given, made);
  if (made.length > 0) {
    await recordRegistration(tx, tenantId, act, made);
    const names = made.map((row) => row.device_id);
    await tellOfActOnMany(tools, tx, act, 'operatorRegisteredDevices', names);
  } else act.owesNoEvent();
  const keys = made.map(({ uuid }) => ({ tenantId, uuid }));
  const enrolments = (await enrolDevices(tx, keys, act.now)).map(({ credential, expiresAt }, place) => ({
    deviceId: made[place]?.device_id ?? '',
    credential,
    expiresAt: expiresAt.toISOString(),
  }));
  return { registered: made.length, unchanged: given.length - made.length, enrolments };
}

/** In the log of the tenant, and in the history of each device. */
async function recordRegistration(
  tx: Tx,
  tenantId: string,
  act: Acting,
  made: readonly registering.MadeDevice[],
): Promise<void> {
  const changes = { devices: { after: made.map((row) => row.device_id) } };
  const targets = made.map((row) => ({
    type: 'device.registered' as const,
    targetId: row.uuid,
    changes: {
      deviceId: { after: row.device_id },
      serialId: { after: row.serial_id },
      deviceType: { after: row.device_type },
      ...(row.description ? { description: { after: row.description } } : {}),
      roles: { after: row.roles },
      credentialStatus: { after: row.credential_status },
    },
  }));
  const tenant = { type: 'tenant.devicesRegistered' as const, targetId: tenantId, changes };
  await act.audit(tx, [tenant, ...targets], { tenantId, operation: 'create' });
}

/** Refuses what is wrong whatever is there: throws `invalid_params` (type) and `duplicated` (twice in the list). */
export function refuseUnsound(tools: Tools, given: readonly NewDevice[]): void {
  const types = new Set(deviceTypesOf(tools.config.PRODUCT_NAME));
  const odd = given.findIndex(({ deviceType }) => !types.has(deviceType));
  if (odd >= 0) throw fail('invalid_params', { field: `devices.${odd}.deviceType` });
  refuseTwice(given);
}

function refuseTwice(given: readonly NewDevice[]): void {
  for (const [field, keyOf] of [
    ['deviceId', (one: NewDevice) => idOf(one).toLowerCase()],
    ['serialId', (one: NewDevice) => `${one.deviceType} ${one.serialId.toLowerCase()}`],
  ] as const) {
    const seen = new Set<string>();
    for (const [place, one] of given.entries()) {
      if (seen.has(keyOf(one))) throw fail('duplicated', { field: `devices.${place}.${field}` });
      seen.add(keyOf(one));
    }
  }
}

/** Of what was not free, all must be there just as given. */
async function refuseOthers(
  tx: Tx,
  given: readonly NewDevice[],
  made: readonly registering.KnownDevice[],
): Promise<void> {
  const fresh = new Set(made.map((row) => row.device_id.toLowerCase()));
  const rest = given.filter((one) => !fresh.has(idOf(one).toLowerCase()));
  const known = new Map(
    (await registering.findByIds(tx, rest.map(idOf))).map((row) => [row.device_id.toLowerCase(), row]),
  );
  for (const one of rest) {
    const row = known.get(idOf(one).toLowerCase());
    const place = given.indexOf(one);
    if (!row) throw fail('duplicated_params_serialId', { field: `devices.${place}.serialId` });
    const isSame = row.serial_id.toLowerCase() === one.serialId.toLowerCase() && row.device_type === one.deviceType;
    if (!isSame) throw fail('duplicated_params_deviceId', { field: `devices.${place}.deviceId` });
  }
}

/** Removes a device. Throws `not_found` (tenant, device). */
export async function removeDevice(
  tx: Tx,
  act: Acting,
  { tenantId, deviceId }: { tenantId: string; deviceId: string },
): Promise<void> {
  await readTenant(tx);
  await devices.removeDevice(tx, deviceId, (_, targetId, changes) =>
    act.audit(tx, { type: 'device.deleted', targetId, changes }, { tenantId, operation: 'delete' }),
  );
}

const ENROLLED = { type: 'device.credentialIssued', notice: 'operatorEnrolledDevice' } as const;
const REVOKED = { type: 'device.credentialRevoked', notice: 'operatorRevokedDevice' } as const;
type CredentialAct = typeof ENROLLED | typeof REVOKED;
type Named = { tenantId: string; deviceId: string };

/** The row of a changed credential of a device, and the mail to the administrators. */
const credentialChanged =
  (tools: Tools, tx: Tx, act: Acting, { tenantId, deviceId }: Named, did: CredentialAct) =>
  async (targetId: string, changes: Changes) => {
    await act.audit(tx, { type: did.type, targetId, changes }, { tenantId, operation: 'update' });
    await tellOfAct(tools, tx, act, did.notice, deviceId);
  };

/**
 * A first secret for a device, in place of all it had; the tenant's administrators are told. Throws `not_found` (tenant,
 * device), and as `requireCredentials`.
 */
export async function enrolDevice(tools: Tools, tx: Tx, act: Acting, named: Named) {
  requireCredentials(act);
  await readTenant(tx);
  return enrolNamedDevice(tx, named, act.now, credentialChanged(tools, tx, act, named, ENROLLED));
}

/**
 * Takes the credential of a device back; the tenant's administrators are told. Throws `not_found` (tenant, device, or it
 * has none), and as `requireCredentials`.
 */
export async function revokeDevice(tools: Tools, tx: Tx, act: Acting, named: Named): Promise<void> {
  requireCredentials(act);
  await readTenant(tx);
  await revokeNamedDevice(tx, named, credentialChanged(tools, tx, act, named, REVOKED));
}
