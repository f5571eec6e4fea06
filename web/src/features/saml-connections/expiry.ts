import type { Connection } from './queries.ts';

/** Until when answers can be checked: the end of the certificate that is valid longest. */
export const lastExpiry = ({ certifications }: Pick<Connection, 'certifications'>): string | null =>
  certifications
    .map(({ expiresAt }) => expiresAt)
    .sort()
    .at(-1) ?? null;
