import type { InGroup } from '#contract/in-group.ts';
import type { Predicate } from '../platform/db/search/predicate.ts';
import type { Tx } from '../platform/db/transaction.ts';
import { port } from '../platform/port.ts';

// Functions that device lists require of groups.

type OfGroup = { group?: InGroup | undefined };

/** Predicate: a device `d` is in the group (or is not). */
export const inGroup = port<[row: string, group: InGroup], Predicate>('inGroup');

/** Throws `invalid_params` if a condition names an unknown group. */
export const refuseUnknownGroup = port<[tx: Tx, condition: OfGroup], Promise<void>>('refuseUnknownGroup');

/**
 * Throws `group_deleted_meanwhile` if the group of a job's condition was deleted while the job read by it: the result
 * is then invalid.
 */
export const refuseGroupGone = port<[tx: Tx, condition: OfGroup], Promise<void>>('refuseGroupGone');
