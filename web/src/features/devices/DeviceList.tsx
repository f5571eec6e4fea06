import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Device } from '#contract/device-management/fields.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { failureText, requestIdOf } from '../../app/failure.ts';
import { timeZoneOf, useMe } from '../../app/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../ui/AlertArea.tsx';
import { ListTable } from '../../ui/ListTable.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { type Asked, deviceColumns } from './columns.tsx';
import { DeleteDevice, EditDevice } from './DeviceDialogs.tsx';
import { Filters } from './Filters.tsx';
import {
  changedDeviceSearch,
  conditionOf,
  type DeviceSearch,
  type DeviceSearchChange,
  pageSizes,
  readDeviceSearch,
  withoutCondition,
} from './list-search.ts';
import { deviceListQuery } from './queries.ts';

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
  const navigate = route.useNavigate();
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(deviceListQuery(me.tenantId, search));
  const mayChange = me.permissions.includes('devices:write');
  const [asked, setAsked] = useState<Asked>();
  const [alert, setAlert] = useState<AlertContent>();
  const columns = useMemo(
    () => deviceColumns({ t, language, timeZone }, mayChange ? setAsked : undefined),
    [t, language, timeZone, mayChange],
  );
  const { sort = 'deviceId', order, count = DEFAULT_PAGE_SIZE, page = 1 } = search;
  const go = (change: DeviceSearchChange, replace = false) =>
    void navigate({ search: changedDeviceSearch(search, change), replace });
  const isNarrowed = Object.keys(conditionOf(search)).length > 0;
  const close = () => setAsked(undefined);
  return (
    <>
      <PageTitle title={t('ui.nav.devices')}>{t('devices.lead')}</PageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <ListTable
        id="devices"
        caption={t('ui.nav.devices')}
        columns={columns}
        rows={data?.results}
        rowId={rowId}
        rowName={rowName}
        loading={isPlaceholderData}
        expectedRows={count}
        totalResults={data?.totalResults ?? 0}
        sort={{ column: sort, order: order === 'descending' ? 'desc' : 'asc' }}
        onSort={(next) =>
          go({ sort: next.column as DeviceSearch['sort'], order: next.order === 'desc' ? 'descending' : undefined })
        }
        toolbar={<Filters search={search} onChange={(change) => go(change, true)} />}
        onClearSearch={isNarrowed ? () => void navigate({ search: withoutCondition(search) }) : undefined}
        failed={
          isError
            ? {
                title: t('devices.failed'),
                text: failureText(t, error),
                requestId: requestIdOf(error),
                onRetry: () => void refetch(),
              }
            : undefined
        }
        empty={{ title: t('devices.emptyTitle'), text: t('devices.empty') }}
        pager={
          data && data.totalResults > 0 ? (
            <Pager
              page={page}
              pageSize={count}
              pageSizes={pageSizes}
              totalResults={data.totalResults}
              onPage={(next) => void navigate({ search: readDeviceSearch({ ...search, page: next }) })}
              onPageSize={(size) => go({ count: size })}
            />
          ) : null
        }
      />
      {asked?.act === 'edit' ? <EditDevice device={asked.device} say={setAlert} onClose={close} /> : null}
      {asked?.act === 'delete' ? <DeleteDevice device={asked.device} say={setAlert} onClose={close} /> : null}
    </>
  );
}
