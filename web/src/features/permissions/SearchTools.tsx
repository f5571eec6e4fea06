import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { DebouncedText } from '../../ui/list/DebouncedText.tsx';
import { Dropdown } from '../../ui/form/Dropdown.tsx';
import { MoreFilters } from '../../ui/list/MoreFilters.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { PeriodTool } from './PeriodTool.tsx';
import { deviceTypesQuery } from './queries.ts';
import { conditionOf, fieldsOf, type PermissionSearch, type SearchChange, type TextField } from './search.ts';
import type { VolumeType } from './types.ts';

type Props = { type: VolumeType; search: PermissionSearch; onChange: (change: SearchChange) => void };

const labels = {
  userId: 'common.userId',
  mailAddress: 'common.mailAddress',
  names: 'common.name',
  department: 'common.department',
  location: 'common.location',
  deviceId: 'permissions.deviceId',
  comment: 'permissions.comment',
} as const satisfies Record<Exclude<TextField, 'keyword'>, string>;

/** The keyword, and behind "more" a box for each field of the spec. */
export const SearchTools = memo(function SearchTools({ type, search, onChange }: Props) {
  const t = useT();
  const count = Object.keys(conditionOf(type, { ...search, keyword: '' })).length;
  const fields = fieldsOf(type);
  return (
    <>
      <SearchBox
        label={t(`permissions.search_${type}`)}
        value={search.keyword ?? ''}
        maxLength={fields.keyword ?? 0}
        onSearch={(keyword) => onChange({ keyword: keyword || undefined })}
      />
      <MoreFilters count={count} label={count > 0 ? t('permissions.moreSet', { count }) : t('permissions.more')}>
        {(Object.keys(labels) as (keyof typeof labels)[])
          .filter((field) => fields[field] !== undefined)
          .map((field) => (
            <DebouncedText
              key={field}
              label={t(labels[field])}
              value={search[field] ?? ''}
              maxLength={fields[field] ?? 0}
              onSearch={(value) => onChange({ [field]: value || undefined })}
            />
          ))}
        <PeriodTool type={type} search={search} onChange={onChange} />
        {type === 'device' ? <TypeFilter value={search.deviceType} onChange={onChange} /> : null}
      </MoreFilters>
    </>
  );
});

function TypeFilter({ value = '', onChange }: { value: string | undefined; onChange: Props['onChange'] }) {
  const t = useT();
  const { data = [] } = useQuery(deviceTypesQuery(useMe().tenantId));
  const types = value === '' || data.includes(value) ? data : [...data, value];
  return (
    <Dropdown
      label={t('permissions.deviceType')}
      value={value}
      choices={[{ value: '', label: t('permissions.anyType') }, ...types.map((type) => ({ value: type, label: type }))]}
      onChange={(deviceType) => onChange({ deviceType: deviceType || undefined })}
    />
  );
}
