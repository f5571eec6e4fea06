import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { memo, useLayoutEffect, useMemo, useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { keepWidths, knownWidths } from './known-widths.ts';
import { ListBody } from './ListBody.tsx';
import { isClosed, pageState, withPage } from './list-selection.ts';
import { ListState } from './ListState.tsx';
import classes from './ListTable.module.css';
import { nothingChosen, type ListTableProps } from './list-types.ts';
import { SortHeader } from './SortHeader.tsx';
import { tableRoles } from './table-roles.ts';
import { useFittingColumns } from './use-fitting-columns.ts';

type Chosen = Record<string, boolean>;
type SectionProps<Row> = { list: ListTableProps<Row>; visible: Chosen; asked: Chosen };

/** The head and the rows, or what stands in their place. The page scrolls; only what has a largest height does so itself. */
function Section<Row extends object>({ list, visible, asked }: SectionProps<Row>) {
  const { caption, columns, rows, rowId, sort, onSort, selection, onSelection, maxHeight } = list;
  const t = useT();
  // State, not a ref: the virtual rows inside must hear when the scrolling part is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const data = useMemo(() => (rows ?? []).map((row) => ({ id: rowId(row), original: row })), [rows, rowId]);
  const wanted = useMemo(
    () =>
      columns
        .filter(({ id }) => visible[id])
        // What somebody chose gives way last, and is on cards too.
        .map((column) => (asked[column.id] && column.priority !== undefined ? { ...column, priority: 0 } : column)),
    [columns, visible, asked],
  );
  const shown = useFittingColumns(wanted, scroller);
  const pageIds = useMemo(() => data.map(({ id }) => id), [data]);
  const page = pageState(selection ?? nothingChosen, pageIds);
  const hasRows = data.length > 0 && !list.failed;
  const isWaiting = rows === undefined && !list.failed;
  const widths = useMemo(() => (isWaiting ? knownWidths(list.id, shown) : {}), [isWaiting, list.id, shown]);
  useLayoutEffect(() => {
    const table = scroller?.querySelector('table');
    if (table && hasRows && !list.loading) keepWidths(list.id, table);
  }, [scroller, hasRows, list.loading, list.id]);
  return (
    <section
      ref={setScroller}
      data-list=""
      className={classes.scroller}
      data-box={maxHeight === undefined ? undefined : ''}
      style={maxHeight === undefined ? undefined : { maxHeight }}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
      tabIndex={0}
    >
      <table
        {...tableRoles.table}
        className={classes.table}
        aria-rowcount={list.totalResults ?? data.length}
        aria-busy={list.loading || rows === undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead {...tableRoles.group}>
          <tr {...tableRoles.row}>
            {selection && onSelection ? (
              <th {...tableRoles.columnHeader} scope="col" className={classes.check}>
                <Checkbox
                  aria-label={t('ui.choosePage')}
                  checked={page === 'all'}
                  indeterminate={page === 'some'}
                  disabled={!hasRows || isClosed(list)}
                  onChange={(event) => onSelection(withPage(selection, event.currentTarget.checked, pageIds))}
                />
                <span className={classes.pageLabel} aria-hidden="true">
                  {t('ui.choosePage')}
                </span>
              </th>
            ) : null}
            {shown.map((column) => (
              <SortHeader key={column.id} column={column} known={widths[column.id]} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {hasRows || isWaiting ? (
          <ListBody
            {...list}
            shown={shown}
            bodyRows={hasRows ? data : undefined}
            scroller={scroller}
            pageIds={pageIds}
          />
        ) : null}
      </table>
      <ListState {...list} hasRows={hasRows} />
    </section>
  );
}

export const ListSection = memo(Section) as typeof Section;
