import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { userSources } from '#contract/people/users-source.ts';
import { roles } from '#contract/roles.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupFilter } from '../../../pickers/GroupFilter.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { MoreFilters } from '../../../ui/list/MoreFilters.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import classes from '../users.module.css';
import { DaysFilter } from '../../../ui/list/DaysFilter.tsx';
import { DebouncedText } from '../../../ui/list/DebouncedText.tsx';
import {
  countFilters,
  MAX_DAYS,
  type SearchChange,
  statuses,
  type TextField,
  textFields,
  type UserSearch,
} from './list-search.ts';

type Props = { search: UserSearch; onChange: (change: SearchChange) => void };

const labels = {
  userId: 'common.userId',
  mailAddress: 'common.mailAddress',
  names: 'common.name',
  department: 'common.department',
  location: 'common.location',
  comment: 'users.comment',
} as const satisfies Partial<Record<TextField, string>>;

/** The keyword, and behind "more" a box for each field. */
export function Filters({ search, onChange }: Props) {
  const t = useT();
  const count = countFilters(search);
  return (
    <>
      <SearchBox
        label={t('users.search')}
        value={search.keyword ?? ''}
        maxLength={textFields.keyword}
        onSearch={(keyword) => onChange({ keyword })}
      />
      <MoreFilters count={count} label={count > 0 ? t('users.moreSet', { count }) : t('users.more')}>
        <Fields search={search} onChange={onChange} />
      </MoreFilters>
    </>
  );
}

function Fields({ search, onChange }: Props) {
  const t = useT();
  const any = { value: '', label: t('users.any') };
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
        choices={[any, ...roles.map((value) => ({ value, label: t(`common.role.${value}`) }))]}
        onChange={(role) => onChange({ role: role as UserSearch['role'] })}
      />
      <Dropdown
        label={t('users.mfa')}
        value={search.mfa ?? ''}
        choices={[any, { value: 'on', label: t('common.on') }, { value: 'off', label: t('common.off') }]}
        onChange={(mfa) => onChange({ mfa: mfa as UserSearch['mfa'] })}
      />
      <DaysFilter label={t('users.idle')} value={search.idle} most={MAX_DAYS} onSearch={(idle) => onChange({ idle })} />
      <DaysFilter
        label={t('users.passwordAge')}
        value={search.passwordAge}
        most={MAX_DAYS}
        onSearch={(passwordAge) => onChange({ passwordAge })}
      />
      <GroupFilter
        label={t('users.inGroup')}
        any={t('users.any')}
        value={search.group}
        onChange={(group) => onChange({ group })}
      />
      <Several
        label={t('common.status')}
        value={search.status}
        choices={statuses.map((value) => ({ value, label: t(`common.userStatus.${value}`) }))}
        onChange={(status) => onChange({ status })}
      />
      <Several
        label={t('users.source')}
        value={search.source}
        choices={userSources.map((value) => ({ value, label: t(`users.source_${value}`) }))}
        onChange={(source) => onChange({ source })}
      />
    </>
  );
}

type SeveralProps = {
  label: string;
  value: string | undefined;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** Boxes to tick; none is as good as all. */
function Several({ label, value = '', choices, onChange }: SeveralProps) {
  const chosen = value.split(',');
  return (
    <fieldset className={classes.several}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          label={choice.label}
          checked={chosen.includes(choice.value)}
          onChange={(event) => {
            const others = chosen.filter((one) => one !== choice.value);
            onChange((event.currentTarget.checked ? [...others, choice.value] : others).join(','));
          }}
        />
      ))}
    </fieldset>
  );
}
