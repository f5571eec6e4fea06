import { useSyncExternalStore } from 'react';
import type { Pending } from './pending.ts';
import type { PermissionSearch } from './search.ts';
import type { License, PermissionChange } from './types.ts';

export type Editing = {
  license: License;
  /** The address at which Setting was pressed: with other licences shown, edit mode is left. */
  search: PermissionSearch;
  pending: Pending;
  /** Of the permissions that what is pending goes by. */
  revision: number;
  /** What others saved since Setting was pressed, the latest first. */
  told: readonly PermissionChange[];
  /** Save was pressed before it was told. */
  asked: boolean;
};

type Now = Editing | undefined;

/** What is edited, outside the state of the screen: a tick draws its box and the counts, and nothing else. */
export type EditingStore = {
  get: () => Now;
  set: (change: (before: Now) => Now) => void;
  subscribe: (heard: () => void) => () => void;
};

export function createEditingStore(now?: Editing): EditingStore {
  let current: Now = now;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (change) => {
      const before = current;
      current = change(before);
      if (current !== before) for (const heard of [...listeners]) heard();
    },
    subscribe: (heard) => {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
  };
}

/** A part of what is edited; draws again only when that part is another one, so it must not be made anew each time. */
export function useEdited<Part>(store: EditingStore, part: (now: Now) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => part(store.get()));
}
