import type { Period } from '../platform/db/period.ts';
import type { Place } from './place.ts';

/** The part of a log to read: between two places, without the places themselves. */
export interface Reading extends Period {
  /** Rows older than `below` and newer than `above`. */
  below: Place;
  above: Place;
  /** Oldest first: for the page before the one shown. */
  backwards: boolean;
  /** Most rows to read of each stream. */
  budget: number;
  limit: number;
}
