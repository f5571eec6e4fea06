import { useDeferredValue } from 'react';
import { useChosenColumns } from './chosen-columns.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { ListSection } from './ListSection.tsx';
import classes from './ListTable.module.css';
import type { ListTableProps } from './list-types.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { SortBy } from './SortBy.tsx';

/**
 * The one list of the portal: sticky head, sortable columns, chosen columns, chosen rows, and its four other states
 * (loading, empty, failed, no hit). Search, sort and page are the page's own and live in its address.
 */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { id, columns, rows, rowId, selection, onSelection, toolbar } = props;
  const [visible, choose, asked] = useChosenColumns(id, columns);
  // Other rows are drawn when nobody types: drawing fifty of them at once would hold a key back.
  const drawn = useDeferredValue(props);
  const list = drawn.rows === rows ? props : drawn;
  const pageIds = (rows ?? []).map(rowId);
  return (
    <div className={classes.list}>
      <div className={classes.toolbar}>
        {toolbar}
        <SortBy {...props} />
        {props.plain ? null : <ColumnChooser columns={columns} visible={visible} onChoose={choose} />}
      </div>
      <ListSection list={list} visible={visible} asked={asked} />
      {selection && onSelection ? (
        <SelectionBar {...props} selection={selection} onSelection={onSelection} pageIds={pageIds} />
      ) : null}
      {list.pager}
    </div>
  );
}
