import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/**
 * Trades the code of the mailed link `/portal/confirm-mail-address.html?exchangeCode=…` for the new login mail
 * address, once. The page calls it when a person presses the button: programs that open links in mails confirm nothing.
 * Whoever has no password (`passwordAssigned`) is told how to choose one: with `sendResetPasswordConfirmation`.
 */
export const confirmLoginMailAddress = route({
  method: 'POST',
  path: '/api/account/confirmLoginMailAddress',
  access: 'public',
  operation: 'none',
  summary: 'Confirm a new login mail address',
  body: z.strictObject({ exchangeCode: field.exchangeCode }),
  response: z.strictObject({
    tenantId: z.string(),
    userId: z.string(),
    loginMailAddress: z.string(),
    passwordAssigned: z.boolean(),
  }),
  errors: ['revoked_or_expired', 'duplicated_params_loginMailAddress', 'too_many_requests'],
});
