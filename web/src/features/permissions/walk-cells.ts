import type { KeyboardEvent } from 'react';

const steps: Record<string, [row: number, column: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Arrow keys go from a box or a mark to the next one in that direction, over cells that have neither. */
export function walkCells(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const cell = (event.target as HTMLElement).closest('td');
  const from = cell?.closest('tr');
  if (!step || !cell || !from) return;
  const rows = [...(from.parentElement?.children ?? [])];
  let [row, column] = [rows.indexOf(from) + step[0], cell.cellIndex + step[1]];
  while (rows[row]?.children[column]) {
    const target = rows[row]?.children[column]?.querySelector<HTMLElement>('input, button');
    if (target) {
      event.preventDefault();
      target.focus();
      return;
    }
    row += step[0];
    column += step[1];
  }
}
