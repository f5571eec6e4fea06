import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { federatedLoginTypes } from '../sign-in/login-types.ts';

/** An account at another service that signs in here. */
export const externalAccount = z.strictObject({
  uuid: field.uuid,
  /** How it signs in; null for one whose provider is of no connection. */
  type: z.enum(federatedLoginTypes).nullable(),
  opId: z.string(),
  displayName: z.string(),
  createdAt: z.string(),
});
export type ExternalAccount = z.output<typeof externalAccount>;

export const listExternalAccounts = route({
  method: 'GET',
  path: '/api/auth/me/externalAccounts',
  access: 'me',
  only: 'portal',
  operation: 'read',
  toggle: 'externalServiceConnection',
  summary: 'List your linked accounts',
  response: pageOf(externalAccount),
  errors: [],
});

/** The last way to sign in of an account without a password cannot be removed: `last_login_method`. */
export const unlinkExternalAccount = route({
  method: 'DELETE',
  path: '/api/auth/me/externalAccounts/{uuid}',
  access: 'me',
  proof: 'recent',
  operation: 'delete',
  event: 'user.externalAccountUnlinked',
  toggle: 'externalServiceConnection',
  summary: 'Unlink an account',
  params: z.strictObject({ uuid: field.uuid }),
  response: null,
  errors: ['not_found', 'last_login_method'],
});
