import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/**
 * Exchanges the code of the emailed link `/portal/confirm-mail-address.html?exchangeCode=…` for the new sign-in
 * address, once. The page calls it when the user presses the button, so that scanners that open links confirm nothing.
 * `passwordAssigned` false: the page explains how to set a password with `sendResetPasswordConfirmation`, if `passwordOpen`:
 * the policy signs the user in with one.
 */
export const confirmLoginMailAddress = route({
  method: 'POST',
  path: '/api/account/confirmLoginMailAddress',
  access: 'public',
  operation: 'none',
  summary: 'Confirm a new sign-in email address',
  body: z.strictObject({ exchangeCode: field.exchangeCode }),
  response: z.strictObject({
    tenantId: z.string(),
    userId: z.string(),
    loginMailAddress: z.string(),
    passwordAssigned: z.boolean(),
    passwordOpen: z.boolean(),
  }),
  errors: ['revoked_or_expired', 'duplicated_params_loginMailAddress', 'too_many_requests'],
});
