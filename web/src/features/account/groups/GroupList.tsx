import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { MyGroup } from '#contract/people/me-groups.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { PageLead } from '../../../ui/page/PageTitle.tsx';
import { groupAddress } from '../list-search.ts';
import { groupsQuery } from '../queries.ts';

const route = getRouteApi('/frame/portal/account/group_list');

const rowId = ({ uuid }: MyGroup) => uuid;
const rowName = ({ name }: MyGroup) => name;

const columnsOf = ({ t, words }: ColumnKit): ListColumn<MyGroup>[] => [
  words('name', t('common.name'), ({ name }) => name, { isName: true, sortable: true }),
  words('groupId', t('common.groupId'), ({ groupId }) => groupId, { sortable: true }),
  words('description', t('common.description'), ({ description }) => description, { priority: 1 }),
];

/** The groups one belongs to (spec section 2, group_list). */
export function GroupList() {
  const kit = useColumnKit();
  const { t } = kit;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageLead>{t('account.groups.lead')}</PageLead>
      <QueryList
        id="my-groups"
        caption={t('ui.account.group_list')}
        columns={useMemo(() => columnsOf(kit), [kit])}
        query={useQuery(groupsQuery(search))}
        rowId={rowId}
        rowName={rowName}
        at={search}
        go={(change, replace = false) => void navigate({ search: groupAddress.changed(search, change), replace })}
        paged="by page"
        sortedBy="name"
        failedTitle={t('account.groups.failedTitle')}
        empty={{ title: t('account.groups.emptyTitle'), text: t('account.groups.empty') }}
      />
    </>
  );
}
