import { z } from 'zod';
import type { ErrorId } from '../errors.ts';
import type { OperationEvent } from '../events.ts';
import { route } from '../route.ts';
import { user, userParams } from './users-fields.ts';

/** Every action takes effect within a second on every process, is logged, and returns the resulting user. */
const action = <const Name extends string, const Event extends OperationEvent, const Errors extends readonly ErrorId[]>(
  name: Name,
  event: Event,
  summary: string,
  errors: Errors,
) =>
  ({
    method: 'POST',
    path: `/api/auth/tenants/{tenantId}/users/{userId}/${name}`,
    access: 'users:write',
    operation: 'update',
    event,
    summary,
    params: userParams,
    response: user,
    errors: ['not_found', ...errors],
  }) as const;

/** Actions that remove credentials or sessions. */
const provenAction = <
  const Name extends string,
  const Event extends OperationEvent,
  const Errors extends readonly ErrorId[],
>(
  name: Name,
  event: Event,
  summary: string,
  errors: Errors,
) => ({ ...action(name, event, summary, errors), proof: 'recent' }) as const;

/** Also ends every session, token and mailed link. */
export const deactivateUser = route(
  action('deactivate', 'user.deactivated', 'Deactivate a user', ['last_administrator']),
);

/** A user who was deactivated before registering is `registering` again. Administrators: with a recent proof. */
export const activateUser = route(action('activate', 'user.activated', 'Activate a deactivated user', []));

/** For a user who is not locked it only resets the failures. */
export const unlockUser = route(
  action('unlock', 'user.unlocked', 'Unlock an account and reset its failure counters', []),
);

export const signOutUser = route(
  provenAction('signOut', 'user.signedOut', 'End every session and token of a user', []),
);

/** Also ends the sessions, which may be an intruder's, and emails the user. */
export const resetUserMfa = route(
  provenAction('resetMfa', 'user.mfaReset', 'Remove the second factor and the recovery codes', []),
);

/** Ends the sessions too. */
export const requireNewPassword = route(
  provenAction('requireNewPassword', 'user.newPasswordRequired', 'Ask for a new password at the next sign-in', [
    'no_password_assigned',
  ]),
);

/**
 * Replaces the password by a generated one, shown only in the answer: the next sign-in asks for another, and after
 * three days unused it is void (ASVS 5.0 6.4.1, 6.4.6). Lifts a lock, ends the sessions and emails the user. `conflict`
 * for a user who has not registered, is inactive, or signs in elsewhere.
 */
export const setOneTimePassword = route({
  ...action('oneTimePassword', 'user.oneTimePasswordSet', 'Set a one-time password', ['conflict', 'service_busy']),
  proof: 'recent',
  response: z.strictObject({ user, password: z.string(), expiresAt: z.string() }),
  transaction: 'own',
});

/**
 * Emails the registration link to the pending address; earlier links stop working. `conflict` for a registered user,
 * `invalid_params` with `loginMailAddress` without an address.
 */
export const sendInvitation = route(
  action('sendInvitation', 'user.invited', 'Mail a registering user the link to register', [
    'conflict',
    'duplicated_params_loginMailAddress',
    'too_many_requests',
  ]),
);
