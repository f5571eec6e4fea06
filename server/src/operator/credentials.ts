import { fail } from '#contract/errors.ts';
import { CREDENTIALS_SCOPE } from '#contract/principals.ts';
import type { Acting } from '../platform/http/acting.ts';

/**
 * Lets an act on credentials pass (of users, devices and clients; administrators, keys), or a look at what is personal.
 * Throws `forbidden` where the token has not the scope for it, `invalid_params` where no reason is given.
 */
export function requireCredentials({ caller, reason }: Acting): void {
  if (!caller.permissions.has(CREDENTIALS_SCOPE)) throw fail('forbidden');
  if (reason === undefined) throw fail('invalid_params', { field: 'reason' });
}
