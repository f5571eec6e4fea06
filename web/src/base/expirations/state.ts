import type { Expiration } from '#contract/site/expirations.ts';

const DAY_MS = 86_400_000;
/** From here on its successor is due. */
const SOON_DAYS = 30;

export type ExpiryState = 'expired' | 'soon' | 'valid';

export function expiryState({ expiresAt }: Pick<Expiration, 'expiresAt'>, now = Date.now()): ExpiryState {
  const left = new Date(expiresAt).getTime() - now;
  if (left <= 0) return 'expired';
  return left <= SOON_DAYS * DAY_MS ? 'soon' : 'valid';
}

/** Nothing comes after it, and users are kept from signing in soon, or already. */
export const isDue = (expiration: Pick<Expiration, 'expiresAt' | 'replaced'>): boolean =>
  !expiration.replaced && expiryState(expiration) !== 'valid';
