import { Button } from '@mantine/core';
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { roles } from '#contract/roles.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupFilter } from '../../../pickers/GroupFilter.tsx';
import { DaysFilter } from '../../../ui/list/DaysFilter.tsx';
import { DebouncedText } from '../../../ui/list/DebouncedText.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import classes from '../devices.module.css';
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
  const id = useId();
  const { tenantId } = useMe();
  const { data: used = [] } = useQuery(deviceTypesQuery(tenantId));
  const count = countFilters(search);
  const [opened, setOpened] = useState(count > 0);
  const { type = '' } = search;
  const types = type === '' || used.includes(type) ? used : [type, ...used];
  return (
    <>
      <SearchBox
        label={t('devices.search')}
        value={search.keyword ?? ''}
        maxLength={textFields.keyword}
        onSearch={(keyword) => onChange({ keyword })}
      />
      <FilterSelect
        label={t('common.deviceType')}
        value={type}
        choices={[{ value: '', label: t('devices.anyType') }, ...types.map((value) => ({ value, label: value }))]}
        onChange={(value) => onChange({ type: value || undefined })}
      />
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {count > 0 ? t('devices.moreSet', { count }) : t('devices.more')}
      </Button>
      <div id={id} className={classes.filters} hidden={!opened}>
        {opened ? <MoreFilters search={search} onChange={onChange} /> : null}
      </div>
    </>
  );
}

const labels = { deviceId: 'common.deviceId', serialId: 'common.serialId', comment: 'common.deviceComment' } as const;

function MoreFilters({ search, onChange }: Props) {
  const t = useT();
  return (
    <>
      {(Object.keys(labels) as (keyof typeof labels)[]).map((field) => (
        <DebouncedText
          key={field}
          label={t(labels[field])}
          value={search[field] ?? ''}
          maxLength={textFields[field]}
          onSearch={(value) => onChange({ [field]: value })}
        />
      ))}
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
