import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useT } from '../i18n/use-t.tsx';
import { DateTimeText } from '../ui/text/DateTimeText.tsx';
import { nothingChosen, type ListColumn, type ListSort, type ListTableProps } from '../ui/list/list-types.ts';
import { ListTable } from '../ui/list/ListTable.tsx';
import { Pager } from '../ui/list/Pager.tsx';
import { Person } from '../ui/text/Person.tsx';
import { SearchBox } from '../ui/list/SearchBox.tsx';
import { StatusBadge } from '../ui/text/StatusBadge.tsx';
import { findUsers, manyUsers, sampleUsers, sorted, type SampleUser } from './sample-users.ts';

type T = ReturnType<typeof useT>;

function columnsOf(t: T): ListColumn<SampleUser>[] {
  return [
    {
      id: 'userId',
      header: t('widgets.user'),
      isName: true,
      sortable: true,
      cell: ({ name, userId }) => <Person name={name} userId={userId} />,
    },
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      cell: ({ active }) => (
        <StatusBadge tone={active ? 'good' : 'neutral'}>
          {t(active ? 'common.userStatus.active' : 'common.userStatus.inactive')}
        </StatusBadge>
      ),
    },
    { id: 'department', header: t('widgets.department'), sortable: true, cell: ({ department }) => department },
    {
      id: 'loginedAt',
      header: t('widgets.lastSignIn'),
      sortable: true,
      cell: ({ loginedAt }) => <DateTimeText value={loginedAt} timeZone="Asia/Tokyo" />,
    },
    { id: 'devices', header: t('widgets.devices'), numeric: true, cell: ({ devices }) => devices },
  ];
}

const rowId = ({ userId }: SampleUser) => userId;
const rowName = ({ name, userId }: SampleUser) => name || userId;

export function ListSection() {
  const t = useT();
  const columns = useMemo(() => columnsOf(t), [t]);
  const empty = {
    title: t('widgets.emptyTitle'),
    text: t('widgets.emptyText'),
    action: <Button>{t('widgets.addUser')}</Button>,
  };
  const shared = { columns, rowId, rowName, empty, expectedRows: 4 };
  const failed = {
    title: t('widgets.failedTitle'),
    text: t('widgets.failedText'),
    requestId: '0193f7c2-5d1e-7a44-9c1b-2f6f2b7f1a90',
    onRetry: () => undefined,
  };
  return (
    <div style={{ display: 'grid', gap: 24, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <h2>{t('widgets.list')}</h2>
      <WorkingList {...shared} />
      <ListTable {...shared} id="dev-many" caption={t('widgets.listMany')} rows={manyUsers} maxHeight={360} />
      <ListTable {...shared} id="dev-loading" caption={t('widgets.listLoading')} rows={undefined} />
      <ListTable {...shared} id="dev-empty" caption={t('widgets.listEmpty')} rows={[]} />
      <ListTable {...shared} id="dev-failed" caption={t('widgets.listFailed')} rows={undefined} failed={failed} />
      <ListTable
        {...shared}
        id="dev-no-hit"
        caption={t('widgets.listNoHit')}
        rows={[]}
        onClearSearch={() => undefined}
      />
    </div>
  );
}

type Shared = Pick<ListTableProps<SampleUser>, 'columns' | 'rowId' | 'rowName' | 'empty'>;

function WorkingList(shared: Shared) {
  const t = useT();
  const [keyword, setKeyword] = useState('');
  const [sort, setSort] = useState<ListSort>({ column: 'userId', order: 'asc' });
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(5);
  const [selection, setSelection] = useState(nothingChosen);
  const found = useMemo(() => sorted(findUsers(sampleUsers, keyword), sort), [keyword, sort]);
  const rows = useMemo(() => found.slice((page - 1) * pageSize, page * pageSize), [found, page, pageSize]);
  const search = (next: string) => {
    setKeyword(next);
    setPage(1);
  };
  const resize = (size: number) => {
    setPageSize(size);
    setPage(1);
  };
  return (
    <ListTable
      {...shared}
      id="dev-rows"
      caption={t('widgets.listRows')}
      rows={rows}
      totalResults={found.length}
      sort={sort}
      onSort={setSort}
      selection={selection}
      onSelection={setSelection}
      selectionActions={
        <Button size="compact-sm" variant="default">
          {t('widgets.deactivate')}
        </Button>
      }
      onClearSearch={keyword === '' ? undefined : () => search('')}
      toolbar={<SearchBox label={t('widgets.searchUsers')} value={keyword} onSearch={search} />}
      pager={
        <Pager
          page={page}
          pageSize={pageSize}
          pageSizes={[5, 10, 20]}
          totalResults={found.length}
          onPage={setPage}
          onPageSize={resize}
        />
      }
    />
  );
}
