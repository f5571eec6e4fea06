import { z } from 'zod';
import { deviceId, loginUserId } from '../fields.ts';
import { route } from '../route.ts';
import { licenseStatuses, locale } from './fields.ts';

/**
 * What is asked before a user or a device may use a licence, in this order: `registration`, `userStatus` and `lock` (is
 * there none?) of users, `deviceType` of devices.
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

/** Why somebody has, or has not, the permission: by a row of their own or by the rule for all. */
export const permissionGrounds = ['direct', 'all', 'exception', 'none'] as const;

/**
 * The one change that would turn the answer round. `permit` where there is a seat, `freeSeat` where there is none;
 * `withdraw` takes the permission from who can use it. `widen`: the provider must make it a licence for this type too.
 * `register`: who was invited must complete their registration.
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
  /** In the language asked for. */
  serviceName: z.string(),
  /** Whether a user could sign in now and use it. Sessions opened before a lock continue meanwhile (docs/decisions/0038). */
  usable: z.boolean(),
  checks: z.array(z.strictObject({ check: z.enum(licenseChecks), passed: z.boolean() })),
  status: z.enum(licenseStatuses),
  startsAt: z.string(),
  expiresAt: z.string().nullable(),
  /** Of a user who is locked: until when; null: until an administrator unlocks them. */
  lockedUntil: z.string().nullable(),
  /** Null: all. */
  availableRoles: z.array(z.string()).nullable(),
  availableDeviceTypes: z.array(z.string()).nullable(),
  ground: z.enum(permissionGrounds),
  /** Null: unlimited. */
  seatsLeft: z.number().int().nullable(),
  /** Null: more than one thing would have to change. */
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

/** Every licence for users, with whether this user can use it and why, by the names of the services. */
export const explainLicensesOfUser = route({
  ...explain,
  path: '/api/service/tenants/{tenantId}/users/{userId}/licenses',
  summary: 'Which licences a user can use, and why',
  params: z.strictObject({ tenantId: z.string().max(40), userId: loginUserId }),
});

/** Every licence for devices, likewise. */
export const explainLicensesOfDevice = route({
  ...explain,
  path: '/api/service/tenants/{tenantId}/devices/{deviceId}/licenses',
  summary: 'Which licences a device can use, and why',
  params: z.strictObject({ tenantId: z.string().max(40), deviceId }),
});
