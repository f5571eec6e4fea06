import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { License } from '#contract/licences/fields.ts';
import { LearnMore } from '../../base/guides/LearnMore.tsx';
import { useColumnKit } from '../../base/list/columns.tsx';
import { QueryList } from '../../base/list/QueryList.tsx';
import { useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { PageLead } from '../../ui/page/PageTitle.tsx';
import { FilterSelect } from '../../ui/list/FilterSelect.tsx';
import { licenseColumns } from './columns.tsx';
import {
  licenseAddress,
  type LicenseSearch,
  type LicenseSearchChange,
  licenseQuery,
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
  const { t, language, zone } = useColumnKit();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { status, volumeType, contractId } = search;
  const go = (change: LicenseSearchChange, replace = false) =>
    void navigate({ search: licenseAddress.changed(search, change), replace });
  const isNarrowed = status !== undefined || volumeType !== undefined || contractId !== undefined;
  return (
    <>
      <PageLead>
        {t('licenses.lead')} <LearnMore guide="licenses" about={t('ui.tenant.license-list')} />
      </PageLead>
      <QueryList
        id="licenses"
        caption={t('ui.tenant.license-list')}
        columns={useMemo(() => licenseColumns(t, language, zone), [t, language, zone])}
        query={useQuery(licenseListQuery(useMe().tenantId, licenseQuery(search, language)))}
        rowId={rowId}
        rowName={rowName}
        toolbar={<Tools search={search} onChange={go} />}
        onClearSearch={
          isNarrowed ? () => go({ status: undefined, volumeType: undefined, contractId: undefined }) : undefined
        }
        at={search}
        go={go}
        paged="by page"
        sortedBy="serviceName"
        failedTitle={t('licenses.failed')}
        empty={{ title: t('licenses.emptyTitle'), text: t('licenses.empty') }}
      />
    </>
  );
}
