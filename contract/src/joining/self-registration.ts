import { z } from 'zod';
import { passwordPolicyAnswer } from '../tenant/password-policy.ts';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** Code of a registration URL. Many people know it, so it is not a personal secret. */
const registerCode = field.exchangeCode;

/** Content of the page behind a registration URL. `revoked_or_expired` for one that is unknown, over or full. */
export const getUserRegisterInfo = route({
  method: 'GET',
  path: '/api/auth/userRegisterInfo',
  access: 'public',
  operation: 'read',
  summary: 'Get the tenant of a registration URL',
  query: z.strictObject({ code: registerCode }),
  response: z.strictObject({
    tenantId: z.string(),
    tenantName: z.string(),
    /** Domains whose addresses may register; empty: any address. */
    enabledDomains: z.array(z.string()),
    expiresAt: z.string(),
  }),
  errors: ['revoked_or_expired', 'exceeded_user_limit', 'too_many_requests'],
});

/**
 * Requests the email that proves the address. Its link is valid for 24 hours, but not longer than the URL. The same is
 * done and answered whether the address belongs to a user or not: only its owner learns that, by email.
 * `invalid_params_enabledDomains`: the URL does not allow the address's domain.
 */
export const requestRegisterUser = route({
  method: 'POST',
  path: '/api/auth/requestRegisterUser',
  access: 'public',
  operation: 'none',
  summary: 'Email a self-registration link',
  body: z.strictObject({ code: registerCode, mailAddress: field.mailAddress, locale: field.locale.optional() }),
  response: null,
  errors: ['revoked_or_expired', 'exceeded_user_limit', 'invalid_params_enabledDomains', 'too_many_requests'],
});

/** Exchanges the code of the email for a temporary code (15 minutes), once. */
export const openRegisterUser = route({
  method: 'POST',
  path: '/api/auth/registerUser/open',
  access: 'public',
  operation: 'none',
  summary: 'Open an emailed self-registration link',
  body: z.strictObject({ exchangeCode: field.exchangeCode }),
  response: z.strictObject({
    temporaryCode: z.string(),
    tenantId: z.string(),
    tenantName: z.string(),
    mailAddress: z.string(),
    /** Whether a password would sign them in: if not, another identity provider completes the registration. */
    passwordOpen: z.boolean(),
    passwordPolicy: passwordPolicyAnswer,
  }),
  errors: ['revoked_or_expired', 'exceeded_user_limit', 'too_many_requests'],
});

/**
 * Creates the account with the proved address, the URL's role, and a user ID made from the address. Takes a seat of the
 * URL; without one, `exceeded_user_limit` and nothing is created.
 */
export const registerUser = route({
  method: 'POST',
  path: '/api/auth/registerUser',
  access: 'public',
  operation: 'create',
  event: 'user.selfRegistered',
  summary: 'Complete self-registration',
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
    'domain_not_exists',
    'duplicated_params_loginMailAddress',
    'password_policy_violated',
    'common_password',
    'too_many_requests',
    'service_busy',
  ],
});
