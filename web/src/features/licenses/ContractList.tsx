import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useColumnKit } from '../../base/list/columns.tsx';
import { QueryList } from '../../base/list/QueryList.tsx';
import { useMe } from '../../base/session-queries.ts';
import { PageLead } from '../../ui/page/PageTitle.tsx';
import { contractColumns, type OwnContract } from './columns.tsx';
import { contractQuery, pageAddress } from './list-search.ts';
import { contractListQuery } from './queries.ts';

const route = getRouteApi('/frame/portal/tenant/contract-list');

const rowId = ({ contractId }: OwnContract) => contractId;
const rowName = ({ ratePlanName }: OwnContract) => ratePlanName;

/** The tenant's contracts (spec section 2), to read. */
export function ContractList() {
  const { t, zone } = useColumnKit();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageLead>{t('licenses.contractsLead')}</PageLead>
      <QueryList
        id="contracts"
        plain
        caption={t('ui.tenant.contract-list')}
        columns={useMemo(() => contractColumns(t, zone, new Date()), [t, zone])}
        query={useQuery(contractListQuery(useMe().tenantId, contractQuery(search)))}
        rowId={rowId}
        rowName={rowName}
        at={search}
        go={(change, replace = false) => void navigate({ search: pageAddress.changed(search, change), replace })}
        paged="by page"
        failedTitle={t('licenses.contractsFailed')}
        empty={{ title: t('licenses.contractsEmptyTitle'), text: t('licenses.contractsEmpty') }}
      />
    </>
  );
}
