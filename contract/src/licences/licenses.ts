import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import {
  contractFacts,
  contractId,
  license,
  licenseId,
  licenseStatuses,
  locale,
  tenantParams,
  volumeTypes,
} from './fields.ts';

/** The tenant's licenses, by service name, then by ID. */
export const listLicenses = route({
  method: 'GET',
  path: '/api/service/tenants/{tenantId}/licenses',
  access: 'licenses:read',
  operation: 'read',
  transaction: 'reading',
  summary: 'List the licenses of the tenant',
  params: tenantParams,
  query: z.strictObject({
    volumeType: z.enum(volumeTypes).optional(),
    status: z.enum(licenseStatuses).optional(),
    /** Licenses that a device of this type can have. */
    availableDeviceType: field.text(64).optional(),
    contractId: contractId.optional(),
    licenseId: licenseId.optional(),
    locale,
    count: field.count,
    page: field.page,
    sort: field.sortBy(['serviceName', 'licenseId', 'expiresAt']),
    order: field.order,
  }),
  response: pageOf(license),
  errors: ['not_found'],
});

/** Types of the tenant's active licenses, for the menus of permission screens. */
export const availableVolumeTypes = route({
  method: 'GET',
  path: '/api/service/tenants/{tenantId}/availableVolumeTypes',
  access: 'licenses:read',
  operation: 'read',
  transaction: 'reading',
  summary: 'Get whether the tenant has active licenses for users and for devices',
  params: tenantParams,
  response: z.strictObject({ results: z.array(z.enum(volumeTypes)) }),
  errors: ['not_found'],
});

/** The tenant's contracts, the latest first. */
export const listOwnContracts = route({
  method: 'GET',
  path: '/api/service/tenants/{tenantId}/contracts',
  access: 'licenses:read',
  operation: 'read',
  transaction: 'reading',
  summary: 'List the contracts of the tenant',
  params: tenantParams,
  query: z.strictObject({ count: field.count, page: field.page }),
  response: pageOf(contractFacts.extend({ licenseCount: z.number().int() })),
  errors: ['not_found'],
});
