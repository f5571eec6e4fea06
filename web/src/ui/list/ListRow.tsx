import { Checkbox } from '@mantine/core';
import { type CSSProperties, memo, type MouseEvent } from 'react';
import { dash } from '#contract/display.ts';
import { useT } from '../../i18n/use-t.tsx';
import { isClosed, withRow } from './list-selection.ts';
import classes from './ListTable.module.css';
import type { ListColumn, ListTableProps } from './list-types.ts';
import { tableRoles } from './table-roles.ts';

export type BodyRow<Row> = { id: string; original: Row };
export type ListBodyProps<Row> = ListTableProps<Row> & {
  shown: readonly ListColumn<Row>[];
  /** Absent while there are no rows to show. */
  bodyRows: readonly BodyRow<Row>[] | undefined;
  scroller: HTMLElement | null;
  pageIds: readonly string[];
};

export const ROW_HEIGHT = 52;

/** How high a row is; as a card (ListTable.module.css) it is at least so high. */
export const heightOf = (rowHeight: number) => ({ '--row-height': `${rowHeight}px` }) as CSSProperties;

type RowProps<Row> = ListBodyProps<Row> & {
  row: BodyRow<Row>;
  index: number;
  /** Told of the row that is drawn, where rows are only put in while in sight. */
  measure?: (row: HTMLElement | null) => void;
};

export function ListRow<Row extends object>(props: RowProps<Row>) {
  const { row, index, shown, selection, onSelection, rowName, rowHeight = ROW_HEIGHT, pageIds, measure } = props;
  const t = useT();
  const chosen = selection ? selection.all || selection.ids.has(row.id) : false;
  return (
    <tr
      {...tableRoles.row}
      onClick={followRow}
      ref={measure}
      data-index={measure && index}
      style={heightOf(rowHeight)}
      aria-rowindex={index + 2}
      data-chosen={chosen || undefined}
    >
      {selection && onSelection ? (
        <td {...tableRoles.cell} className={classes.check}>
          <Checkbox
            aria-label={t('ui.chooseRow', { name: rowName(row.original) })}
            checked={chosen}
            disabled={isClosed(props)}
            onChange={(event) => onSelection(withRow(selection, row.id, event.currentTarget.checked, pageIds))}
          />
        </td>
      ) : null}
      <Cells row={row.original} shown={shown} />
    </tr>
  );
}

/** The link of its name covers the row (ListTable.module.css); what lies above it, like a time with its tooltip, leads there too. */
function followRow({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>): void {
  const link = currentTarget.querySelector<HTMLElement>('th a');
  if (!link || (target as Element).closest('a, button, input, label, select, [tabindex]:not(section)')) return;
  link.dispatchEvent(new window.MouseEvent('click', { ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }));
}

function AllCells<Row extends object>({ row, shown }: { row: Row; shown: readonly ListColumn<Row>[] }) {
  return shown.map(({ id, header, cell, isName, numeric, isText, isActs, isStatus, priority }) => {
    const shownThere = cell(row);
    return isName ? (
      <th key={id} {...tableRoles.rowHeader} scope="row">
        {shownThere}
      </th>
    ) : (
      <td
        key={id}
        {...tableRoles.cell}
        data-numeric={numeric || undefined}
        data-text={isText || undefined}
        data-acts={isActs || undefined}
        data-status={isStatus || undefined}
        data-gives-way={(priority !== undefined && priority > 0 && !isStatus) || undefined}
        data-empty={shownThere === dash || shownThere === null || undefined}
        data-label={isActs || isStatus || isText ? undefined : header}
      >
        {shownThere}
      </td>
    );
  });
}

/** Drawn again only where the row is another one: not while others are chosen, sorted or on their way. */
const Cells = memo(AllCells) as unknown as typeof AllCells;
