import { z } from 'zod';
import { passwordPolicyAnswer } from '../account/password-policy.ts';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** The code in a registration URL. Many people have it, so it is no secret of one. */
const registerCode = field.exchangeCode;

/** What the page behind a registration URL shows. `revoked_or_expired` for one that is unknown, over or full. */
export const getUserRegisterInfo = route({
  method: 'GET',
  path: '/api/auth/userRegisterInfo',
  access: 'public',
  operation: 'read',
  summary: 'Whose registration URL it is',
  query: z.strictObject({ code: registerCode }),
  response: z.strictObject({
    tenantId: z.string(),
    tenantName: z.string(),
    /** The domains whose mail addresses may register; none: every address. */
    enabledDomains: z.array(z.string()),
    expiresAt: z.string(),
  }),
  errors: ['revoked_or_expired', 'exceeded_user_limit', 'too_many_requests'],
});

/**
 * Asks for the mail that proves the address; its link, good for 24 hours but no longer than the URL, leads on. The same
 * is done and answered whether or not the address belongs to a user: only its owner learns that, by mail.
 * `invalid_params_enabledDomains`: the address is of no domain the URL is for.
 */
export const requestRegisterUser = route({
  method: 'POST',
  path: '/api/auth/requestRegisterUser',
  access: 'public',
  operation: 'none',
  summary: 'Mail the link with which one registers oneself',
  body: z.strictObject({ code: registerCode, mailAddress: field.mailAddress, locale: field.locale.optional() }),
  response: null,
  errors: ['revoked_or_expired', 'exceeded_user_limit', 'invalid_params_enabledDomains', 'too_many_requests'],
});

/** Trades the code of the mail for a temporary code (15 minutes); works once. */
export const openRegisterUser = route({
  method: 'POST',
  path: '/api/auth/registerUser/open',
  access: 'public',
  operation: 'none',
  summary: 'Open the link of the mail with which one registers oneself',
  body: z.strictObject({ exchangeCode: field.exchangeCode }),
  response: z.strictObject({
    temporaryCode: z.string(),
    tenantId: z.string(),
    tenantName: z.string(),
    mailAddress: z.string(),
    passwordPolicy: passwordPolicyAnswer,
  }),
  errors: ['revoked_or_expired', 'exceeded_user_limit', 'too_many_requests'],
});

/**
 * Makes the account: the address is the proved one, the role that of the URL, the user id made of the address. A seat
 * of the URL is taken with it; when there is none left, `exceeded_user_limit` and nothing is made.
 */
export const registerUser = route({
  method: 'POST',
  path: '/api/auth/registerUser',
  access: 'public',
  operation: 'create',
  summary: 'Register oneself',
  body: z.strictObject({
    temporaryCode: field.temporaryCode,
    userInfo: z.strictObject({
      familyName: field.requiredName,
      givenName: field.givenName,
      locale: field.locale.optional(),
      timezone: field.timezone.optional(),
      password: field.password,
    }),
  }),
  response: z.strictObject({ tenantId: z.string(), userId: z.string() }),
  errors: [
    'revoked_or_expired',
    'exceeded_user_limit',
    'duplicated_params_loginMailAddress',
    'password_policy_violated',
    'common_password',
    'too_many_requests',
    'service_busy',
  ],
});
