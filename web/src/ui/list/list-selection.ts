import type { ListSelection } from './list-types.ts';

/**
 * While rows are on their way, those of before are not what is asked for now, and cannot be chosen for it. Lists that
 * keep the chosen rows themselves (`plain`) know which they were.
 */
export function isClosed({ loading = false, plain = false }: { loading?: boolean; plain?: boolean }): boolean {
  return loading && !plain;
}

/** A row is ticked or unticked. From "all that match", unticking one leaves the others of the page. */
export function withRow(
  selection: ListSelection,
  id: string,
  chosen: boolean,
  pageIds: readonly string[],
): ListSelection {
  const ids = new Set(selection.all ? pageIds : selection.ids);
  if (chosen) ids.add(id);
  else ids.delete(id);
  return { all: false, ids };
}

/** The box in the head ticks or unticks the rows of the page; those chosen on other pages stay. */
export function withPage(selection: ListSelection, chosen: boolean, pageIds: readonly string[]): ListSelection {
  const ids = new Set(selection.all ? [] : selection.ids);
  for (const id of pageIds) {
    if (chosen) ids.add(id);
    else ids.delete(id);
  }
  return { all: false, ids };
}

/** How many of a page are chosen, for the box in the head. */
export function pageState(selection: ListSelection, pageIds: readonly string[]): 'all' | 'some' | 'none' {
  if (pageIds.length === 0) return 'none';
  if (selection.all) return 'all';
  const count = pageIds.filter((id) => selection.ids.has(id)).length;
  return count === pageIds.length ? 'all' : count > 0 ? 'some' : 'none';
}
