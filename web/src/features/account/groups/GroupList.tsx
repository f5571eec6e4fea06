import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { MyGroup } from '#contract/people/me-groups.ts';
import { dash } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { failedList } from '../../../base/failure.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { Pager } from '../../../ui/list/Pager.tsx';
import { usePageRows } from '../../../ui/list/use-page-rows.ts';
import classes from '../account.module.css';
import { type GroupSearch, readGroupSearch } from '../list-search.ts';
import { groupsQuery } from '../queries.ts';

const route = getRouteApi('/frame/portal/account/group_list');

const rowId = ({ uuid }: MyGroup) => uuid;
const rowName = ({ name }: MyGroup) => name;

function columnsOf(t: Translate): ListColumn<MyGroup>[] {
  return [
    { id: 'name', header: t('common.name'), isName: true, sortable: true, cell: ({ name }) => name },
    { id: 'groupId', header: t('common.groupId'), sortable: true, cell: ({ groupId }) => groupId },
    { id: 'description', header: t('common.description'), cell: ({ description }) => description || dash },
  ];
}

/** The groups one belongs to (spec section 2, group_list). */
export function GroupList() {
  const t = useT();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { page = 1, count = DEFAULT_PAGE_SIZE, sort = 'name', order = 'ascending' } = search;
  const list = useQuery(groupsQuery(search));
  const { data, isPlaceholderData } = list;
  const columns = useMemo(() => columnsOf(t), [t]);
  const go = (change: GroupSearch, replace = false) =>
    void navigate({ search: readGroupSearch({ ...search, ...change }), replace });
  const rows = usePageRows(list, page === 1, () => go({ page: 1 }, true));
  return (
    <>
      <div className={classes.above}>
        <p>{t('account.groups.lead')}</p>
      </div>
      <ListTable
        id="my-groups"
        caption={t('ui.account.group_list')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={rowName}
        loading={isPlaceholderData}
        expectedRows={Math.min(count, 8)}
        totalResults={data?.totalResults ?? 0}
        sort={{ column: sort, order: order === 'ascending' ? 'asc' : 'desc' }}
        onSort={(next) =>
          go({
            page: 1,
            sort: next.column === 'groupId' ? 'groupId' : 'name',
            order: next.order === 'asc' ? 'ascending' : 'descending',
          })
        }
        failed={failedList(t, list, t('account.groups.failedTitle'))}
        empty={{ title: t('account.groups.emptyTitle'), text: t('account.groups.empty') }}
        pager={
          data && data.totalResults > 0 ? (
            <Pager
              page={page}
              pageSize={count}
              totalResults={data.totalResults}
              totalIsEstimate={data.totalIsEstimate}
              onPage={(next) => go({ page: next })}
              onPageSize={(size) => go({ page: 1, count: size })}
            />
          ) : null
        }
      />
    </>
  );
}
