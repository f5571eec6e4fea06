import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/**
 * Renews the proof of identity of a session. Sensitive acts refuse with `reauthentication_required` when the last proof
 * is older than the tenant allows, or lacks the account's MFA. The proof is the password, plus MFA if set up; for an
 * account without a password, MFA alone. With neither, only a new sign-in helps: `reauthentication_required`.
 */
export const reauthenticate = route({
  method: 'POST',
  path: '/api/auth/me/reauthenticate',
  access: 'limited',
  only: 'portal',
  operation: 'update',
  event: 'session.proved',
  summary: 'Verify your identity again',
  body: z
    .strictObject({
      password: field.password.optional(),
      otp: field.otp.optional(),
      recoveryCode: field.recoveryCode.optional(),
    })
    .refine((body) => body.otp === undefined || body.recoveryCode === undefined, { path: ['otp'] }),
  /** Sensitive acts need no new proof until then. */
  response: z.strictObject({ provedUntil: z.string() }),
  errors: [
    'wrong_currentPassword',
    'wrong_otp',
    'reauthentication_required',
    'account_locked',
    'too_many_requests',
    'service_busy',
  ],
  transaction: 'own',
});
