import { z } from 'zod';
import { MAX_PIN_LENGTH } from '../limits.ts';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** State of the caller's PIN and the rules for a new one; the PIN itself cannot be read back. */
export const myUserCode = z.strictObject({
  /** Whether the tenant uses PINs. */
  enabled: z.boolean(),
  assigned: z.boolean(),
  issuedAt: z.string().nullable(),
  characters: z.enum(['digits', 'alphanumeric']),
  /** The policy’s minimum, or more if guessing would be too easy with the tenant's number of users. */
  minLength: z.number().int(),
  maxLength: z.number().int(),
  /** True if users choose their PIN. */
  allowUserEntry: z.boolean(),
});
export type MyUserCode = z.output<typeof myUserCode>;

export const getUserCode = route({
  method: 'GET',
  path: '/api/auth/me/userCode',
  access: 'me',
  only: 'portal',
  operation: 'read',
  toggle: 'deviceLoginSettings',
  summary: 'Get your PIN status and the PIN rules',
  response: myUserCode,
  errors: [],
});

/** Replaces the PIN. With `userCode` the user chooses it, if the tenant allows that (otherwise `forbidden`). */
export const requestUserCode = route({
  method: 'POST',
  path: '/api/auth/me/userCode/request',
  access: 'me',
  proof: 'recent',
  operation: 'update',
  event: 'user.pinIssued',
  toggle: 'deviceLoginSettings',
  summary: 'Create a new PIN',
  body: z.strictObject({ userCode: field.exactText(MAX_PIN_LENGTH).optional() }),
  /** The generated PIN, shown only here; null if the user chose it. */
  response: z.strictObject({ userCode: z.string().nullable() }),
  errors: ['not_found', 'forbidden', 'invalid_params_user_code', 'duplicated_params_userCode', 'too_many_requests'],
  transaction: 'own',
});

export const deleteUserCode = route({
  method: 'DELETE',
  path: '/api/auth/me/userCode',
  access: 'me',
  proof: 'recent',
  operation: 'delete',
  event: 'user.pinRemoved',
  toggle: 'deviceLoginSettings',
  summary: 'Remove your PIN',
  response: null,
  errors: ['not_found'],
});
