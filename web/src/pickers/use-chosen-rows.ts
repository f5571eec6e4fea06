import { useMemo, useState } from 'react';
import { chooseRows, type ChosenRows } from './chosen-rows.ts';

type Picked<Row> = { chosen: ChosenRows<Row>; cut: boolean };

const none = { chosen: new Map<string, never>(), cut: false };
const nobody: ReadonlySet<string> = new Set();

/**
 * What is ticked over the pages of a list, at most `most` and none of those that are `gone`; `cut` says that more were
 * wanted, which is to be said.
 */
export function useChosenRows<Row extends { uuid: string }>(most: number, gone = nobody) {
  const [{ chosen, cut }, set] = useState<Picked<Row>>(none);
  const rows = useMemo(() => [...chosen.values()].filter(({ uuid }) => !gone.has(uuid)), [chosen, gone]);
  const selection = useMemo(() => ({ all: false, ids: new Set(rows.map(({ uuid }) => uuid)) }), [rows]);
  return {
    rows,
    cut,
    selection,
    choose: (ids: ReadonlySet<string>, page: readonly Row[] = []) => set(chooseRows(chosen, ids, page, most)),
    clear: () => set(none),
  };
}
