import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/**
 * Carries its own proof, the current password. Ends every other session of the account, and all tokens except those of
 * the calling session.
 */
export const changePassword = route({
  method: 'PUT',
  path: '/api/auth/me/password',
  access: 'me',
  only: 'portal',
  operation: 'update',
  event: 'user.passwordChanged',
  summary: 'Change your password',
  body: z.strictObject({ currentPassword: field.password, newPassword: field.password }),
  response: z.strictObject({ endedSessions: z.number().int() }),
  errors: [
    'wrong_currentPassword',
    'password_policy_violated',
    'minLength',
    'minUppercase',
    'minNumeric',
    'minSpecial',
    'common_password',
    'history',
    'account_locked',
    'too_many_requests',
    'service_busy',
  ],
  transaction: 'own',
});
