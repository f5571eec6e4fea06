import { BULK_FILTER_LIMIT } from '#contract/limits.ts';
import type { CountedPermissions } from '#contract/service-management/permitted.ts';
import type { CellState, PermissionChange } from './types.ts';

/** What was changed in edit mode and is not saved yet (spec section 4, "Permission screen"). */
export type Pending = {
  /** All that match, with what the server counted of them when it was asked. */
  all?: { permitted: boolean; counted: CountedPermissions };
  /** Single ones, each the reverse of what holds without it. */
  changed: ReadonlyMap<string, boolean>;
};

export const nothingPending: Pending = { changed: new Map() };

export const isChanged = ({ all, changed }: Pending) => all !== undefined || changed.size > 0;

/** No call takes more single ones. */
export const isFull = ({ changed }: Pending) => changed.size >= BULK_FILTER_LIMIT;

const without = ({ all }: Pending, { permitted, allowed }: CellState) => (all && allowed ? all.permitted : permitted);

/** Whether a box is ticked. */
export function isTicked(pending: Pending, id: string, saved: CellState): boolean {
  return pending.changed.get(id) ?? without(pending, saved);
}

/** After a box was ticked or unticked. */
export function toggled(pending: Pending, id: string, saved: CellState): Pending {
  const wish = !isTicked(pending, id, saved);
  const changed = new Map(pending.changed);
  if (wish === without(pending, saved)) changed.delete(id);
  else changed.set(id, wish);
  return { ...pending, changed };
}

/**
 * After somebody else saved: what has become so already is no change any more. Told the latest first. What is pending for
 * all that match stays, with its single ones.
 */
export function afterOthers(pending: Pending, told: readonly Pick<PermissionChange, 'permitted' | 'taken'>[]): Pending {
  if (pending.all) return pending;
  const now = new Map<string, boolean>();
  for (const { permitted, taken } of [...told].reverse()) {
    for (const id of permitted) now.set(id, true);
    for (const id of taken) now.set(id, false);
  }
  return { changed: new Map([...pending.changed].filter(([id, wish]) => now.get(id) !== wish)) };
}

/** How many seats are taken once it is saved: each single change is one more or one less. */
export function usedAfter({ all, changed }: Pending, used: number): number {
  const base = all ? used - all.counted.permitted + (all.permitted ? all.counted.allowed : 0) : used;
  return [...changed.values()].reduce((sum, permitted) => sum + (permitted ? 1 : -1), base);
}

/** How many permissions become different. */
export function changeCount({ all, changed }: Pending): number {
  if (!all) return changed.size;
  const { allowed, permitted } = all.counted;
  return Math.max(0, (all.permitted ? allowed - permitted : permitted) - changed.size);
}

/** How it is saved: single ones; all that match a search; all there are and will be, as the rule of the licence. */
export type Saving =
  | { way: 'some'; permissions: { id: string; permitted: boolean }[] }
  | { way: 'matching'; permitted: boolean; reverse: string[]; expectedCount: number }
  | { way: 'rule'; permitted: boolean; reverse: string[] };

export function savingOf({ all, changed }: Pending, searching: boolean): Saving {
  if (!all) return { way: 'some', permissions: [...changed].map(([id, permitted]) => ({ id, permitted })) };
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
