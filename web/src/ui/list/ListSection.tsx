import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { memo, useMemo, useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { ListBody } from './ListBody.tsx';
import { isClosed, pageState, withPage } from './list-selection.ts';
import { ListState } from './ListState.tsx';
import classes from './ListTable.module.css';
import { nothingChosen, type ListTableProps } from './list-types.ts';
import { SortHeader } from './SortHeader.tsx';
import { tableRoles } from './table-roles.ts';

type SectionProps<Row> = { list: ListTableProps<Row>; visible: Record<string, boolean> };

/** The part of a list that scrolls: its head and its rows, or what stands in their place. */
function Section<Row extends object>({ list, visible }: SectionProps<Row>) {
  const { caption, columns, rows, rowId, sort, onSort, selection, onSelection, maxHeight } = list;
  const t = useT();
  // State, not a ref: the virtual rows inside must hear when the scrolling part is there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const data = useMemo(() => (rows ?? []).map((row) => ({ id: rowId(row), original: row })), [rows, rowId]);
  const shown = useMemo(() => columns.filter((column) => visible[column.id]), [columns, visible]);
  const pageIds = useMemo(() => data.map(({ id }) => id), [data]);
  const page = pageState(selection ?? nothingChosen, pageIds);
  const hasRows = data.length > 0 && !list.failed;
  return (
    <section
      ref={setScroller}
      data-list=""
      className={classes.scroller}
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
              <SortHeader key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {hasRows || (rows === undefined && !list.failed) ? (
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
