import type { AskedAtDevice } from '#contract/sign-in/device-sign-in.ts';
import { failuresAt } from '../../devices/credentials/failures.ts';
import type { KnownDevice } from '../../devices/credentials/known-devices.ts';
import type { Limit } from '../../platform/limits/throttle.ts';
import type { SoughtBy } from './queries.ts';

const withinSeconds = 900;

/** What a device may have in hand at once: people stand before it one after the other. */
export const MOST_AT_ONCE = 4;

const deviceKey = ({ tenantId, uuid }: KnownDevice) => `${tenantId}/${uuid}`;

/** Failures at one device, and of one card or name wherever it is tried. A card is known by its keyed hash only. */
export function failureLimits(device: KnownDevice, { by, value }: SoughtBy, asks: readonly AskedAtDevice[]): Limit[] {
  const atDevice = failuresAt(device);
  // A PIN that is wrong is nobody's; and where nothing is asked besides a card, there is nothing to guess at one.
  if (by === 'userCode' || (by === 'card' && asks.length === 1)) return [atDevice];
  const whom = typeof value === 'string' ? value : value[0]?.toString('hex');
  return [atDevice, { name: 'deviceSubject', key: `${device.tenantId}/${by}/${whom}`, most: 10, withinSeconds }];
}

/**
 * Wrong PINs, where the PIN alone says who it is: at one device, and at all devices of the tenant. Of the PINs of the
 * shortest allowed length at most every tenth is somebody's (decisions.md), so a device gives away one in a quarter of an
 * hour, if everybody has a PIN as short as that.
 */
export function pinLimits(device: KnownDevice, { by }: SoughtBy): Limit[] {
  if (by !== 'userCode') return [];
  return [
    { name: 'devicePins', key: deviceKey(device), most: 10, withinSeconds },
    { name: 'tenantPins', key: device.tenantId, most: 200, withinSeconds },
  ];
}
