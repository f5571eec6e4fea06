import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListedGroup } from '#contract/people/groups-fields.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { hasErrorId } from '../../../api/api-error.ts';
import { useKeptSearch } from '../../../base/last-search.ts';
import { usePageAlert } from '../../../base/page-alert.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea } from '../../../ui/page/AlertArea.tsx';
import { PartTabs } from '../../../base/PartTabs.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { AddGroupButton } from '../AddGroupButton.tsx';
import { groupListQuery } from '../queries.ts';
import { groupColumns } from './columns.tsx';
import { groupAddress, type GroupSearchChange, isTree, trailOf } from './list-search.ts';
import { Tools } from './Tools.tsx';

const route = getRouteApi('/frame/portal/groups');

const rowId = ({ uuid }: ListedGroup) => uuid;
const rowName = ({ name }: ListedGroup) => name;

/** The groups of the tenant: level by level, or all that match (spec section 2, "Group Management": list). */
export function GroupList() {
  const kit = useColumnKit();
  const { t } = kit;
  const me = useMe();
  const search = route.useSearch();
  useKeptSearch(paths.groups, search);
  const navigate = route.useNavigate();
  const [alert, setAlert] = usePageAlert();
  const list = useQuery(groupListQuery(me.tenantId, search));
  const columns = useMemo(() => {
    const trail = isTree(search) ? trailOf(search) : [];
    return groupColumns(kit, ({ uuid }) =>
      groupAddress.changed(search, {
        view: undefined,
        keyword: undefined,
        tag: undefined,
        at: [...trail, uuid].join('.'),
      }),
    );
  }, [kit, search]);
  const mayChange = me.permissions.includes('users:write');
  const parent = isTree(search) ? trailOf(search).at(-1) : undefined;
  const searching = search.keyword !== undefined || search.tag !== undefined;
  // Typing replaces the entry of the browser's history, or going back would undo single letters.
  const go = (change: GroupSearchChange, replace = false) =>
    void navigate({ search: (before) => groupAddress.changed(before, change), replace });
  const filter = (change: GroupSearchChange) => go(change, true);
  const gone = parent !== undefined && hasErrorId(list.error, 'not_found');
  return (
    <>
      <PageTitle title={t('groups.title')} actions={mayChange ? <AddGroupButton parent={parent} /> : null}>
        {t('groups.lead')} <LearnMore guide="groups" about={t('groups.title')} />
      </PageTitle>
      <PartTabs />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <QueryList
        id="groups"
        caption={t('groups.title')}
        columns={columns}
        query={list}
        rowId={rowId}
        rowName={rowName}
        toolbar={<Tools search={search} onChange={filter} />}
        onClearSearch={searching ? () => filter({ keyword: undefined, tag: undefined }) : undefined}
        at={search}
        go={go}
        paged="by page"
        sortedBy="name"
        failedTitle={t('groups.failedTitle')}
        empty={useEmpty(parent, gone, mayChange)}
        instead={gone ? { rows: [], failed: undefined } : undefined}
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
