import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListedGroup } from '#contract/people/groups-fields.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { failureText, requestIdOf } from '../../../base/failure.ts';
import { useKeptSearch } from '../../../base/last-search.ts';
import { usePageAlert } from '../../../base/page-alert.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea } from '../../../ui/page/AlertArea.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { Pager } from '../../../ui/list/Pager.tsx';
import { usePageRows } from '../../../ui/list/use-page-rows.ts';
import { AddGroupButton } from '../AddGroupButton.tsx';
import { groupListQuery } from '../queries.ts';
import { groupColumns } from './columns.tsx';
import { changedSearch, type GroupSearchChange, isTree, readGroupSearch, trailOf } from './list-search.ts';
import { Tools } from './Tools.tsx';

const route = getRouteApi('/frame/portal/groups');

const rowId = ({ uuid }: ListedGroup) => uuid;
const rowName = ({ name }: ListedGroup) => name;

/** The groups of the tenant: level by level, or all that match (spec section 2, "Group Management": list). */
export function GroupList() {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const search = route.useSearch();
  useKeptSearch(paths.groups, search);
  const navigate = route.useNavigate();
  const [alert, setAlert] = usePageAlert();
  const list = useQuery(groupListQuery(me.tenantId, search));
  const { data, error, isError, isPlaceholderData, refetch } = list;
  const columns = useMemo(() => {
    const trail = isTree(search) ? trailOf(search) : [];
    return groupColumns(t, language, ({ uuid }) =>
      changedSearch(search, { view: undefined, keyword: undefined, tag: undefined, at: [...trail, uuid].join('.') }),
    );
  }, [t, language, search]);
  const mayChange = me.permissions.includes('users:write');
  const parent = isTree(search) ? trailOf(search).at(-1) : undefined;
  const searching = search.keyword !== undefined || search.tag !== undefined;
  const { sort = 'name', order = 'ascending', count = DEFAULT_PAGE_SIZE, page = 1 } = search;
  // Typing replaces the entry of the browser's history, or going back would undo single letters.
  const filter = (change: GroupSearchChange) =>
    void navigate({ search: (before) => changedSearch(before, change), replace: true });
  const go = (change: GroupSearchChange) => void navigate({ search: (before) => changedSearch(before, change) });
  const rows = usePageRows(list, page === 1, () => filter({}));
  const gone = parent !== undefined && hasErrorId(error, 'not_found');
  return (
    <>
      <PageTitle title={t('groups.title')} actions={mayChange ? <AddGroupButton parent={parent} /> : null}>
        {t('groups.lead')}
      </PageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <ListTable
        id="groups"
        caption={t('groups.title')}
        columns={columns}
        rows={gone ? [] : rows}
        rowId={rowId}
        rowName={rowName}
        loading={isPlaceholderData}
        expectedRows={Math.min(count, 12)}
        totalResults={data?.totalResults ?? 0}
        totalIsEstimate={data?.totalIsEstimate}
        sort={{ column: sort, order: order === 'ascending' ? 'asc' : 'desc' }}
        onSort={(next) =>
          go({
            sort: next.column === 'groupId' ? 'groupId' : undefined,
            order: next.order === 'desc' ? 'descending' : undefined,
          })
        }
        toolbar={<Tools search={search} onChange={filter} />}
        onClearSearch={searching ? () => filter({ keyword: undefined, tag: undefined }) : undefined}
        failed={
          isError && !gone
            ? {
                title: t('groups.failedTitle'),
                text: failureText(t, error),
                requestId: requestIdOf(error),
                onRetry: () => void refetch(),
              }
            : undefined
        }
        empty={useEmpty(parent, gone, mayChange)}
        pager={
          data && data.totalResults > 0 ? (
            <Pager
              page={page}
              pageSize={count}
              totalResults={data.totalResults}
              totalIsEstimate={data.totalIsEstimate}
              onPage={(next) => void navigate({ search: (before) => readGroupSearch({ ...before, page: next }) })}
              onPageSize={(size) => go({ count: size })}
            />
          ) : null
        }
      />
    </>
  );
}

/** What is said where there are no groups: at a level that is gone, below a group, or in the whole tenant. */
function useEmpty(parent: string | undefined, gone: boolean, mayChange: boolean) {
  const t = useT();
  if (gone) {
    const action = (
      <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.groups} search={{}} />}>
        {t('groups.toTopLevel')}
      </Button>
    );
    return { title: t('groups.goneTitle'), text: t('groups.gone'), action };
  }
  const action = mayChange ? <AddGroupButton parent={parent} /> : undefined;
  if (parent) return { title: t('groups.noChildrenTitle'), text: t('groups.noChildren'), action };
  return { title: t('groups.emptyTitle'), text: t('groups.empty'), action };
}
