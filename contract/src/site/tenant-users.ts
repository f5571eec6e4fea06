import { z } from 'zod';
import { appExtension } from './me-basic-settings.ts';
import { userParams } from '../people/users-fields.ts';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** A user with the portal's data about them (spec section 7). */
export const tenantUser = z.strictObject({
  tenantId: z.string(),
  userId: z.string(),
  uuid: field.uuid,
  appExtension: z.record(z.string(), z.unknown()),
});
export type TenantUser = z.output<typeof tenantUser>;

const path = '/api/portal/tenants/{tenantId}/users/{userId}';

/** Only for the caller; other users are answered like unknown ones. */
export const getTenantUser = route({
  method: 'GET',
  path,
  access: 'me',
  operation: 'read',
  summary: 'Get your portal preferences: hidden navigation and services',
  params: userParams,
  response: tenantUser,
  errors: ['not_found'],
});

export const updateTenantUser = route({
  method: 'PUT',
  path,
  access: 'me',
  operation: 'update',
  event: 'user.settingsChanged',
  summary: 'Hide navigation and services, or show them again',
  params: userParams,
  body: z.strictObject({ appExtension }),
  response: tenantUser,
  errors: ['not_found'],
});
