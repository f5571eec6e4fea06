import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** Answers alike, and as fast, whether an account has the address or not (standards 5). */
export const sendResetPasswordConfirmation = route({
  method: 'POST',
  path: '/api/account/sendResetPasswordConfirmation',
  access: 'public',
  operation: 'none',
  summary: 'Email password reset links for the accounts of an address, or for one in a tenant',
  body: z.strictObject({
    mailAddress: field.mailAddress,
    /** Absent or empty: every tenant in which the address has an account. */
    tenantId: field.exactText(64).optional(),
  }),
  response: null,
  errors: ['too_many_requests'],
});

/** At most 10 attempts per temporary code. The answer's `authMfaId` goes into the next steps of the same code. */
export const authenticateMfa = route({
  method: 'POST',
  path: '/api/account/mfa/authenticate',
  access: 'public',
  operation: 'none',
  summary: 'Verify MFA for a password reset',
  body: z
    .strictObject({
      temporaryCode: field.temporaryCode,
      otp: field.otp.optional(),
      recoveryCode: field.recoveryCode.optional(),
      tenantId: field.tenantId,
    })
    .refine((body) => (body.otp === undefined) !== (body.recoveryCode === undefined), { path: ['otp'] }),
  response: z.strictObject({ authMfaId: z.string() }),
  errors: ['wrong_otp', 'revoked_or_expired', 'mfa_not_available', 'too_many_requests'],
});

/** A refused password consumes nothing: the same code works with a better one. */
export const resetPassword = route({
  method: 'POST',
  path: '/api/account/resetPassword',
  access: 'public',
  operation: 'update',
  event: 'user.passwordReset',
  summary: 'Set a new password with an emailed code, unlock the account and end all sessions',
  body: z.strictObject({
    temporaryCode: field.temporaryCode,
    password: field.password,
    tenantId: field.tenantId,
    /** Required if the user has MFA. */
    authMfaId: field.loginId.optional(),
    /** If sent, it must be the one that the temporary code was issued for. */
    exchangeCode: field.exchangeCode.optional(),
  }),
  response: null,
  errors: [
    'revoked_or_expired',
    'mfa_not_authenticated',
    'password_policy_violated',
    'common_password',
    'history',
    'too_many_requests',
    'service_busy',
  ],
});

/** For a lost authenticator: requires MFA for this code; a recovery code is enough. */
export const disableMfa = route({
  method: 'POST',
  path: '/api/account/disableMfa',
  access: 'public',
  operation: 'delete',
  event: 'user.mfaDropped',
  summary: 'Remove MFA and recovery codes during a password reset',
  body: z.strictObject({ temporaryCode: field.temporaryCode, authMfaId: field.loginId }),
  response: null,
  errors: ['revoked_or_expired', 'mfa_not_authenticated', 'totp_not_exist', 'too_many_requests'],
});
