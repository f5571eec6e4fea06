import { z } from 'zod';
import * as field from '../fields.ts';

/** The largest icon, in characters of its SVG. */
export const MAX_ICON_LENGTH = 32 * 1024;

export const serviceClass = field.providerId;
export const contractId = field.providerId;
export const licenseId = field.providerId;

export const licenseStatuses = ['activated', 'suspended', 'expired'] as const;
export const volumeTypes = ['user', 'device'] as const;

/** A license (spec section 3). */
export const license = z.strictObject({
  licenseId: z.string(),
  contractId: z.string(),
  /** In the requested language. */
  serviceName: z.string(),
  serviceClass: z.string(),
  usedVolume: z.number().int(),
  /** 100,000,000 and more: unlimited. */
  volume: z.number().int(),
  /** Since when use exceeds the volume; null: it does not. */
  overUsedSince: z.string().nullable(),
  volumeType: z.enum(volumeTypes),
  /** Null: all. */
  availableRoles: z.array(z.string()).nullable(),
  availableDeviceTypes: z.array(z.string()).nullable(),
  status: z.enum(licenseStatuses),
  /** Its own start or its contract's. */
  startsAt: z.string(),
  expiresAt: z.string().nullable(),
  contractSystemExtension: z.strictObject({ ratePlanName: z.string(), subscriptionRegionalId: z.string() }),
});
export type License = z.output<typeof license>;

export const contractFacts = z.strictObject({
  contractId: z.string(),
  ratePlanName: z.string(),
  subscriptionRegionalId: z.string(),
  startsAt: z.string(),
  endsAt: z.string().nullable(),
});
export type ContractFacts = z.output<typeof contractFacts>;

/** The tenant in the path: an invalid ID is answered like an unknown one. */
export const tenantParams = z.strictObject({ tenantId: z.string().max(40) });

/** Language of names in the answer; by default the caller's. */
export const locale = field.locale.optional();
