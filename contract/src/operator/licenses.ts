import { z } from 'zod';
import * as field from '../fields.ts';
import { roles } from '../roles.ts';
import { route } from '../route.ts';
import { contractId, license, licenseId, serviceClass, volumeTypes } from '../licences/fields.ts';
import { tenantParams } from './tenants.ts';

const MAX_VOLUME = 999_999_999_999;

const moment = z.iso.datetime({ offset: true });
/** Also accepts digits, for the command line. */
const volume = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^[0-9]{1,12}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(0).max(MAX_VOLUME));
const once = <T>(given: T[]) => [...new Set(given)];
/** Roles it can be assigned to; null: all. */
const availableRoles = z.array(z.enum(roles)).min(1).max(roles.length).overwrite(once).nullable();
/** Device types it is for; null: all. An unknown type is `invalid_params`. */
const availableDeviceTypes = z.array(field.text(64)).min(1).max(14).overwrite(once).nullable();

const path = '/api/operator/tenants/{tenantId}/licenses';
export const licenseParams = z.strictObject({ tenantId: field.tenantId, licenseId });

export const newLicense = z
  .strictObject({
    licenseId,
    contractId,
    serviceClass,
    volumeType: z.enum(volumeTypes).default('user'),
    /** Number of seats; 100,000,000 and more: unlimited. */
    volume,
    availableRoles: availableRoles.default(null),
    availableDeviceTypes: availableDeviceTypes.default(null),
    /** Within the contract's period; null: the contract's start. */
    startsAt: moment.nullable().default(null),
    expiresAt: moment.nullable().default(null),
  })
  .refine(({ startsAt, expiresAt }) => !startsAt || !expiresAt || Date.parse(expiresAt) > Date.parse(startsAt), {
    path: ['expiresAt'],
  });
export type NewLicense = z.output<typeof newLicense>;

/** Only given fields change. */
export const licenseChanges = z.strictObject({
  volume: volume.optional(),
  availableRoles: availableRoles.optional(),
  availableDeviceTypes: availableDeviceTypes.optional(),
  startsAt: moment.nullable().optional(),
  expiresAt: moment.nullable().optional(),
});
export type LicenseChanges = z.output<typeof licenseChanges>;

/** A license for the provider: it also shows a suspension that is hidden by expiry. */
const operatorLicense = license.extend({ suspendedAt: z.string().nullable() });
export type OperatorLicense = z.output<typeof operatorLicense>;

const shared = { access: 'operator', response: operatorLicense } as const;

export const listTenantLicenses = route({
  ...shared,
  method: 'GET',
  path,
  operation: 'read',
  summary: 'List the licenses of a tenant',
  params: tenantParams,
  response: z.strictObject({ results: z.array(operatorLicense) }),
  errors: ['not_found'],
});

/** Contract and service must exist (`not_found` with their field). */
export const createLicense = route({
  ...shared,
  method: 'POST',
  path,
  operation: 'create',
  event: 'license.created',
  summary: 'Add a license to a contract of a tenant',
  params: tenantParams,
  body: newLicense,
  errors: ['not_found', 'duplicated'],
  transaction: 'own',
});

/** A volume below the use removes nobody; nobody is added until there is room. */
export const updateLicense = route({
  ...shared,
  method: 'PUT',
  path: `${path}/{licenseId}`,
  operation: 'update',
  event: 'license.changed',
  summary: 'Change a license',
  params: licenseParams,
  body: licenseChanges,
  errors: ['not_found', 'license_not_exist'],
});

export const suspendLicense = route({
  ...shared,
  method: 'POST',
  path: `${path}/{licenseId}/suspend`,
  operation: 'update',
  event: 'license.suspended',
  summary: 'Suspend a license',
  params: licenseParams,
  errors: ['not_found', 'license_not_exist'],
});

export const resumeLicense = route({
  ...shared,
  method: 'POST',
  path: `${path}/{licenseId}/resume`,
  operation: 'update',
  event: 'license.resumed',
  summary: 'Resume a suspended license',
  params: licenseParams,
  errors: ['not_found', 'license_not_exist'],
});
