import type { Period } from '../platform/db/period.ts';
import type { Place } from './place.ts';

/** What is read of a log: between two places, to neither of which it reaches. */
export interface Reading extends Period {
  /** Older than this, newer than that. */
  below: Place;
  above: Place;
  /** The oldest first: for a page before the one that was seen. */
  backwards: boolean;
  /** So many rows of each stream are looked at. */
  budget: number;
  limit: number;
}
