import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Device } from '#contract/devices/fields.ts';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { useKeptSearch } from '../../../base/last-search.ts';
import { paths } from '../../../base/paths.ts';
import { useGoneGroup } from '../../../pickers/gone-group.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { deviceColumns } from './columns.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { Filters } from './Filters.tsx';
import { deviceAddress, conditionOf, type DeviceSearchChange, withoutCondition } from './list-search.ts';
import { deviceListQuery } from '../queries.ts';

const route = getRouteApi('/frame/portal/devices');

const rowId = ({ uuid }: Device) => uuid;
const rowName = ({ deviceId }: Device) => deviceId;

/** The devices of the tenant (spec section 2, device pages). */
export function DeviceList() {
  const kit = useColumnKit();
  const { t } = kit;
  const me = useMe();
  const search = route.useSearch();
  useKeptSearch(paths.devices, search);
  const navigate = route.useNavigate();
  const list = useQuery(deviceListQuery(me.tenantId, search));
  const condition = useMemo(() => conditionOf(search), [search]);
  const go = (change: DeviceSearchChange, replace = false) =>
    void navigate({ search: (before) => deviceAddress.changed(before, change), replace });
  const goneGroup = useGoneGroup({
    error: list.error,
    group: search.group,
    label: t('devices.inGroup'),
    onRemove: () => go({ group: undefined }, true),
  });
  const isNarrowed = Object.keys(condition).length > 0;
  return (
    <>
      <PageTitle
        title={t('ui.nav.devices')}
        actions={
          <ExportMenu
            condition={condition}
            totalIsEstimate={list.data?.totalIsEstimate ?? false}
            total={list.data?.totalResults}
          />
        }
      >
        {t('devices.lead')}
      </PageTitle>
      <QueryList
        id="devices"
        caption={t('ui.nav.devices')}
        columns={useMemo(() => deviceColumns(kit), [kit])}
        query={list}
        rowId={rowId}
        rowName={rowName}
        toolbar={<Filters search={search} onChange={(change) => go(change, true)} />}
        onClearSearch={isNarrowed ? () => void navigate({ search: withoutCondition }) : undefined}
        at={search}
        go={go}
        paged="by cursor, last by page"
        sortedBy="deviceId"
        failedTitle={t('devices.failed')}
        empty={{ title: t('devices.emptyTitle'), text: t('devices.empty') }}
        instead={goneGroup}
      />
    </>
  );
}
