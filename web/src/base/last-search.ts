import { useEffect } from 'react';

/** The search with which each list was left, by its page; forgotten when the pages are loaded anew. */
const left = new Map<string, object>();

/** For a list: the way back from one of its rows leads to what was searched for. */
export function useKeptSearch(path: string, search: object): void {
  useEffect(() => void left.set(path, search), [path, search]);
}

/** For what leads back to a list. */
export const lastSearch = <Search extends object>(path: string) => (left.get(path) ?? {}) as Search;
