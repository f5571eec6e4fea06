import type { PickableGroup } from './GroupRows.tsx';

/** A group gone into, and the page of the list that it was on. */
type Step = PickableGroup & { onPage: number };

/** Where somebody stands in the group selection dialog. */
export type GroupWalk = {
  tab: 'list' | 'search';
  /** The groups gone into, the last being the one whose children are shown. */
  path: readonly Step[];
  /** From 1, of the list and of the search. */
  listPage: number;
  searchPage: number;
  keyword: string;
  chosen: PickableGroup | undefined;
  /** After going back: the group that was left, where the keyboard goes on. */
  left: string | undefined;
  /** The dialog has just opened: the keyboard begins in the rows. */
  fresh: boolean;
};

export type WalkEvent =
  | { type: 'tab'; tab: GroupWalk['tab'] }
  | { type: 'open'; group: PickableGroup }
  | { type: 'back' }
  | { type: 'top' }
  | { type: 'search'; keyword: string }
  | { type: 'page'; page: number }
  | { type: 'choose'; group: PickableGroup };

export const walkBegin: GroupWalk = {
  tab: 'list',
  path: [],
  listPage: 1,
  searchPage: 1,
  keyword: '',
  chosen: undefined,
  left: undefined,
  fresh: true,
};

/** The next place. What was chosen stays chosen wherever one goes. */
export function walk(at: GroupWalk, event: WalkEvent): GroupWalk {
  switch (event.type) {
    case 'tab':
      return { ...at, tab: event.tab, fresh: false };
    case 'open':
      return { ...at, path: [...at.path, { ...event.group, onPage: at.listPage }], listPage: 1, left: undefined };
    case 'back': {
      const left = at.path.at(-1);
      return { ...at, path: at.path.slice(0, -1), listPage: left?.onPage ?? 1, left: left?.uuid };
    }
    case 'top':
      return { ...at, path: [], listPage: 1, left: undefined };
    case 'search':
      return { ...at, keyword: event.keyword, searchPage: 1 };
    case 'page':
      return at.tab === 'list' ? { ...at, listPage: event.page } : { ...at, searchPage: event.page };
    case 'choose':
      return { ...at, chosen: event.group };
  }
}
