import { z } from 'zod';
import { userParams } from '../people/users-fields.ts';
import { route } from '../route.ts';

/**
 * Checks of a sign-in that can refuse a user, in their order (`sign-in/may.ts`). `proof_matches`: there is no password.
 * `password_open` and `address_confirmed` are none of them: the policy closes passwords to the user, whom no provider signs
 * in either; without a confirmed address, only the user ID identifies the user.
 */
export const signInChecks = [
  'proof_matches',
  'one_time_in_time',
  'tenant_active',
  'registered',
  'active',
  'not_locked',
  'not_stopped',
  'door_open',
  'person',
  'way_offered',
  'password_open',
  'address_confirmed',
] as const;

/** Where a check refuses: at every sign-in, in browsers unknown to the account, at devices, or by email address only. */
const obstaclePlaces = ['everywhere', 'newBrowsers', 'devices', 'byEmail'] as const;

/** What an administrator can do about it. `addAddress`: there is none to invite or to confirm. */
const signInRemedies = [
  'oneTimePassword',
  'sendInvitation',
  'activate',
  'unlock',
  'sendConfirmation',
  'addAddress',
  'changePolicy',
] as const;
export type SignInRemedy = (typeof signInRemedies)[number];

const signInObstacle = z.strictObject({
  check: z.enum(signInChecks),
  at: z.enum(obstaclePlaces),
  /** When it ends by itself; null: it does not. */
  until: z.string().nullable(),
  /** Failed sign-ins that led to a lock or block; null for other checks. */
  failures: z.number().int().nullable(),
  /** Null: nothing that an administrator of the tenant can do. */
  remedy: z.enum(signInRemedies).nullable(),
});
export type SignInObstacle = z.output<typeof signInObstacle>;

/** What the next sign-in will also require. */
const signInDemands = ['newPassword', 'mfaSetup'] as const;

const userSignIn = z.strictObject({
  /** Whether a sign-in with the right password, or with a provider, in a browser that the account knows would be allowed. */
  maySignIn: z.boolean(),
  /** What the user can identify themselves by, with a password, under the policy. */
  loginTypes: z.array(z.enum(['loginMailAddress', 'userId'])),
  /** Whether a linked identity provider signs the user in. */
  byProvider: z.boolean(),
  /** Whether the policy signs the user in with a password. */
  passwordOpen: z.boolean(),
  obstacles: z.array(signInObstacle),
  demands: z.array(z.enum(signInDemands)),
});
export type UserSignIn = z.output<typeof userSignIn>;

/** Decided by the rules of the sign-in itself. */
export const getUserSignIn = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/users/{userId}/signIn',
  access: 'users:read',
  operation: 'read',
  summary: 'Explain whether a user can sign in',
  params: userParams,
  response: userSignIn,
  errors: ['not_found'],
});
