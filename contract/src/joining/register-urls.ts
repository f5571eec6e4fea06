import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { roles } from '../roles.ts';
import { isDomain } from '../rules.ts';
import { route } from '../route.ts';
import { licenseId } from '../licences/fields.ts';

export const MAX_URL_SECONDS = 366 * 86_400;
export const MAX_URL_USERS = 100_000;
/** For a URL that creates administrators. */
export const MAX_URL_ADMINISTRATORS = 20;
export const MAX_URL_DOMAINS = 50;
export const MAX_URL_LICENSES = 50;

const urlParams = z.strictObject({ uuid: field.uuid });
const usersLimit = z.number().int().min(1).max(MAX_URL_USERS);
const expiresIn = z.number().int().min(600).max(MAX_URL_SECONDS);
/** Validated by the server’s own rule, for its specific error ID. */
const enabledDomains = z.array(z.string().max(260)).max(1000);

/** True if email addresses can have this domain; compared in lower case. */
export const isMailDomain = (domain: string) => isDomain(domain);

/**
 * State of a URL. `withoutMaker`: closed while its creator may not change users; open again when they may, and never if
 * they were deleted.
 */
export const registerUrlStates = ['open', 'full', 'expired', 'ended', 'withoutMaker'] as const;
export type RegisterUrlState = (typeof registerUrlStates)[number];

/** A URL for self-registration (spec section 3). */
export const registerUrl = z.strictObject({
  uuid: field.uuid,
  /** Null once it has ended. */
  url: z.string().nullable(),
  role: z.enum(roles),
  tenantId: z.string(),
  expiresAt: z.string(),
  usersLimit: z.number().int(),
  /** Number of users who registered. */
  usersCount: z.number().int(),
  /** Domains whose addresses may register; empty: any address. */
  enabledDomains: z.array(z.string()),
  /** Licenses assigned to each new user while seats are left. */
  licenseIds: z.array(z.string()),
  state: z.enum(registerUrlStates),
  createdBy: z.string(),
  createdAt: z.string(),
});
export type RegisterUrl = z.output<typeof registerUrl>;

/**
 * `expiresIn` is in seconds. `invalid_params_enabledDomains`: one is invalid or repeated, or there are over 50. A URL
 * for administrators needs a domain (`invalid_params_enabledDomains`), is for at most 20 users
 * (`exceeded_administrators`) and requires a recent proof, also when it is changed. `licenseIds` requires
 * `licenses:write`; each must be an active license for users and for the role.
 */
export const createRegisterUrl = route({
  method: 'POST',
  path: '/api/portal/userRegisterUrl',
  access: 'users:write',
  operation: 'create',
  event: 'registrationUrl.created',
  summary: 'Create a registration URL',
  body: z.strictObject({
    role: z.enum(roles).default('User'),
    expiresIn,
    usersLimit,
    enabledDomains: enabledDomains.default([]),
    licenseIds: z
      .array(licenseId)
      .max(MAX_URL_LICENSES)
      .refine((given) => new Set(given).size === given.length)
      .default([]),
  }),
  response: registerUrl,
  errors: [
    'invalid_params_enabledDomains',
    'exceeded_administrators',
    'reauthentication_required',
    'exceeded_registration_urls',
    'license_not_exist',
    'license_expired',
    'role_not_allowed',
  ],
});

/** The tenant's URLs, newest first, without those that ended more than 90 days ago. */
export const listRegisterUrls = route({
  method: 'GET',
  path: '/api/portal/userRegisterUrl',
  access: 'users:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the registration URLs of the tenant',
  response: z.strictObject({ results: z.array(registerUrl) }),
  errors: [],
});

/**
 * Changes an open URL. `limit_below_registered`: more users than the new limit have registered;
 * `cannot_update_enabledDomains`: fixed after the first registration; `conflict`: it has ended, or (with fields) was
 * changed meanwhile.
 */
export const changeRegisterUrl = route({
  method: 'PUT',
  path: '/api/portal/userRegisterUrl/{uuid}',
  access: 'users:write',
  operation: 'update',
  event: 'registrationUrl.changed',
  summary: 'Change the expiry, limit or domains of a registration URL',
  params: urlParams,
  body: z.strictObject({
    expiresIn: expiresIn.optional(),
    usersLimit: usersLimit.optional(),
    enabledDomains: enabledDomains.optional(),
    expected: expectedOf({ usersLimit, enabledDomains }, 'expiresAt'),
  }),
  response: registerUrl,
  errors: [
    'not_found',
    'conflict',
    'limit_below_registered',
    'cannot_update_enabledDomains',
    'invalid_params_enabledDomains',
    'exceeded_administrators',
    'reauthentication_required',
  ],
});

/** Ends a URL immediately; links already emailed stop working. Repeating it is no error. */
export const endRegisterUrl = route({
  method: 'DELETE',
  path: '/api/portal/userRegisterUrl/{uuid}',
  access: 'users:write',
  operation: 'delete',
  event: 'registrationUrl.ended',
  summary: 'End a registration URL',
  params: urlParams,
  response: null,
  errors: ['not_found'],
});
