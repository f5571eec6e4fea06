import { z } from 'zod';
import { groupName } from '../fields.ts';
import * as field from '../fields.ts';
import { MAX_DEVICE_AUTHENTICATION_ID_LENGTH } from '../limits.ts';
import { roles } from '../roles.ts';
import { isAscii } from '../rules.ts';

/** The maker's serial number. */
export const serialId = z
  .string()
  .max(MAX_DEVICE_AUTHENTICATION_ID_LENGTH)
  .refine((value) => isAscii(value) && value.trim() !== '')
  .overwrite((value) => value.trim());
export const deviceRoles = z
  .array(z.enum(roles))
  .min(1)
  .max(roles.length)
  .overwrite((given) => [...new Set(given)]);

/**
 * Whether a device can sign in (docs/decisions/0036): never enrolled; first secret issued; in use; revoked; or revoked
 * because a replaced secret was used again.
 */
export const deviceCredentialStatuses = ['none', 'issued', 'active', 'revoked', 'cloned'] as const;
export type DeviceCredentialStatus = (typeof deviceCredentialStatuses)[number];

/** A device (spec section 3). */
export const device = z.strictObject({
  uuid: field.uuid,
  deviceId: z.string(),
  serialId: z.string(),
  deviceType: z.string(),
  /** The comment. */
  description: z.string(),
  /** A license for some roles only is for devices with one of them. */
  roles: z.array(z.string()),
  /** Direct groups, by name. */
  groups: z.array(groupName),
  /** Last contact with Portico; null: none yet. */
  lastSeenAt: z.string().nullable(),
  credentialStatus: z.enum(deviceCredentialStatuses),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Device = z.output<typeof device>;
