import type { AskedAtDevice } from '#contract/sign-in/device-sign-in.ts';
import { failuresAt } from '../../devices/credentials/failures.ts';
import type { KnownDevice } from '../../devices/credentials/known-devices.ts';
import type { Limit } from '../../platform/limits/throttle.ts';
import type { SoughtBy } from './queries.ts';

const withinSeconds = 900;

/** Maximum concurrent sign-ins at a device: its users come one after the other. */
export const MOST_AT_ONCE = 4;

const deviceKey = ({ tenantId, uuid }: KnownDevice) => `${tenantId}/${uuid}`;

/** Failure limits of one device, and of one card or name at any device. A card is identified by its keyed hash only. */
export function failureLimits(device: KnownDevice, { by, value }: SoughtBy, asks: readonly AskedAtDevice[]): Limit[] {
  const atDevice = failuresAt(device);
  // A wrong PIN belongs to no account; and if only a card is required, there is nothing to guess.
  if (by === 'userCode' || (by === 'card' && asks.length === 1)) return [atDevice];
  const whom = typeof value === 'string' ? value : value[0]?.toString('hex');
  return [atDevice, { name: 'deviceSubject', key: `${device.tenantId}/${by}/${whom}`, most: 10, withinSeconds }];
}

/**
 * Limits for wrong PINs where the PIN alone identifies the user: per device and for all devices of the tenant. At most
 * every tenth PIN of the shortest allowed length is in use (decisions.md), so guessing at a device finds one in a
 * quarter of an hour, if all PINs are that short.
 */
export function pinLimits(device: KnownDevice, { by }: SoughtBy): Limit[] {
  if (by !== 'userCode') return [];
  return [
    { name: 'devicePins', key: deviceKey(device), most: 10, withinSeconds },
    { name: 'tenantPins', key: device.tenantId, most: 200, withinSeconds },
  ];
}
