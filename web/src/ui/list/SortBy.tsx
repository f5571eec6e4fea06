import { ActionIcon } from '@mantine/core';
import IconSortAscending from '@tabler/icons-react/dist/esm/icons/IconSortAscending.mjs';
import IconSortDescending from '@tabler/icons-react/dist/esm/icons/IconSortDescending.mjs';
import { useT } from '../../i18n/use-t.tsx';
import { FilterSelect } from './FilterSelect.tsx';
import classes from './ListTable.module.css';
import type { ListTableProps } from './list-types.ts';

/** The order of a list whose rows are cards, and which has no heads to press. */
export function SortBy<Row>({ columns, sort, onSort }: Pick<ListTableProps<Row>, 'columns' | 'sort' | 'onSort'>) {
  const t = useT();
  const choices = columns.filter(({ sortable }) => sortable).map(({ id, header }) => ({ value: id, label: header }));
  if (!sort || !onSort || choices.length === 0) return null;
  const { column, order } = sort;
  const name = t(order === 'asc' ? 'ui.sortDescending' : 'ui.sortAscending');
  const Icon = order === 'asc' ? IconSortAscending : IconSortDescending;
  return (
    <div className={classes.sortBy}>
      <FilterSelect
        label={t('ui.sortBy')}
        value={column}
        choices={choices}
        onChange={(next) => onSort({ column: next, order: 'asc' })}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={name}
        title={name}
        onClick={() => onSort({ column, order: order === 'asc' ? 'desc' : 'asc' })}
      >
        <Icon size={18} />
      </ActionIcon>
    </div>
  );
}
