import { readIconId } from '#contract/site/navigation-icons.ts';

/** What the address of the top page says. */
export type TopSearch = {
  /** The application whose guide is wanted. */
  iconId?: string | undefined;
  /** What services are searched for. */
  q?: string | undefined;
  order?: 'ascending' | 'descending' | undefined;
  /** Hidden services are shown too. */
  all?: boolean | undefined;
};

/** Reads an address; what it does not say, and what is as always, is left out. */
export function readTopSearch(search: Record<string, unknown>): TopSearch {
  const iconId = readIconId(search.iconId);
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, 128) : '';
  return {
    ...(iconId ? { iconId } : {}),
    ...(q ? { q } : {}),
    ...(search.order === 'descending' ? { order: 'descending' } : {}),
    ...(search.all === true ? { all: true } : {}),
  };
}
