import type { License } from '#contract/licences/fields.ts';
import { isUnlimitedVolume } from '#contract/display.ts';

/** How many of all have a second factor. The two counts were made one after the other: neither may look impossible. */
export function adoption(all: number, without: number): { have: number; all: number; share: number } {
  const have = Math.max(0, all - without);
  return { have, all, share: all === 0 ? 0 : have / all };
}

type Volume = Pick<License, 'usedVolume' | 'volume'>;

/** How much of a licence is used; of an unlimited one, nothing. */
export function usedShare({ usedVolume, volume }: Volume): number {
  if (isUnlimitedVolume(volume)) return 0;
  return volume === 0 ? 1 : usedVolume / volume;
}

/** Those that run out first, first. */
export function fullestFirst<T extends Volume>(licenses: readonly T[], most: number): T[] {
  return [...licenses].sort((a, b) => usedShare(b) - usedShare(a)).slice(0, most);
}

/** So many days ahead an expiring password is told of. */
export const WARNED_DAYS = 14;

/** How old a password is that expires within those days, where passwords live so many. */
export function ageToWarnOf(life: number): number {
  return Math.max(1, life - WARNED_DAYS);
}
