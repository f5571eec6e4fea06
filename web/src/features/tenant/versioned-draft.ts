import { useState } from 'react';

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields of `values` that differ from `base`. */
export function changedIn<T extends object>(base: T, values: T): (keyof T & string)[] {
  return (Object.keys(values) as (keyof T & string)[]).filter((field) => !same(base[field], values[field]));
}

/** `theirs`, with what was changed of `base` on top where `keep` says so. */
export function merged<T extends object>(base: T, mine: T, theirs: T, keep: (field: keyof T & string) => boolean): T {
  const kept = changedIn(base, mine).filter(keep);
  return { ...theirs, ...Object.fromEntries(kept.map((field) => [field, mine[field]])) };
}

/**
 * Settings that are edited from a version on. What others save meanwhile (`newer`) is taken over on purpose only: theirs
 * where both changed the same, or one's own.
 */
export function useVersionedDraft<Saved extends object, T extends object>(begun: Saved, toDraft: (saved: Saved) => T) {
  const [base, setBase] = useState(begun);
  const [draft, setDraft] = useState(() => toDraft(begun));
  const [newer, setNewer] = useState<Saved>();
  /** Grows when the fields are to forget what was typed. */
  const [round, setRound] = useState(0);
  const begin = (saved: Saved, values = toDraft(saved)) => {
    setBase(saved);
    setDraft(values);
    setNewer(undefined);
    setRound((before) => before + 1);
  };
  const old = toDraft(base);
  const theirs = newer && toDraft(newer);
  const theirChanges = theirs ? changedIn(old, theirs) : [];
  return {
    base,
    draft,
    newer,
    round,
    changed: changedIn(old, draft).length > 0,
    change: (some: Partial<T>) => setDraft((before) => ({ ...before, ...some })),
    begin,
    meet: setNewer,
    /** What they changed; `both`: and oneself too, otherwise. */
    differences: theirChanges.map((field) => ({
      field,
      both: changedIn(old, draft).includes(field) && theirs !== undefined && !same(theirs[field], draft[field]),
    })),
    takeTheirs: () =>
      newer &&
      theirs &&
      begin(
        newer,
        merged(old, draft, theirs, (field) => !theirChanges.includes(field)),
      ),
    keepMine: () =>
      newer &&
      theirs &&
      begin(
        newer,
        merged(old, draft, theirs, () => true),
      ),
  };
}
