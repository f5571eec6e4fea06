import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { passwordPolicyAnswer } from '../tenant/password-policy.ts';

/**
 * Spec section 7 has `GET /me` with query parameters. A code in an address would end up in logs, so it is sent in a
 * body.
 */
export const getRegistration = route({
  method: 'POST',
  path: '/api/account/me/brief',
  access: 'public',
  operation: 'none',
  summary: 'Get the details of an invitation',
  body: z.strictObject({ temporaryCode: field.temporaryCode }),
  response: z.strictObject({
    tenantId: z.string(),
    tenantName: z.string(),
    userId: z.string(),
    familyName: z.string(),
    givenName: z.string(),
    /** The address that received the invitation: it becomes the sign-in address. */
    loginMailAddress: z.string(),
    locale: z.string().nullable(),
    timezone: z.string().nullable(),
    /** Whether a password would sign them in: if not, another identity provider completes the registration. */
    passwordOpen: z.boolean(),
    passwordPolicy: passwordPolicyAnswer,
  }),
  errors: ['revoked_or_expired', 'too_many_requests'],
});

export const registerLoginInfo = route({
  method: 'PUT',
  path: '/api/account/me',
  access: 'public',
  operation: 'update',
  event: 'user.registered',
  summary: 'Accept an invitation and activate the account. Works once',
  body: z.strictObject({
    temporaryCode: field.temporaryCode,
    /** The link's exchange code. If sent, it must be the one that the temporary code was issued for. */
    code: field.exchangeCode.optional(),
    userInfo: z.strictObject({
      familyName: field.familyName.optional(),
      givenName: field.givenName.optional(),
      locale: field.locale.optional(),
      timezone: field.timezone.optional(),
      password: field.password,
    }),
  }),
  response: null,
  errors: [
    'revoked_or_expired',
    'domain_not_exists',
    'duplicated_params_loginMailAddress',
    'password_policy_violated',
    'common_password',
    'too_many_requests',
    'service_busy',
  ],
});
