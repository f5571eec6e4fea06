import { useMemo, useState } from 'react';
import type { ListColumn } from './list-types.ts';

type Visibility = Record<string, boolean>;

function storageKey(list: string): string {
  return `portico-columns:${list}`;
}

function remembered(list: string): Visibility {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey(list)) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, shown]) => typeof shown === 'boolean')) as Visibility;
  } catch {
    return {};
  }
}

/** Which columns of a list are shown: the browser's memory over what the columns say of themselves. */
export function useChosenColumns<Row>(
  list: string,
  columns: readonly ListColumn<Row>[],
): [Visibility, (column: string, shown: boolean) => void, asked: Visibility] {
  const [chosen, setChosen] = useState(() => remembered(list));
  const visible = useMemo(
    () =>
      Object.fromEntries(
        columns.map(({ id, isName, hiddenAtFirst }) => [id, isName ? true : (chosen[id] ?? !hiddenAtFirst)]),
      ),
    [columns, chosen],
  );
  const choose = (column: string, shown: boolean) => {
    const next = { ...chosen, [column]: shown };
    setChosen(next);
    try {
      localStorage.setItem(storageKey(list), JSON.stringify(next));
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
  };
  return [visible, choose, chosen];
}
