import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Device } from '#contract/devices/fields.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { failedList } from '../../../base/failure.ts';
import { useKeptSearch } from '../../../base/last-search.ts';
import { paths } from '../../../base/paths.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { useGoneGroup } from '../../../pickers/gone-group.tsx';
import { CursorPager } from '../../../ui/list/CursorPager.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { deviceColumns } from './columns.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { Filters } from './Filters.tsx';
import {
  changedDeviceSearch,
  conditionOf,
  type DeviceSearch,
  type DeviceSearchChange,
  withoutCondition,
} from './list-search.ts';
import { deviceListQuery } from '../queries.ts';

const route = getRouteApi('/frame/portal/devices');

const rowId = ({ uuid }: Device) => uuid;
const rowName = ({ deviceId }: Device) => deviceId;

/** The devices of the tenant (spec section 2, device pages). */
export function DeviceList() {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const timeZone = timeZoneOf(me);
  const search = route.useSearch();
  useKeptSearch(paths.devices, search);
  const navigate = route.useNavigate();
  const page = useQuery(deviceListQuery(me.tenantId, search));
  const { data, isPlaceholderData } = page;
  const columns = useMemo(() => deviceColumns({ t, language, timeZone }), [t, language, timeZone]);
  const condition = useMemo(() => conditionOf(search), [search]);
  const { sort = 'deviceId', order, count = DEFAULT_PAGE_SIZE } = search;
  const total = data?.totalResults ?? 0;
  const totalIsEstimate = data?.totalIsEstimate ?? false;
  const go = (change: DeviceSearchChange, replace = false) =>
    void navigate({ search: (before) => changedDeviceSearch(before, change), replace });
  const goneGroup = useGoneGroup({
    error: page.error,
    group: search.group,
    label: t('devices.inGroup'),
    onRemove: () => go({ group: undefined }, true),
  });
  const isNarrowed = Object.keys(condition).length > 0;
  return (
    <>
      <PageTitle
        title={t('ui.nav.devices')}
        actions={<ExportMenu {...{ condition, totalIsEstimate }} total={data?.totalResults} />}
      >
        {t('devices.lead')}
      </PageTitle>
      <ListTable
        id="devices"
        caption={t('ui.nav.devices')}
        columns={columns}
        rows={data?.results}
        rowId={rowId}
        rowName={rowName}
        loading={isPlaceholderData}
        expectedRows={Math.min(count, 12)}
        totalResults={total}
        totalIsEstimate={totalIsEstimate}
        sort={{ column: sort, order: order === 'descending' ? 'desc' : 'asc' }}
        onSort={(next) =>
          go({ sort: next.column as DeviceSearch['sort'], order: next.order === 'desc' ? 'descending' : undefined })
        }
        toolbar={<Filters search={search} onChange={(change) => go(change, true)} />}
        onClearSearch={isNarrowed ? () => void navigate({ search: withoutCondition }) : undefined}
        failed={failedList(t, page, t('devices.failed'))}
        empty={{ title: t('devices.emptyTitle'), text: t('devices.empty') }}
        pager={
          data && data.results.length > 0 ? (
            <CursorPager
              pageSize={count}
              totalResults={total}
              totalIsEstimate={totalIsEstimate}
              next={data.next}
              previous={data.previous}
              onCursor={(cursor) => go({ cursor })}
              onLast={totalIsEstimate ? undefined : () => go({ page: Math.ceil(total / count) })}
              onPageSize={(size) => go({ count: size })}
            />
          ) : null
        }
        {...goneGroup}
      />
    </>
  );
}
