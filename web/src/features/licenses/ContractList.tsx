import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { failedList } from '../../base/failure.ts';
import { timeZoneOf, useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { ListTable } from '../../ui/list/ListTable.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { contractColumns, type OwnContract } from './columns.tsx';
import classes from './licenses.module.css';
import { contractQuery, readPageSearch } from './list-search.ts';
import { contractListQuery } from './queries.ts';

const route = getRouteApi('/frame/portal/tenant/contract-list');

const rowId = ({ contractId }: OwnContract) => contractId;
const rowName = ({ ratePlanName }: OwnContract) => ratePlanName;

/** The tenant's contracts (spec section 2), to read. */
export function ContractList() {
  const t = useT();
  const me = useMe();
  const timeZone = timeZoneOf(me);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { page = 1, count = DEFAULT_PAGE_SIZE } = search;
  const list = useQuery(contractListQuery(me.tenantId, contractQuery(search)));
  const { data, isPlaceholderData } = list;
  const columns = useMemo(() => contractColumns(t, timeZone, new Date()), [t, timeZone]);
  return (
    <>
      <p className={classes.lead}>{t('licenses.contractsLead')}</p>
      <ListTable
        id="contracts"
        plain
        caption={t('ui.tenant.contract-list')}
        columns={columns}
        rows={data?.results}
        rowId={rowId}
        rowName={rowName}
        loading={isPlaceholderData}
        expectedRows={4}
        totalResults={data?.totalResults ?? 0}
        failed={failedList(t, list, t('licenses.contractsFailed'))}
        empty={{ title: t('licenses.contractsEmptyTitle'), text: t('licenses.contractsEmpty') }}
        pager={
          data && data.totalResults > 0 ? (
            <Pager
              page={page}
              pageSize={count}
              totalResults={data.totalResults}
              onPage={(next) => void navigate({ search: readPageSearch({ ...search, page: next }) })}
              onPageSize={(size) => void navigate({ search: readPageSearch({ count: size }) })}
            />
          ) : null
        }
      />
    </>
  );
}
