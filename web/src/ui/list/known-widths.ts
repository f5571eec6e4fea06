import type { ListColumn } from './list-types.ts';

const keyOf = (list: string) => `portico-widths:${list}`;

/** Keeps how wide the columns of a list came to be, for the next time that it loads. */
export function keepWidths(list: string, table: HTMLTableElement): void {
  const heads = [...table.querySelectorAll<HTMLElement>('thead th[data-column]')];
  const widths = Object.fromEntries(heads.map((head) => [head.dataset.column, Math.round(head.offsetWidth)]));
  if (Object.values(widths).every((width) => width === 0)) return;
  try {
    sessionStorage.setItem(keyOf(list), JSON.stringify(widths));
  } catch {
    // Storage may be forbidden: the next skeleton guesses.
  }
}

/** How wide a column was when the list was there last. */
export function knownWidths<Row>(list: string, columns: readonly ListColumn<Row>[]): Readonly<Record<string, number>> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(list)) ?? '{}');
    const widths = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
    const known = columns.flatMap(({ id }) => (typeof widths[id] === 'number' ? [[id, widths[id]] as const] : []));
    return known.length === columns.length ? Object.fromEntries(known) : {};
  } catch {
    return {};
  }
}
