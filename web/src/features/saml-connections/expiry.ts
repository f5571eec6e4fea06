import type { Connection } from './queries.ts';

type Certificate = Pick<Connection['certifications'][number], 'expiresAt'>;

const DAY_MS = 86_400_000;
/** From here on the next certificate is due. */
const SOON_DAYS = 30;

export type ExpiryState = 'expired' | 'soon' | 'valid';

export function expiryState({ expiresAt }: Certificate, now = Date.now()): ExpiryState {
  const left = new Date(expiresAt).getTime() - now;
  if (left <= 0) return 'expired';
  return left <= SOON_DAYS * DAY_MS ? 'soon' : 'valid';
}

/** Until when answers can be checked: the end of the certificate that is valid longest. */
export const lastExpiry = ({ certifications }: Pick<Connection, 'certifications'>): string | null =>
  certifications
    .map(({ expiresAt }) => expiresAt)
    .sort()
    .at(-1) ?? null;
