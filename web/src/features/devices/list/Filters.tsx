import { useQuery } from '@tanstack/react-query';
import { roles } from '#contract/roles.ts';
import { SearchFilters } from '../../../ui/list/SearchFilters.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupFilter } from '../../../pickers/GroupFilter.tsx';
import { DaysFilter } from '../../../ui/list/DaysFilter.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx';
import {
  countFilters,
  type DeviceSearch,
  type DeviceSearchChange,
  MAX_IDLE_DAYS,
  periods,
  textFields,
} from './list-search.ts';
import { deviceTypesQuery } from '../queries.ts';

type Props = { search: DeviceSearch; onChange: (change: DeviceSearchChange) => void };

/** The keyword, the type, and behind "more" a box for each field. */
export function Filters({ search, onChange }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const { data: used = [] } = useQuery(deviceTypesQuery(tenantId));
  const count = countFilters(search);
  const { type = '' } = search;
  const types = type === '' || used.includes(type) ? used : [type, ...used];
  return (
    <SearchFilters
      label={t('devices.search')}
      labels={{
        deviceId: t('common.deviceId'),
        serialId: t('common.serialId'),
        comment: t('common.deviceComment'),
      }}
      most={textFields}
      search={search}
      onChange={onChange}
      more={count > 0 ? t('devices.moreSet', { count }) : t('devices.more')}
      count={count}
      beside={
        <FilterSelect
          label={t('common.deviceType')}
          value={type}
          choices={[{ value: '', label: t('devices.anyType') }, ...types.map((value) => ({ value, label: value }))]}
          onChange={(value) => onChange({ type: value || undefined })}
        />
      }
    >
      <OtherFilters search={search} onChange={onChange} />
    </SearchFilters>
  );
}

function OtherFilters({ search, onChange }: Props) {
  const t = useT();
  return (
    <>
      <Dropdown
        label={t('common.role')}
        value={search.role ?? ''}
        choices={[
          { value: '', label: t('devices.anyRole') },
          ...roles.map((value) => ({ value, label: t(`common.role.${value}`) })),
        ]}
        onChange={(role) => onChange({ role: role as DeviceSearch['role'] })}
      />
      <DaysFilter
        label={t('devices.idle')}
        value={search.idle}
        most={MAX_IDLE_DAYS}
        onSearch={(idle) => onChange({ idle })}
      />
      <Dropdown
        label={t('devices.lastSeen')}
        value={search.seen ?? ''}
        choices={[
          { value: '', label: t('devices.anyTime') },
          ...periods.map((value) => ({ value, label: t(`common.period.${value}`) })),
        ]}
        onChange={(seen) => onChange({ seen: seen as DeviceSearch['seen'] })}
      />
      <GroupFilter
        label={t('devices.inGroup')}
        any={t('devices.anyGroup')}
        value={search.group}
        onChange={(group) => onChange({ group })}
      />
    </>
  );
}
