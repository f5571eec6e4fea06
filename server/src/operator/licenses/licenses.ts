import { fail } from '#contract/errors.ts';
import { deviceTypesOf } from '#contract/devices/device-types.ts';
import type { LicenseChanges, NewLicense, OperatorLicense } from '#contract/operator/licenses.ts';
import { changedFields } from '../../platform/events/write.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import * as selling from '../../licences/licenses/selling.ts';
import { readLicenses } from '../../licences/licenses/licenses.ts';
import { noteOverUse, recount } from '../../licences/permissions/saving.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { showService } from '../services/services.ts';
import { readTenant, showTenant } from '../tenants/tenants.ts';
import { keepContract } from './queries.ts';

interface LicenseKey {
  tenantId: string;
  licenseId: string;
}

const dateOf = (moment: string | null | undefined) => (moment ? new Date(moment) : (moment ?? null));

/** With whether they are suspended, which `status` does not say of one that has expired. */
async function readAll(tx: Tx, filter: { licenseId?: string }, now: Date): Promise<OperatorLicense[]> {
  const suspended = await selling.listSuspensions(tx);
  const licenses = await readLicenses(tx, filter, 'en', now);
  return licenses.map((one) => ({ ...one, suspendedAt: suspended.get(one.licenseId)?.toISOString() ?? null }));
}

async function readLicense(tx: Tx, licenseId: string, now: Date): Promise<OperatorLicense> {
  const [license] = await readAll(tx, { licenseId }, now);
  if (!license) throw fail('license_not_exist', { field: 'licenseId' });
  return license;
}

/** The licences of a tenant, by the names of their services. Throws `not_found` (tenant). */
export async function listLicenses(tx: Tx, act: Pick<Acting, 'now'>): Promise<OperatorLicense[]> {
  await readTenant(tx);
  return readAll(tx, {}, act.now);
}

function refuseUnknownTypes(tools: Tools, types: readonly string[] | null | undefined): void {
  const known = deviceTypesOf(tools.config.PRODUCT_NAME);
  if (types?.some((type) => !known.includes(type))) throw fail('invalid_params', { field: 'availableDeviceTypes' });
}

/** Makes a licence. Throws `not_found` (tenant, contract, service), `duplicated`, `invalid_params` (device types). */
export async function createLicense(
  tools: Tools,
  act: Acting,
  tenantId: string,
  given: NewLicense,
): Promise<OperatorLicense> {
  await showTenant(tools, tenantId);
  await tools.db.inTenant(PROVIDER, (tx) => showService(tx, given.serviceClass));
  refuseUnknownTypes(tools, given.availableDeviceTypes);
  return tools.db.inTenant(tenantId, async (tx) => {
    if (!(await keepContract(tx, given.contractId))) throw fail('not_found', { field: 'contractId' });
    const made = await selling.insertLicense(tx, {
      tenant_id: tenantId,
      license_id: given.licenseId,
      contract_id: given.contractId,
      service_class: given.serviceClass,
      volume_type: given.volumeType,
      volume: given.volume,
      available_roles: given.availableRoles,
      available_device_types: given.availableDeviceTypes,
      starts_at: dateOf(given.startsAt),
      expires_at: dateOf(given.expiresAt),
      created_at: act.now,
      updated_at: act.now,
    });
    if (!made) throw fail('duplicated', { field: 'licenseId' });
    const changes = changedFields({}, { ...given });
    const target = { type: 'license.created', targetId: given.licenseId, changes } as const;
    await act.audit(tx, target, { tenantId, operation: 'create' });
    return readLicense(tx, given.licenseId, act.now);
  });
}

/** Changes a licence by `work` and writes down what became different. Throws `not_found` (tenant), `license_not_exist`. */
async function change(
  tx: Tx,
  act: Acting,
  { tenantId, licenseId }: LicenseKey,
  type: 'license.changed' | 'license.suspended' | 'license.resumed',
  work: (held: NonNullable<Awaited<ReturnType<typeof selling.holdLicense>>>) => Promise<void>,
): Promise<OperatorLicense> {
  await readTenant(tx);
  const held = await selling.holdLicense(tx, licenseId);
  if (!held) throw fail('license_not_exist', { field: 'licenseId' });
  const before = await readLicense(tx, licenseId, act.now);
  await work(held);
  await noteOverUse(tx, licenseId, act.now);
  const after = await readLicense(tx, licenseId, act.now);
  const changes = changedFields({ ...before }, { ...after });
  await act.audit(tx, { type, targetId: licenseId, changes }, { tenantId, operation: 'update' });
  return after;
}

/** Changes what is given. Throws `not_found` (tenant), `license_not_exist`, `invalid_params` (device types, dates). */
export async function updateLicense(
  tools: Tools,
  tx: Tx,
  act: Acting,
  { given, ...key }: LicenseKey & { given: LicenseChanges },
): Promise<OperatorLicense> {
  refuseUnknownTypes(tools, given.availableDeviceTypes);
  return change(tx, act, key, 'license.changed', async (held) => {
    const values = {
      volume: given.volume ?? held.volume,
      available_roles: given.availableRoles === undefined ? held.available_roles : given.availableRoles,
      available_device_types:
        given.availableDeviceTypes === undefined ? held.available_device_types : given.availableDeviceTypes,
      starts_at: given.startsAt === undefined ? held.starts_at : dateOf(given.startsAt),
      expires_at: given.expiresAt === undefined ? held.expires_at : dateOf(given.expiresAt),
    };
    const isReversed = values.starts_at && values.expires_at && values.expires_at <= values.starts_at;
    if (isReversed) throw fail('invalid_params', { field: 'expiresAt' });
    await selling.updateLicense(tx, key.licenseId, { ...values, updated_at: act.now });
    if (given.availableRoles !== undefined || given.availableDeviceTypes !== undefined)
      await recount(tx, key.licenseId);
  });
}

/** Stops a licence. Doing it twice changes nothing. Throws `not_found` (tenant), `license_not_exist`. */
export const suspendLicense = (tx: Tx, act: Acting, key: LicenseKey) =>
  change(tx, act, key, 'license.suspended', (held) =>
    selling.updateLicense(tx, key.licenseId, { suspended_at: held.suspended_at ?? act.now, updated_at: act.now }),
  );

/** Lets a suspended licence be used again. Throws `not_found` (tenant), `license_not_exist`. */
export const resumeLicense = (tx: Tx, act: Acting, key: LicenseKey) =>
  change(tx, act, key, 'license.resumed', () =>
    selling.updateLicense(tx, key.licenseId, { suspended_at: null, updated_at: act.now }),
  );
