import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMemo, useState } from 'react';
import { useKeptSearch } from '../../../base/last-search.ts';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { PartTabs } from '../../../base/PartTabs.tsx';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { AddProviderDialog } from '../add/AddProviderDialog.tsx';
import { type Provider, providerListQuery } from '../queries.ts';
import { providerColumns } from './columns.tsx';
import {
  MAX_PROVIDER_KEYWORD_LENGTH,
  pageOfProviders,
  providerListAddress,
  type ProviderListChange,
} from './list-search.ts';

const route = getRouteApi('/frame/portal/openid-providers');

const rowId = ({ opId }: Provider) => opId;
const rowName = ({ displayName }: Provider) => displayName;

/** The OpenID providers that users sign in with. */
export function ProviderList() {
  const kit = useColumnKit();
  const { t } = kit;
  const search = route.useSearch();
  useKeptSearch(paths.openidProviders, search);
  const navigate = route.useNavigate();
  const { data, isError, error, refetch } = useQuery(providerListQuery(useMe().tenantId));
  const [adding, setAdding] = useState(false);
  const page = useMemo(() => data && pageOfProviders(data, search), [data, search]);
  const go = (change: ProviderListChange, replace = false) =>
    void navigate({ search: (before) => providerListAddress.changed(before, change), replace });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('openid.add')}
    </Button>
  );
  const { keyword = '' } = search;
  return (
    <>
      <PageTitle title={t('ui.nav.singleSignOn')} actions={add}>
        {t('openid.lead')}
      </PageTitle>
      <PartTabs />
      <QueryList<Provider>
        id="openid-providers"
        caption={t('ui.nav.openidProviders')}
        columns={useMemo(() => providerColumns(kit), [kit])}
        query={{ data: page, isPlaceholderData: false, isError, error, refetch }}
        rowId={rowId}
        rowName={rowName}
        toolbar={
          <SearchBox
            label={t('openid.search')}
            value={keyword}
            maxLength={MAX_PROVIDER_KEYWORD_LENGTH}
            onSearch={(next) => go({ keyword: next || undefined }, true)}
          />
        }
        onClearSearch={keyword === '' ? undefined : () => go({ keyword: undefined }, true)}
        at={search}
        go={go}
        paged="by page"
        failedTitle={t('openid.failed')}
        empty={{ title: t('openid.emptyTitle'), text: t('openid.empty'), action: add }}
      />
      {adding ? <AddProviderDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}
