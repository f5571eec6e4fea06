import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/**
 * Starts a change of the caller’s sign-in address: the new address gets a link valid for 24 hours; until it is
 * confirmed (`confirmLoginMailAddress` of the account service), the old one is used. A newer request ends the older
 * link. Answers alike whether the address is taken or not: only its owner learns that.
 */
export const sendUserLoginMailAddressConfirmation = route({
  method: 'POST',
  path: '/api/portal/sendUserLoginMailAddressConfirmation',
  access: 'me',
  proof: 'recent',
  operation: 'update',
  event: 'user.addressGiven',
  summary: 'Email a link to confirm a new sign-in email address',
  body: z.strictObject({ loginMailAddress: field.mailAddress }),
  response: z.strictObject({
    nextLoginMailAddress: z.string(),
    loginMailAddressConfirmationExpiresAt: z.string(),
  }),
  errors: ['forbidden', 'too_many_requests'],
  transaction: 'own',
});

/** Cancels the change and its link. Repeating it is no error. */
export const cancelUserLoginMailAddressConfirmation = route({
  method: 'POST',
  path: '/api/portal/cancelUserLoginMailAddressConfirmation',
  access: 'me',
  only: 'portal',
  operation: 'update',
  event: 'user.addressGivenUp',
  summary: 'Cancel the pending change of your sign-in email address',
  response: null,
  errors: [],
});
