import { z } from 'zod';
import { listedUser } from '../authentication/users-fields.ts';
import { userPageQuestion } from '../authentication/users-search.ts';
import { LICENSES_PER_PAGE } from '../limits.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { licenseId, tenantParams } from './fields.ts';

/** Users against up to five licences: the table of the permission screen. */
export const searchUserPermissions = route({
  method: 'POST',
  path: '/api/service/tenants/{tenantId}/operations/search/userPermissions',
  access: 'licenses:read',
  operation: 'none',
  summary: 'Search users, with what they are permitted of some licences',
  params: tenantParams,
  body: z
    .strictObject({
      ...userPageQuestion,
      licenseIds: z
        .array(licenseId)
        .min(1)
        .max(LICENSES_PER_PAGE)
        .refine((given) => new Set(given).size === given.length),
    })
    .refine((body) => body.cursor === undefined || body.page === 1, { path: ['cursor'] }),
  response: pageOf(
    z.strictObject({
      user: listedUser,
      /** In the order asked for. `allowed`: the licence is for a role of the user. */
      permissions: z.array(z.strictObject({ licenseId: z.string(), permitted: z.boolean(), allowed: z.boolean() })),
    }),
  ),
  errors: ['not_found', 'license_not_exist'],
});
