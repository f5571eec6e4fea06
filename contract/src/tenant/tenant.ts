import { z } from 'zod';
import * as field from '../fields.ts';
import { EXTENSION_ATTRIBUTES, MAX_ITEM_NAME_LENGTH } from '../limits.ts';
import { regions } from '../region.ts';
import { isVisibleName } from '../visible-name.ts';
import { route } from '../route.ts';
import { securityPolicy, someSecurityPolicy } from '../security-policy.ts';
import { toLower } from '../text-forms.ts';
import { tenantParams } from '../fields.ts';

const itemName = field
  .text(MAX_ITEM_NAME_LENGTH)
  .overwrite((value) => value.trim())
  .refine(isVisibleName)
  .refine((value) => value !== '');

/**
 * The tenant's names for its custom fields of users ("item names for custom user info"). A field without a name is not
 * in use. Names are unique without regard to case, because file columns are found by them.
 */
export const userExtensionAttributeProperties = z
  .strictObject(
    Object.fromEntries(EXTENSION_ATTRIBUTES.map((item) => [item, z.strictObject({ name: itemName }).optional()])),
  )
  .refine(
    (properties) => {
      const names = Object.values(properties).flatMap((property) => (property ? [toLower(property.name)] : []));
      return new Set(names).size === names.length;
    },
    { path: ['name'] },
  );

/** The tenant as its administrators see it. */
export const tenant = z.strictObject({
  tenantId: z.string(),
  name: z.string(),
  country: z.string().nullable(),
  /** Region that decides about links (help, notices, privacy policy). */
  region: z.string(),
  locale: z.string(),
  timezone: z.string(),
  userExtensionAttributeProperties: z.record(z.string(), z.strictObject({ name: z.string() })),
  /** The whole policy, defaults filled in. */
  securityPolicy,
  /** Number of users, which determines the shortest PIN allowed. */
  users: z.number().int(),
  /** Maximum number of users, set by the provider; null: unlimited. */
  userLimit: z.number().int().nullable(),
  /** Counts the saved versions of the policy; 0: never saved. */
  securityPolicyVersion: z.number().int(),
  /** Version of name, country, region, locale and time zone as read, for detecting concurrent changes. */
  basicVersion: z.string(),
  /** Version of the names of custom fields, likewise. */
  itemNamesVersion: z.string(),
});

export const getTenant = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}',
  access: 'tenant:read',
  operation: 'read',
  summary: 'Get the tenant',
  params: tenantParams,
  response: tenant,
  errors: ['not_found'],
});

/**
 * Only given fields change; `userExtensionAttributeProperties` replaces the stored ones, `securityPolicy` changes the
 * fields it names. Legacy time zone names are accepted and stored canonically. `conflict`: the basic settings changed
 * since `basicVersion` was read, or the names of custom fields since `itemNamesVersion`. `policy_changed`: the policy
 * has a newer version; `contradicting_policy`: its fields contradict each other; `last_administrator`: no administrator
 * could sign in any more.
 */
export const updateTenant = route({
  method: 'PUT',
  path: '/api/auth/tenants/{tenantId}',
  access: 'tenant:write',
  operation: 'update',
  event: 'tenant.changed',
  summary: 'Change the tenant',
  params: tenantParams,
  body: z
    .strictObject({
      name: field.requiredName.optional(),
      country: field.country.nullable().optional(),
      region: z.enum(regions).optional(),
      locale: field.locale.optional(),
      timezone: field.timezone.optional(),
      basicVersion: z.string().max(64).optional(),
      userExtensionAttributeProperties: userExtensionAttributeProperties.optional(),
      itemNamesVersion: z.string().max(64).optional(),
      securityPolicy: someSecurityPolicy.optional(),
      /** The version that was read; required with `securityPolicy`. */
      securityPolicyVersion: z.number().int().min(0).optional(),
    })
    .refine(({ securityPolicy: given, securityPolicyVersion: version }) => !given || version !== undefined, {
      path: ['securityPolicyVersion'],
    }),
  response: tenant,
  errors: ['not_found', 'conflict', 'policy_changed', 'contradicting_policy', 'last_administrator'],
});
