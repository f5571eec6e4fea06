import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMemo, useState } from 'react';
import { tokenStates } from '#contract/provisioning/values.ts';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { sourceListQuery, type Token, tokenListQuery } from '../queries.ts';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { rowId, rowName, tokenColumns } from './columns.tsx';
import { MAX_TOKEN_KEYWORD_LENGTH, pageOfTokens, type TokenListChange, tokenListAddress } from './list-search.ts';
import { RevokeDialog } from './RevokeDialog.tsx';

const route = getRouteApi('/frame/portal/management-tokens');

/** The tokens by which other systems call Portico. */
export function TokenList() {
  const kit = useColumnKit();
  const { t } = kit;
  const { tenantId } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, isError, error, refetch } = useQuery(tokenListQuery(tenantId));
  const { data: sources } = useQuery(sourceListQuery(tenantId));
  const [alert, setAlert] = useState<AlertContent>();
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<Token>();
  const page = useMemo(() => data && pageOfTokens(data, search), [data, search]);
  const go = (change: TokenListChange, replace = false) =>
    void navigate({ search: (before) => tokenListAddress.changed(before, change), replace });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('provisioning.createToken')}
    </Button>
  );
  const { keyword = '', state = '' } = search;
  return (
    <>
      <PageTitle title={t('ui.nav.managementTokens')} actions={add}>
        {t('provisioning.tokensLead')}
      </PageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <QueryList<Token>
        id="management-tokens"
        caption={t('ui.nav.managementTokens')}
        columns={useMemo(() => tokenColumns(kit, setRevoking), [kit])}
        query={{ data: page, isPlaceholderData: false, isError, error, refetch }}
        rowId={rowId}
        rowName={rowName}
        toolbar={
          <>
            <SearchBox
              label={t('provisioning.tokensSearch')}
              value={keyword}
              maxLength={MAX_TOKEN_KEYWORD_LENGTH}
              onSearch={(next) => go({ keyword: next || undefined }, true)}
            />
            <FilterSelect
              label={t('common.status')}
              value={state}
              choices={[
                { value: '', label: t('provisioning.anyState') },
                ...tokenStates.map((value) => ({ value, label: t(`provisioning.tokenState_${value}`) })),
              ]}
              onChange={(next) => go({ state: tokenStates.find((one) => one === next) }, true)}
            />
          </>
        }
        onClearSearch={
          keyword === '' && state === '' ? undefined : () => go({ keyword: undefined, state: undefined }, true)
        }
        at={search}
        go={go}
        paged="by page"
        failedTitle={t('provisioning.tokensFailed')}
        empty={{ title: t('provisioning.tokensEmptyTitle'), text: t('provisioning.tokensEmpty'), action: add }}
      />
      {adding ? <CreateTokenDialog sources={sources} onClose={() => setAdding(false)} /> : null}
      {revoking ? (
        <RevokeDialog token={revoking} all={data ?? []} say={setAlert} onClose={() => setRevoking(undefined)} />
      ) : null}
    </>
  );
}
