import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import type { License } from '#contract/licences/fields.ts';
import { failureText, requestIdOf } from '../../base/failure.ts';
import { timeZoneOf, useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { FilterSelect } from '../../ui/list/FilterSelect.tsx';
import { ListTable } from '../../ui/list/ListTable.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { licenseColumns } from './columns.tsx';
import classes from './licenses.module.css';
import {
  changedLicenseSearch,
  type LicenseSearch,
  type LicenseSearchChange,
  licenseQuery,
  readLicenseSearch,
  statuses,
  volumeTypes,
} from './list-search.ts';
import { licenseListQuery } from './queries.ts';

const route = getRouteApi('/frame/portal/tenant/license-list');

const rowId = ({ licenseId }: License) => licenseId;
const rowName = ({ serviceName }: License) => serviceName;

type ToolsProps = { search: LicenseSearch; onChange: (change: LicenseSearchChange) => void };

function Tools({ search, onChange }: ToolsProps) {
  const t = useT();
  const { status = '', volumeType = '', contractId } = search;
  return (
    <>
      <FilterSelect
        label={t('common.status')}
        value={status}
        choices={[
          { value: '', label: t('licenses.anyStatus') },
          ...statuses.map((value) => ({ value, label: t(`common.licenseStatus.${value}`) })),
        ]}
        onChange={(value) => onChange({ status: value || undefined })}
      />
      <FilterSelect
        label={t('licenses.for')}
        value={volumeType}
        choices={[
          { value: '', label: t('licenses.forAny') },
          ...volumeTypes.map((value) => ({ value, label: t(`licenses.for_${value}`) })),
        ]}
        onChange={(value) => onChange({ volumeType: value || undefined })}
      />
      {contractId === undefined ? null : (
        <FilterSelect
          label={t('licenses.contract')}
          value={contractId}
          choices={[
            { value: '', label: t('licenses.anyContract') },
            { value: contractId, label: contractId },
          ]}
          onChange={(value) => onChange({ contractId: value || undefined })}
        />
      )}
    </>
  );
}

/** The licensed applications the tenant owns (spec section 2), to read: the provider makes and changes them. */
export function LicenseList() {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const timeZone = timeZoneOf(me);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const asked = licenseQuery(search, language);
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(licenseListQuery(me.tenantId, asked));
  const columns = useMemo(() => licenseColumns(t, language, timeZone), [t, language, timeZone]);
  const { status, volumeType, contractId, sort = 'serviceName', order, page = 1, count = DEFAULT_PAGE_SIZE } = search;
  const go = (change: LicenseSearchChange) => void navigate({ search: changedLicenseSearch(search, change) });
  const isNarrowed = status !== undefined || volumeType !== undefined || contractId !== undefined;
  return (
    <>
      <p className={classes.lead}>{t('licenses.lead')}</p>
      <ListTable
        id="licenses"
        caption={t('ui.tenant.license-list')}
        columns={columns}
        rows={data?.results}
        rowId={rowId}
        rowName={rowName}
        loading={isPlaceholderData}
        expectedRows={6}
        totalResults={data?.totalResults ?? 0}
        sort={{ column: sort, order: order === 'descending' ? 'desc' : 'asc' }}
        onSort={(next) =>
          go({
            sort: next.column === 'expiresAt' ? 'expiresAt' : undefined,
            order: next.order === 'desc' ? 'descending' : undefined,
          })
        }
        toolbar={<Tools search={search} onChange={go} />}
        onClearSearch={
          isNarrowed ? () => go({ status: undefined, volumeType: undefined, contractId: undefined }) : undefined
        }
        failed={
          isError
            ? {
                title: t('licenses.failed'),
                text: failureText(t, error),
                requestId: requestIdOf(error),
                onRetry: () => void refetch(),
              }
            : undefined
        }
        empty={{ title: t('licenses.emptyTitle'), text: t('licenses.empty') }}
        pager={
          data && data.totalResults > 0 ? (
            <Pager
              page={page}
              pageSize={count}
              totalResults={data.totalResults}
              onPage={(next) => void navigate({ search: readLicenseSearch({ ...search, page: next }) })}
              onPageSize={(size) => go({ count: size })}
            />
          ) : null
        }
      />
    </>
  );
}
