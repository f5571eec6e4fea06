import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { isClosed, withRow } from './list-selection.ts';
import classes from './ListTable.module.css';
import type { ListColumn, ListTableProps } from './list-types.ts';

export type BodyRow<Row> = { id: string; original: Row };
export type ListBodyProps<Row> = ListTableProps<Row> & {
  shown: readonly ListColumn<Row>[];
  /** Absent while there are no rows to show. */
  bodyRows: readonly BodyRow<Row>[] | undefined;
  scroller: HTMLElement | null;
  pageIds: readonly string[];
};

export const ROW_HEIGHT = 52;

export function ListRow<Row extends object>(props: ListBodyProps<Row> & { row: BodyRow<Row>; index: number }) {
  const { row, index, shown, selection, onSelection, rowName, rowHeight = ROW_HEIGHT, pageIds } = props;
  const t = useT();
  const chosen = selection ? selection.all || selection.ids.has(row.id) : false;
  return (
    <tr style={{ height: rowHeight }} aria-rowindex={index + 2} data-chosen={chosen || undefined}>
      {selection && onSelection ? (
        <td className={classes.check}>
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

function AllCells<Row extends object>({ row, shown }: { row: Row; shown: readonly ListColumn<Row>[] }) {
  return shown.map((column) =>
    column.isName ? (
      <th key={column.id} scope="row">
        {column.cell(row)}
      </th>
    ) : (
      <td
        key={column.id}
        data-numeric={column.numeric || undefined}
        data-text={column.isText || undefined}
        data-acts={column.isActs || undefined}
      >
        {column.cell(row)}
      </td>
    ),
  );
}

/** Drawn again only where the row is another one: not while others are chosen, sorted or on their way. */
const Cells = memo(AllCells) as unknown as typeof AllCells;
