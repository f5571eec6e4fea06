import { z } from 'zod';
import { deviceId, loginUserId } from '../fields.ts';
import { route } from '../route.ts';
import { licenseStatuses, locale } from './fields.ts';

/**
 * Checks before a user or device may use a license, in this order: `registration`, `userStatus` and `lock` (passed if
 * there is none) for users, `deviceType` for devices.
 */
export const licenseChecks = [
  'service',
  'expiry',
  'suspension',
  'begun',
  'registration',
  'userStatus',
  'lock',
  'role',
  'deviceType',
  'permission',
] as const;
export type LicenseCheck = (typeof licenseChecks)[number];

/** Reason for having or not having a license: a row of one's own, or the rule for all. */
export const permissionGrounds = ['direct', 'all', 'exception', 'none'] as const;

/**
 * The single change that would reverse the result. `permit` if there is a seat, `freeSeat` if not; `withdraw` removes
 * the license from a user of it. `widen`: the provider must extend the license to this type. `register`: the invited
 * user must register.
 */
export const licenseRemedies = [
  'enableService',
  'resume',
  'renew',
  'wait',
  'register',
  'activateUser',
  'unlock',
  'giveRole',
  'widen',
  'permit',
  'freeSeat',
  'withdraw',
] as const;

export const licenseReasons = z.strictObject({
  licenseId: z.string(),
  contractId: z.string(),
  serviceClass: z.string(),
  /** In the requested language. */
  serviceName: z.string(),
  /** True if a user could sign in now and use it. Sessions from before a lock continue (docs/decisions/0038). */
  usable: z.boolean(),
  checks: z.array(z.strictObject({ check: z.enum(licenseChecks), passed: z.boolean() })),
  status: z.enum(licenseStatuses),
  startsAt: z.string(),
  expiresAt: z.string().nullable(),
  /** For a locked user: end of the lock; null: until an administrator unlocks the user. */
  lockedUntil: z.string().nullable(),
  /** Null: all. */
  availableRoles: z.array(z.string()).nullable(),
  availableDeviceTypes: z.array(z.string()).nullable(),
  ground: z.enum(permissionGrounds),
  /** To save over (`expectedRevision`). */
  revision: z.number().int(),
  /** Null: unlimited. */
  seatsLeft: z.number().int().nullable(),
  /** Null: more than one change is needed. */
  remedy: z.enum(licenseRemedies).nullable(),
});
export type LicenseReasons = z.output<typeof licenseReasons>;

const explain = {
  method: 'GET',
  access: 'licenses:read',
  operation: 'read',
  query: z.strictObject({ locale }),
  response: z.strictObject({ results: z.array(licenseReasons) }),
  errors: ['not_found'],
} as const;

/** All licenses for users: whether this user can use each and why, by service name. */
export const explainLicensesOfUser = route({
  ...explain,
  path: '/api/service/tenants/{tenantId}/users/{userId}/licenses',
  summary: 'Explain the licenses a user can use',
  params: z.strictObject({ tenantId: z.string().max(40), userId: loginUserId }),
});

/** All licenses for devices, likewise. */
export const explainLicensesOfDevice = route({
  ...explain,
  path: '/api/service/tenants/{tenantId}/devices/{deviceId}/licenses',
  summary: 'Explain the licenses a device can use',
  params: z.strictObject({ tenantId: z.string().max(40), deviceId }),
});
