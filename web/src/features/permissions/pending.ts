import { BULK_FILTER_LIMIT } from '#contract/limits.ts';
import type { CountedPermissions } from '#contract/licences/permitted.ts';
import type { CellState, PermissionChange } from './types.ts';

/** What was changed in edit mode and is not saved yet (spec section 4, "Permission screen"). */
export type Pending = {
  /** All that match, with what the server counted of them when it was asked. */
  all?: { permitted: boolean; counted: CountedPermissions };
  /** Single ones, each the reverse of what holds without it. */
  changed: ReadonlyMap<string, Change>;
};

/** `saved`: what holds until it is saved; undefined: somebody set a rule meanwhile, and the cell was not seen since. */
type Change = { permitted: boolean; saved: boolean | undefined };

export const nothingPending: Pending = { changed: new Map() };

export const isChanged = ({ all, changed }: Pending) => all !== undefined || changed.size > 0;

/** No call takes more single ones. */
export const isFull = ({ changed }: Pending) => changed.size >= BULK_FILTER_LIMIT;

const without = ({ all }: Pending, { permitted, allowed }: CellState) => (all && allowed ? all.permitted : permitted);

/** Whether a box is ticked. */
export function isTicked(pending: Pending, id: string, saved: CellState): boolean {
  return pending.changed.get(id)?.permitted ?? without(pending, saved);
}

/** After a box was ticked or unticked. */
export function toggled(pending: Pending, id: string, saved: CellState): Pending {
  const wish = !isTicked(pending, id, saved);
  const changed = new Map(pending.changed);
  if (wish === without(pending, saved)) changed.delete(id);
  else changed.set(id, { permitted: wish, saved: saved.permitted });
  return { ...pending, changed };
}

/**
 * After somebody else saved: what has become so already is no change any more. Told the latest first. What is pending for
 * all that match stays, with its single ones. Who is touched by a rule is not told.
 */
export function afterOthers(
  pending: Pending,
  told: readonly Pick<PermissionChange, 'isRule' | 'permitted' | 'taken'>[],
): Pending {
  const now = new Map<string, boolean>();
  for (const { isRule, permitted, taken } of [...told].reverse()) {
    if (isRule) now.clear();
    for (const id of permitted) now.set(id, true);
    for (const id of taken) now.set(id, false);
  }
  const hasRule = told.some(({ isRule }) => isRule);
  return withSaved(pending, (id, saved) => now.get(id) ?? (hasRule ? undefined : saved));
}

/** After cells were read anew, at the revision that what is pending goes by. */
export function afterSeen(pending: Pending, permitted: ReadonlyMap<string, boolean>): Pending {
  return withSaved(pending, (id, saved) => permitted.get(id) ?? saved);
}

/** The same where nothing is another. */
function withSaved(pending: Pending, now: (id: string, before: boolean | undefined) => boolean | undefined): Pending {
  const changed = new Map<string, Change>();
  for (const [id, change] of pending.changed) {
    const saved = now(id, change.saved);
    if (pending.all || saved !== change.permitted)
      changed.set(id, saved === change.saved ? change : { ...change, saved });
  }
  const isSame = [...pending.changed].every(([id, change]) => changed.get(id) === change);
  return isSame ? pending : { ...pending, changed };
}

/** Of how many single changes nobody knows whether they still are some. */
export function unseenCount({ all, changed }: Pending): number {
  return all ? 0 : [...changed.values()].filter(({ saved }) => saved === undefined).length;
}

/** How many seats are taken once it is saved: each single change is one more or one less, as far as that is known. */
export function usedAfter({ all, changed }: Pending, used: number): number {
  const base = all ? used - all.counted.permitted + (all.permitted ? all.counted.allowed : 0) : used;
  const known = [...changed.values()].filter(({ saved }) => all !== undefined || saved !== undefined);
  return known.reduce((sum, { permitted }) => sum + (permitted ? 1 : -1), base);
}

/** How many permissions become different. A single change after all were ticked may be the way back to what is saved. */
export function changeCount({ all, changed }: Pending): number {
  if (!all) return changed.size;
  const { allowed, permitted } = all.counted;
  const base = all.permitted ? allowed - permitted : permitted;
  const count = [...changed.values()].reduce((sum, one) => sum + (one.saved === one.permitted ? -1 : 1), base);
  return Math.max(0, count);
}

/** How it is saved: single ones; all that match a search; all there are and will be, as the rule of the licence. */
export type Saving =
  | { way: 'some'; permissions: { id: string; permitted: boolean }[] }
  | { way: 'matching'; permitted: boolean; reverse: string[]; expectedCount: number }
  | { way: 'rule'; permitted: boolean; reverse: string[] };

export function savingOf({ all, changed }: Pending, searching: boolean): Saving {
  if (!all) return { way: 'some', permissions: [...changed].map(([id, { permitted }]) => ({ id, permitted })) };
  const reverse = [...changed.keys()];
  const { permitted, counted } = all;
  return searching
    ? { way: 'matching', permitted, reverse, expectedCount: counted.matching }
    : { way: 'rule', permitted, reverse };
}

/** Why Setting cannot be pressed (spec section 4): nothing to set, or a search that finds too many. */
export function hindrance(total: number, searching: boolean): 'none' | 'tooMany' | undefined {
  if (total === 0) return 'none';
  return searching && total > BULK_FILTER_LIMIT ? 'tooMany' : undefined;
}
