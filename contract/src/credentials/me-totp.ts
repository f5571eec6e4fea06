import { z } from 'zod';
import * as field from '../fields.ts';
import { TOTP_ALGORITHM, TOTP_DIGITS, TOTP_PERIOD_SECONDS } from '../limits.ts';
import { route } from '../route.ts';

const params = z.strictObject({ uuid: field.uuid });

/** A secret can be activated within an hour; another call replaces it. */
export const createTotp = route({
  method: 'POST',
  path: '/api/auth/me/mfa/totp',
  access: 'limited',
  proof: 'recent',
  operation: 'create',
  event: 'user.totpBegun',
  summary: 'Create an authenticator app secret',
  body: z.strictObject({
    type: z.literal('totp'),
    algorithm: z.literal(TOTP_ALGORITHM),
    digits: z.literal(TOTP_DIGITS),
    period: z.literal(TOTP_PERIOD_SECONDS),
  }),
  /** The secret is the `secret` parameter of the URI. */
  response: z.strictObject({ otpauthUri: z.string(), uuid: field.uuid }),
  errors: ['exceeded_totps', 'mfa_not_available'],
});

/** Ten wrong codes delete the secret: `totp_not_exist`. */
export const activateTotp = route({
  method: 'PUT',
  path: '/api/auth/me/mfa/totp/{uuid}/activate',
  access: 'limited',
  only: 'portal',
  operation: 'update',
  event: 'user.totpActivated',
  summary: 'Activate an authenticator app with a one-time code',
  params,
  body: z.strictObject({ uuid: field.uuid, otp: field.otp }),
  /** Ten one-time recovery codes, shown only here. */
  response: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  errors: ['wrong_otp', 'already_activated_secret_key', 'totp_not_exist', 'exceeded_totps', 'mfa_not_available'],
  transaction: 'own',
});

/**
 * Removes the authenticator app and the recovery codes. Allowed even where the tenant enforces MFA: it is how a new
 * phone replaces the old one. Until another app is activated, the session can only do that (`mfa_not_authenticated`
 * elsewhere).
 */
export const deleteTotp = route({
  method: 'DELETE',
  path: '/api/auth/me/mfa/totp/{uuid}',
  access: 'limited',
  only: 'portal',
  operation: 'delete',
  event: 'user.totpRemoved',
  summary: 'Remove an authenticator app',
  params,
  response: null,
  errors: ['totp_not_exist', 'reauthentication_required'],
});
