import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { userStatuses } from '../people/users-fields.ts';
import { route } from '../route.ts';

/** What a source says of a user or a group that it provides. */
const origin = z.strictObject({
  source: z.strictObject({ uuid: z.string(), displayName: z.string() }),
  /** What the source calls it. */
  name: z.string(),
  externalId: z.string().nullable(),
  updatedAt: z.string(),
});
export type ProvisioningOrigin = z.output<typeof origin>;

/** `not_found` for what no source provides. */
export const getOrigin = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/provisioningOrigins/{type}/{uuid}',
  access: 'users:read',
  only: 'portal',
  operation: 'read',
  summary: 'Get the source that provides a user or a group',
  params: z.strictObject({ tenantId: z.string().max(40), type: z.enum(['user', 'group']), uuid: field.uuid }),
  response: origin,
  errors: ['not_found'],
});

const providedUser = z.strictObject({
  uuid: field.uuid,
  userId: z.string(),
  familyName: z.string(),
  givenName: z.string(),
  status: z.enum(userStatuses),
  /** What the source calls the user. */
  userName: z.string(),
  externalId: z.string().nullable(),
  /** The source has deleted the user, who is kept deactivated. */
  isGone: z.boolean(),
  updatedAt: z.string(),
});
export type ProvidedUser = z.output<typeof providedUser>;

/** By the name that the source uses. */
export const listProvidedUsers = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/provisioningSources/{uuid}/users',
  access: 'users:read',
  only: 'portal',
  operation: 'read',
  summary: 'List the users of a source',
  params: z.strictObject({ tenantId: z.string().max(40), uuid: z.string().max(40) }),
  query: z.strictObject({ page: field.page, count: field.count }),
  response: pageOf(providedUser),
  errors: ['not_found'],
});
