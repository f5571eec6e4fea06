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
import { GroupFilter } from '../../pickers/GroupFilter.tsx';
import type { License, VolumeType } from './types.ts';

type Props = {
  type: VolumeType;
  search: PermissionSearch;
  /** Those that have a column. */
  licenses: readonly License[];
  onChange: (change: SearchChange) => void;
};

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
export const SearchTools = memo(function SearchTools({ type, search, licenses, onChange }: Props) {
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
      <GroupFilter
        label={t('permissions.inGroup')}
        any={t('permissions.anyGroup')}
        value={search.group}
        onChange={(group) => onChange({ group })}
      />
      <LicenseFilter search={search} licenses={licenses} onChange={onChange} />
      {type === 'device' ? <TypeFilter value={search.deviceType} onChange={onChange} /> : null}
    </SearchFilters>
  );
});

/** Who has one of the licences shown, or has it not. */
function LicenseFilter({ search: { has, hasNot }, licenses, onChange }: Omit<Props, 'type'>) {
  const t = useT();
  const value = has ? `has ${has}` : hasNot ? `not ${hasNot}` : '';
  const choices = licenses.flatMap(({ licenseId, serviceName: app }) => [
    { value: `has ${licenseId}`, label: t('permissions.has', { app }) },
    { value: `not ${licenseId}`, label: t('permissions.hasNot', { app }) },
  ]);
  return (
    <Dropdown
      label={t('permissions.license')}
      value={value}
      choices={[{ value: '', label: t('permissions.anyLicense') }, ...choices]}
      onChange={(chosen) => {
        const licenseId = chosen.slice(4) || undefined;
        const isHas = chosen.startsWith('has ');
        onChange({ has: isHas ? licenseId : undefined, hasNot: isHas ? undefined : licenseId });
      }}
    />
  );
}

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
