import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { columnVisibilityFeature, createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { useT } from '../i18n/use-t.tsx';
import { useChosenColumns } from './chosen-columns.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { ListBody } from './ListBody.tsx';
import { pageState, withPage } from './list-selection.ts';
import { ListState } from './ListState.tsx';
import classes from './ListTable.module.css';
import { nothingChosen, type ListTableProps } from './list-types.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { SortHeader } from './SortHeader.tsx';

const features = tableFeatures({ columnVisibilityFeature });

/**
 * The one list of the portal: sticky head, sortable columns, chosen columns, chosen rows, and its four other states
 * (loading, empty, failed, no hit). Search, sort and page are the page's own and live in its address.
 */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { id, caption, columns, rows, rowId, sort, onSort, selection, onSelection, toolbar, pager, maxHeight } = props;
  const t = useT();
  // State, not a ref: the virtual rows inside must hear when the scrolling part is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [visible, choose] = useChosenColumns(id, columns);
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return columns.map((column) =>
      helper.display({ id: column.id, header: column.header, cell: ({ row }) => column.cell(row.original) }),
    );
  }, [columns]);
  const data = useMemo(() => [...(rows ?? [])], [rows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    state: { columnVisibility: visible },
  });
  const shown = columns.filter((column) => visible[column.id]);
  const pageIds = useMemo(() => data.map(rowId), [data, rowId]);
  const page = pageState(selection ?? nothingChosen, pageIds);
  const hasRows = data.length > 0 && !props.failed;
  return (
    <div className={classes.list}>
      <div className={classes.toolbar}>
        {toolbar}
        {props.plain ? null : <ColumnChooser columns={columns} visible={visible} onChoose={choose} />}
      </div>
      {selection && onSelection ? (
        <SelectionBar {...props} selection={selection} onSelection={onSelection} pageIds={pageIds} />
      ) : null}
      <section
        ref={setScroller}
        className={classes.scroller}
        style={maxHeight === undefined ? undefined : { maxHeight }}
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
        tabIndex={0}
      >
        <table
          className={classes.table}
          aria-rowcount={props.totalResults ?? data.length}
          aria-busy={props.loading || rows === undefined}
        >
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {selection && onSelection ? (
                <th scope="col" className={classes.check}>
                  <Checkbox
                    aria-label={t('ui.choosePage')}
                    checked={page === 'all'}
                    indeterminate={page === 'some'}
                    disabled={!hasRows}
                    onChange={(event) => onSelection(withPage(selection, event.currentTarget.checked, pageIds))}
                  />
                </th>
              ) : null}
              {shown.map((column) => (
                <SortHeader key={column.id} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          {hasRows || (rows === undefined && !props.failed) ? (
            <ListBody
              {...props}
              rows={rows}
              shown={shown}
              table={hasRows ? table : undefined}
              scroller={scroller}
              pageIds={pageIds}
            />
          ) : null}
        </table>
        <ListState {...props} hasRows={hasRows} />
      </section>
      {pager}
    </div>
  );
}
