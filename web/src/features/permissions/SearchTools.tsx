import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { Translate } from '../../i18n/keys.ts';
import { SearchFilters } from '../../ui/list/SearchFilters.tsx';
import { useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { Dropdown } from '../../ui/form/Dropdown.tsx';
import { PeriodTool } from './PeriodTool.tsx';
import { deviceTypesQuery } from './queries.ts';
import { conditionOf, fieldsOf, type PermissionSearch, type SearchChange, type TextField } from './search.ts';
import type { VolumeType } from './types.ts';

type Props = { type: VolumeType; search: PermissionSearch; onChange: (change: SearchChange) => void };

const labelsOf = (t: Translate): Record<Exclude<TextField, 'keyword'>, string> => ({
  userId: t('common.userId'),
  mailAddress: t('common.mailAddress'),
  names: t('common.name'),
  department: t('common.department'),
  location: t('common.location'),
  deviceId: t('permissions.deviceId'),
  comment: t('permissions.comment'),
});

/** The keyword, and behind "more" a box for each field of the spec. */
export const SearchTools = memo(function SearchTools({ type, search, onChange }: Props) {
  const t = useT();
  const count = Object.keys(conditionOf(type, { ...search, keyword: '' })).length;
  return (
    <SearchFilters
      label={t(`permissions.search_${type}`)}
      labels={labelsOf(t)}
      most={fieldsOf(type)}
      search={search}
      onChange={onChange}
      more={count > 0 ? t('permissions.moreSet', { count }) : t('permissions.more')}
      count={count}
    >
      <PeriodTool type={type} search={search} onChange={onChange} />
      {type === 'device' ? <TypeFilter value={search.deviceType} onChange={onChange} /> : null}
    </SearchFilters>
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
