import { z } from 'zod';
import * as field from '../fields.ts';
import { MAX_USER_LIMIT } from '../limits.ts';
import { coreRegions } from '../region.ts';
import { route } from '../route.ts';

/** Maximum number of users; null: unlimited. */
const userLimit = z.number().int().min(1).max(MAX_USER_LIMIT).nullable();

/**
 * A new tenant as the operator submits it; missing fields have the deployment's defaults. It can be placed in the core
 * regions (spec section 1: another part of the product shows only these), or in the deployment's own by leaving it out.
 */
export const newTenant = z.strictObject({
  tenantId: field.tenantId,
  name: field.requiredName,
  region: z.enum(coreRegions).optional(),
  locale: field.locale.default('en'),
  timezone: field.timezone.default('Etc/UTC'),
  country: field.country.nullable().default(null),
  userLimit: userLimit.default(null),
});
/** Changes of a tenant by the operator. */
export const tenantChanges = z.strictObject({ userLimit });
export type NewTenant = z.input<typeof newTenant>;

/** A tenant as the operator sees it. */
export const operatorTenant = z.strictObject({
  tenantId: z.string(),
  name: z.string(),
  status: z.enum(['active', 'suspended']),
  country: z.string().nullable(),
  region: z.string(),
  locale: z.string(),
  timezone: z.string(),
  userCount: z.number().int(),
  userLimit,
  createdAt: z.string(),
});
export type OperatorTenant = z.output<typeof operatorTenant>;

export const tenantParams = z.strictObject({ tenantId: field.tenantId });

export const listTenants = route({
  method: 'GET',
  path: '/api/operator/tenants',
  access: 'operator',
  operation: 'read',
  summary: 'List tenants',
  response: z.strictObject({ results: z.array(operatorTenant) }),
  errors: [],
  transaction: 'own',
});

export const createTenant = route({
  method: 'POST',
  path: '/api/operator/tenants',
  access: 'operator',
  operation: 'create',
  event: 'tenant.created',
  summary: 'Create a tenant. Its ID is never reused',
  body: newTenant,
  response: operatorTenant,
  errors: ['duplicated_params_tenantId'],
  transaction: 'own',
});

export const getTenant = route({
  method: 'GET',
  path: '/api/operator/tenants/{tenantId}',
  access: 'operator',
  operation: 'read',
  summary: 'Get a tenant',
  params: tenantParams,
  response: operatorTenant,
  errors: ['not_found'],
});

export const updateTenant = route({
  method: 'PUT',
  path: '/api/operator/tenants/{tenantId}',
  access: 'operator',
  operation: 'update',
  event: 'tenant.changed',
  summary: 'Set the user limit of a tenant',
  params: tenantParams,
  body: tenantChanges,
  response: operatorTenant,
  errors: ['not_found'],
});

export const suspendTenant = route({
  method: 'POST',
  path: '/api/operator/tenants/{tenantId}/suspend',
  access: 'operator',
  operation: 'update',
  event: 'tenant.suspended',
  summary: 'Suspend a tenant. Its sessions and tokens end within a second',
  params: tenantParams,
  response: operatorTenant,
  errors: ['not_found'],
});

export const resumeTenant = route({
  method: 'POST',
  path: '/api/operator/tenants/{tenantId}/resume',
  access: 'operator',
  operation: 'update',
  event: 'tenant.resumed',
  summary: 'Resume a suspended tenant',
  params: tenantParams,
  response: operatorTenant,
  errors: ['not_found'],
});
