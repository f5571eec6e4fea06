import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { eachTextCondition, userTexts } from '#contract/people/user-texts.ts';
import { userSources } from '#contract/people/users-source.ts';
import { roles } from '#contract/roles.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { SearchFilters } from '../../../ui/list/SearchFilters.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupFilter } from '../../../pickers/GroupFilter.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import classes from '../users.module.css';
import { DaysFilter } from '../../../ui/list/DaysFilter.tsx';
import { countFilters, MAX_DAYS, type SearchChange, statuses, textFields, type UserSearch } from './list-search.ts';

type Props = { search: UserSearch; onChange: (change: SearchChange) => void };

const labelsOf = (t: Translate) => ({
  userId: t('common.userId'),
  mailAddress: t('common.mailAddress'),
  names: t('common.name'),
  ...eachTextCondition((text) => t(userTexts[text].word)),
});

/** The keyword, and behind "more" a box for each field. */
export function Filters({ search, onChange }: Props) {
  const t = useT();
  const count = countFilters(search);
  return (
    <SearchFilters
      label={t('users.search')}
      labels={labelsOf(t)}
      most={textFields}
      search={search}
      onChange={onChange}
      more={count > 0 ? t('users.moreSet', { count }) : t('users.more')}
      count={count}
    >
      <OtherFilters search={search} onChange={onChange} />
    </SearchFilters>
  );
}

function OtherFilters({ search, onChange }: Props) {
  const t = useT();
  const any = { value: '', label: t('users.any') };
  return (
    <>
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
