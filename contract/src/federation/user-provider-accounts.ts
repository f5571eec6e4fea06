import { z } from 'zod';
import * as field from '../fields.ts';
import { user, userParams } from '../people/users-fields.ts';
import { route } from '../route.ts';
import { MAX_SUBJECT_LENGTH } from './openid-values.ts';

const path = '/api/auth/tenants/{tenantId}/users/{userId}/openidProviderAccounts';

/**
 * Names the account at an identity provider that a user may sign in with (spec section 3, `allowedOpenidProviderAccounts`).
 * The user is emailed. `forbidden` for your own account and for administrators, who prove theirs on the account page
 * (docs/decisions/0226); `other_idp_account_federated` for an account that is somebody's, or a second one of a provider.
 */
export const addProviderAccount = route({
  method: 'POST',
  path,
  access: 'users:write',
  proof: 'recent',
  operation: 'update',
  event: 'user.externalAccountLinked',
  summary: 'Link an account at an identity provider to a user',
  params: userParams,
  body: z.strictObject({
    type: z.enum(['openid', 'saml']).default('openid'),
    /** The provider by its ID: that of an OpenID provider, or of a SAML connection. */
    opId: z.string().min(1).max(64),
    /** What the provider calls the account: `sub`, the directory and object of Entra ID (`tid.oid`), or the NameID. */
    subjectSubId: z
      .string()
      .min(1)
      .max(MAX_SUBJECT_LENGTH)
      .refine((value) => !/\p{Cc}/u.test(value) && value.isWellFormed()),
  }),
  response: user,
  errors: ['not_found', 'forbidden', 'domain_not_exists', 'other_idp_account_federated'],
});

/** Of your own account, unlink on the account page: `forbidden` here. */
export const removeProviderAccount = route({
  method: 'DELETE',
  path: `${path}/{uuid}`,
  access: 'users:write',
  proof: 'recent',
  operation: 'delete',
  event: 'user.externalAccountUnlinked',
  summary: 'Unlink an account at an identity provider from a user',
  params: userParams.extend({ uuid: field.uuid }),
  response: user,
  errors: ['not_found', 'forbidden'],
});
