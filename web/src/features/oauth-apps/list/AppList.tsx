import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMemo, useState } from 'react';
import type { AppRequestOfUser } from '#contract/apps/app-requests.ts';
import { openAppRequestsQuery } from '../../../base/app-requests/query.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useKeptSearch } from '../../../base/last-search.ts';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { LoadingCard } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { Apis } from '../apis/Apis.tsx';
import { AddAppDialog } from '../add/AddAppDialog.tsx';
import { type App, appListQuery } from '../queries.ts';
import { appColumns } from './columns.tsx';
import { Requests } from './Requests.tsx';
import { appListAddress, type AppListChange, appStates, MAX_APP_KEYWORD_LENGTH, pageOfApps } from './list-search.ts';

const route = getRouteApi('/frame/portal/oauth-apps');

const rowId = ({ clientId }: App) => clientId;
const rowName = ({ name }: App) => name;

/** The apps that sign the tenant's users in by Portico. */
export function AppList() {
  const kit = useColumnKit();
  const { t } = kit;
  const search = route.useSearch();
  useKeptSearch(paths.oauthApps, search);
  const navigate = route.useNavigate();
  const { tenantId } = useMe();
  const list = useQuery(appListQuery(tenantId));
  const columns = useMemo(() => appColumns(kit), [kit]);
  const { isFetched, failureCount } = useQuery(openAppRequestsQuery(tenantId));
  const [adding, setAdding] = useState<true | AppRequestOfUser>();
  const [alert, setAlert] = useState<AlertContent>();
  const { data, isError, error, refetch } = list;
  const page = useMemo(() => data && pageOfApps(data, search), [data, search]);
  const go = (change: AppListChange, replace = false) =>
    void navigate({ search: (before) => appListAddress.changed(before, change), replace });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('oauthApps.add')}
    </Button>
  );
  const isNarrowed = search.keyword !== undefined || search.state !== undefined;
  const { keyword = '', state = '' } = search;
  return (
    <>
      <PageTitle title={t('ui.nav.oauthApps')} actions={add}>
        {t('oauthApps.lead')} <LearnMore guide="connect-an-app" about={t('ui.nav.oauthApps')} />
      </PageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {/* Requests come above the list: it would move down. If they cannot be read, it does not wait for them. */}
      {!isFetched && failureCount === 0 ? (
        <LoadingCard height={616} />
      ) : (
        <>
          <Requests onApprove={setAdding} say={setAlert} />
          <QueryList<App>
            id="oauth-apps"
            caption={t('ui.nav.oauthApps')}
            columns={columns}
            query={{ data: page, isPlaceholderData: false, isError, error, refetch }}
            rowId={rowId}
            rowName={rowName}
            toolbar={
              <>
                <SearchBox
                  label={t('oauthApps.search')}
                  value={keyword}
                  maxLength={MAX_APP_KEYWORD_LENGTH}
                  onSearch={(next) => go({ keyword: next || undefined }, true)}
                />
                <FilterSelect
                  label={t('common.status')}
                  value={state}
                  choices={[
                    { value: '', label: t('oauthApps.anyState') },
                    ...appStates.map((value) => ({ value, label: t(`oauthApps.state_${value}`) })),
                  ]}
                  onChange={(next) => go({ state: appStates.find((one) => one === next) }, true)}
                />
              </>
            }
            onClearSearch={isNarrowed ? () => go({ keyword: undefined, state: undefined }, true) : undefined}
            at={search}
            go={go}
            paged="by page"
            failedTitle={t('oauthApps.failed')}
            empty={{ title: t('oauthApps.emptyTitle'), text: t('oauthApps.empty'), action: add }}
          />
          <Apis say={setAlert} />
        </>
      )}
      {adding ? (
        <AddAppDialog request={adding === true ? undefined : adding} onClose={() => setAdding(undefined)} />
      ) : null}
    </>
  );
}
