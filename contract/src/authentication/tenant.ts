import { z } from 'zod';
import * as field from '../fields.ts';
import { EXTENSION_ATTRIBUTES, MAX_ITEM_NAME_LENGTH } from '../limits.ts';
import { isUnicodeBmp } from '../rules.ts';
import { route } from '../route.ts';
import { tenantParams } from './users-fields.ts';

const itemName = field
  .text(MAX_ITEM_NAME_LENGTH)
  .overwrite((value) => value.trim())
  .refine(isUnicodeBmp)
  .refine((value) => value !== '');

/**
 * What the tenant calls its own items of a user ("item names for custom user info"). An item without a name is not in
 * use. No two have one name, whatever the case of its letters: columns of files are found by it.
 */
export const userExtensionAttributeProperties = z
  .strictObject(
    Object.fromEntries(EXTENSION_ATTRIBUTES.map((item) => [item, z.strictObject({ name: itemName }).optional()])),
  )
  .refine(
    (properties) => {
      const names = Object.values(properties).flatMap((property) => (property ? [property.name.toLowerCase()] : []));
      return new Set(names).size === names.length;
    },
    { path: ['name'] },
  );

/** The tenant as its administrators see it. Its other settings (policies, provisioning) come with their own pages. */
export const tenant = z.strictObject({
  tenantId: z.string(),
  name: z.string(),
  country: z.string().nullable(),
  locale: z.string(),
  timezone: z.string(),
  userExtensionAttributeProperties: z.record(z.string(), z.strictObject({ name: z.string() })),
});

export const getTenant = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}',
  access: 'tenant:read',
  operation: 'read',
  summary: 'The tenant',
  params: tenantParams,
  response: tenant,
  errors: ['not_found'],
});

/** Only what is given changes; `userExtensionAttributeProperties` replaces what was there. */
export const updateTenant = route({
  method: 'PUT',
  path: '/api/auth/tenants/{tenantId}',
  access: 'tenant:write',
  operation: 'update',
  summary: 'Change the tenant',
  params: tenantParams,
  body: z.strictObject({ userExtensionAttributeProperties: userExtensionAttributeProperties.optional() }),
  response: tenant,
  errors: ['not_found'],
});
