import { isUnlimitedVolume } from '#contract/display.ts';
import { BULK_FILTER_LIMIT } from '#contract/limits.ts';
import type { CountedPermissions } from '#contract/licences/permitted.ts';
import type { CellState, Chosen, License, PermissionChange } from './types.ts';

/** What was changed in edit mode and is not saved yet (spec section 4, "Permission screen"), whatever is searched meanwhile. */
export type Pending = {
  /** All there are and will be, with what the server counted of them when it was asked. */
  all?: { permitted: boolean; counted: CountedPermissions };
  /** Single ones, each the reverse of what holds without it. */
  changed: ReadonlyMap<string, Change>;
};

/** `saved`: what holds until it is saved; undefined: somebody set a rule meanwhile, and the cell was not seen since. */
export type Change = { permitted: boolean; saved: boolean | undefined; name: string };

export const nothingPending: Pending = { changed: new Map() };

export const isChanged = ({ all, changed }: Pending) => all !== undefined || changed.size > 0;

/** No call takes more single ones. */
export const isFull = ({ changed }: Pending) => changed.size >= BULK_FILTER_LIMIT;

const without = ({ all }: Pending, { permitted, allowed }: CellState) => (all && allowed ? all.permitted : permitted);

/** Whether a box is ticked. */
export function isTicked(pending: Pending, id: string, saved: CellState): boolean {
  return pending.changed.get(id)?.permitted ?? without(pending, saved);
}

/** After the boxes of some were ticked, or unticked; those whom the licence is not for have none. */
export function withChosen(pending: Pending, chosen: readonly Chosen[], permitted: boolean): Pending {
  const changed = new Map(pending.changed);
  for (const { id, name, cell } of chosen) {
    if (!cell.allowed) continue;
    if (permitted === without(pending, cell)) changed.delete(id);
    else changed.set(id, { permitted, saved: cell.permitted, name });
  }
  return { ...pending, changed };
}

/** After a box was ticked or unticked. */
export const toggled = (pending: Pending, one: Chosen): Pending =>
  withChosen(pending, [one], !isTicked(pending, one.id, one.cell));

/** Without one of the single changes. */
export function withoutChange(pending: Pending, id: string): Pending {
  const changed = new Map(pending.changed);
  changed.delete(id);
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

/** Whether saving gives a seat to anybody: without one more, a licence may stay over its limit. */
function givesSeat({ all, changed }: Pending): boolean {
  const single = [...changed.values()];
  if (!all?.permitted) return single.some(({ permitted, saved }) => permitted && saved !== true);
  const left = single.filter(({ permitted, saved }) => !permitted && saved === false).length;
  return all.counted.allowed - all.counted.permitted > left;
}

/** How many seats saving would need beyond those there are; 0 too where that is not known: then the server says it. */
export function missingSeats(pending: Pending, { usedVolume, volume }: Pick<License, 'usedVolume' | 'volume'>): number {
  if (isUnlimitedVolume(volume) || unseenCount(pending) > 0 || !givesSeat(pending)) return 0;
  return Math.max(0, usedAfter(pending, usedVolume) - volume);
}

/** How it is saved: single ones; all there are and will be, as the rule of the licence. */
export type Saving =
  | { way: 'some'; permissions: { id: string; permitted: boolean }[] }
  | { way: 'rule'; permitted: boolean; reverse: string[] };

export function savingOf({ all, changed }: Pending): Saving {
  if (all) return { way: 'rule', permitted: all.permitted, reverse: [...changed.keys()] };
  return { way: 'some', permissions: [...changed].map(([id, { permitted }]) => ({ id, permitted })) };
}

/** Why Setting cannot be pressed (spec section 4): nothing to set, or a search that finds too many. */
export function hindrance(total: number, searching: boolean): 'none' | 'tooMany' | undefined {
  if (total === 0) return 'none';
  return searching && total > BULK_FILTER_LIMIT ? 'tooMany' : undefined;
}
