import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import classes from './ListTable.module.css';
import type { ListColumn, ListSort } from './list-types.ts';
import { tableRoles } from './table-roles.ts';

export type SortHeaderProps<Row> = {
  column: ListColumn<Row>;
  sort: ListSort | undefined;
  onSort: ((sort: ListSort) => void) | undefined;
  /** How wide it was when its rows were there last. */
  known?: number | undefined;
};

/** A column's head. A sortable one is a button, and its order is said by `aria-sort`. */
export function SortHeader<Row>({ column, sort, onSort, known }: SortHeaderProps<Row>) {
  const { id, header, sortable, numeric, width, isActs } = column;
  const order = sort?.column === id ? sort.order : undefined;
  const attributes = {
    ...tableRoles.columnHeader,
    scope: 'col',
    'data-numeric': numeric || undefined,
    'data-acts': isActs || undefined,
    'data-column': id,
    style: width || known ? { width: known ?? width } : undefined,
  } as const;
  if (!sortable || !onSort) return <th {...attributes}>{header}</th>;
  const Icon = order === 'asc' ? IconArrowUp : order === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <th {...attributes} aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'}>
      <button
        type="button"
        className={classes.sort}
        data-on={order ? '' : undefined}
        onClick={() => onSort({ column: id, order: order === 'asc' ? 'desc' : 'asc' })}
      >
        <span>{header}</span>
        <Icon size={14} aria-hidden="true" />
      </button>
    </th>
  );
}
