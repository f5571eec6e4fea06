import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ListColumn } from './list-types.ts';

/**
 * The columns there is room for: while the table is wider than its place, those with a priority give way, the highest
 * first. They come back where there is room again.
 */
export function useFittingColumns<Row>(
  columns: readonly ListColumn<Row>[],
  place: HTMLElement | null,
): readonly ListColumn<Row>[] {
  const [given, setGiven] = useState(0);
  /** How wide the place has to be for each that gave way to come back. */
  const needed = useRef<number[]>([]);
  const order = useMemo(
    () =>
      columns
        .filter(({ priority }) => priority !== undefined)
        .sort((one, other) => (other.priority ?? 0) - (one.priority ?? 0))
        .map(({ id }) => id),
    [columns],
  );
  const key = columns.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns need other room
  useLayoutEffect(() => {
    needed.current = [];
    setGiven(0);
  }, [key]);
  useLayoutEffect(() => {
    const table = place?.querySelector('table');
    if (!place || !table) return;
    const look = () => {
      const room = place.clientWidth;
      const width = table.offsetWidth;
      // As cards the rows have no columns.
      if (getComputedStyle(table).display !== 'table') return;
      if (width > room + 1 && given < order.length) {
        needed.current[given] = width;
        setGiven(given + 1);
      } else if (given > 0 && room >= (needed.current[given - 1] ?? Number.POSITIVE_INFINITY)) setGiven(given - 1);
      place.toggleAttribute('data-wide', width > room + 1 && given >= order.length);
    };
    look();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(look);
    observer.observe(place);
    observer.observe(table);
    return () => observer.disconnect();
  }, [place, given, order]);
  return useMemo(() => {
    const gone = new Set(order.slice(0, given));
    return gone.size === 0 ? columns : columns.filter(({ id }) => !gone.has(id));
  }, [columns, order, given]);
}
