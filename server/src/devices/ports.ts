import type { InGroup } from '#contract/in-group.ts';
import type { Predicate } from '../platform/db/search/predicate.ts';
import type { Tx } from '../platform/db/transaction.ts';
import { port } from '../platform/port.ts';

// What lists of devices ask of groups.

type OfGroup = { group?: InGroup | undefined };

/** What must hold of a device `d` that is to be in the group (or not in it). */
export const inGroup = port<[row: string, group: InGroup], Predicate>('inGroup');

/** Throws `invalid_params` where a condition names a group that is not there. */
export const refuseUnknownGroup = port<[tx: Tx, condition: OfGroup], Promise<void>>('refuseUnknownGroup');

/** Throws `group_deleted_meanwhile` behind what a job has read by a condition, which is worthless then. */
export const refuseGroupGone = port<[tx: Tx, condition: OfGroup], Promise<void>>('refuseGroupGone');
