import { z } from 'zod';
import { route } from '../route.ts';

export const getRecoveryCodes = route({
  method: 'GET',
  path: '/api/auth/me/mfa/recoveryCodes',
  access: 'me',
  only: 'portal',
  operation: 'read',
  summary: 'Get the number of unused recovery codes',
  response: z.strictObject({ left: z.number().int(), total: z.number().int() }),
  errors: [],
});

export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/api/auth/me/mfa/recoveryCodes',
  access: 'me',
  proof: 'recent',
  operation: 'update',
  event: 'user.recoveryCodesRenewed',
  summary: 'Replace the recovery codes with ten new ones',
  /** Shown only here; earlier codes stop working. */
  response: z.strictObject({ recoveryCodes: z.array(z.string()) }),
  errors: ['totp_not_exist'],
});
