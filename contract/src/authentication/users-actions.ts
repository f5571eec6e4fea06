import type { ErrorId } from '../errors.ts';
import { route } from '../route.ts';
import { user, userParams } from './users-fields.ts';

/** Every action works within a second on every process, is written to the log and answers the user as it is then. */
const action = <const Name extends string, const Errors extends readonly ErrorId[]>(
  name: Name,
  summary: string,
  errors: Errors,
) =>
  ({
    method: 'POST',
    path: `/api/auth/tenants/{tenantId}/users/{userId}/${name}`,
    access: 'users:write',
    operation: 'update',
    summary,
    params: userParams,
    response: user,
    errors: ['not_found', ...errors],
  }) as const;

/** Also ends every session, token and mailed link. */
export const deactivateUser = route(action('deactivate', 'Deactivate a user', ['last_administrator']));

/** Who had not registered when deactivated is `registering` again. */
export const activateUser = route(action('activate', 'Activate a user who was deactivated', []));

/** Done to a user who is not locked it only forgets the failures. */
export const unlockUser = route(action('unlock', 'Lift the account lock and forget the failures', []));

export const signOutUser = route(action('signOut', 'End every session and token of a user', []));

/** Ends the sessions too: they may be somebody else's. The user is told by mail. */
export const resetUserMfa = route(action('resetMfa', 'Remove the second factor and the recovery codes', []));

/** Ends the sessions too. */
export const requireNewPassword = route(
  action('requireNewPassword', 'Ask for a new password at the next sign-in', ['no_password_assigned']),
);

/**
 * Mails the registration link to the address that waits; links mailed before are worthless. `conflict` for a user who
 * has registered, `invalid_params` with `loginMailAddress` where there is no address.
 */
export const sendInvitation = route(
  action('sendInvitation', 'Mail a registering user the link to register', [
    'conflict',
    'duplicated_params_loginMailAddress',
    'too_many_requests',
  ]),
);
