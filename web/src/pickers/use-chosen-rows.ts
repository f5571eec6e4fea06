import { useMemo, useState } from 'react';
import { chooseRows, type ChosenRows } from './chosen-rows.ts';

type Picked<Row> = { chosen: ChosenRows<Row>; cut: boolean };

const none = { chosen: new Map<string, never>(), cut: false };

/** What is ticked over the pages of a list, at most `most`; `cut` says that more were wanted, which is to be said. */
export function useChosenRows<Row extends { uuid: string }>(most: number) {
  const [{ chosen, cut }, set] = useState<Picked<Row>>(none);
  const selection = useMemo(() => ({ all: false, ids: new Set(chosen.keys()) }), [chosen]);
  const rows = useMemo(() => [...chosen.values()], [chosen]);
  return {
    rows,
    cut,
    selection,
    choose: (ids: ReadonlySet<string>, page: readonly Row[] = []) => set(chooseRows(chosen, ids, page, most)),
    clear: () => set(none),
  };
}
