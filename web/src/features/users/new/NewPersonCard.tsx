import { isFamilyNameFirst } from '#contract/display.ts';
import { userLines, userTexts } from '#contract/people/user-texts.ts';
import { MAX_USER_ID_LENGTH } from '#contract/limits.ts';
import { roles } from '#contract/roles.ts';
import { useMe } from '../../../base/session-queries.ts';
import { languageChoices, languageName } from '../../../i18n/languages.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox, type TextBoxProps } from '../../../ui/form/TextBox.tsx';
import { toggledRoles } from '../administrator.ts';
import parts from '../../../ui/form/parts.module.css';
import type { NewUserField, NewUserForm } from './form.ts';

export type BoxOf = (
  field: NewUserField,
) => Pick<TextBoxProps, 'value' | 'onChange' | 'error'> & Required<Pick<TextBoxProps, 'validate' | 'required'>>;
export type FormPart = { form: NewUserForm; set: (change: Partial<NewUserForm>) => void };

export function NewPersonCard({ box }: { box: BoxOf }) {
  const t = useT();
  const names = isFamilyNameFirst(useLanguage())
    ? (['familyName', 'givenName'] as const)
    : (['givenName', 'familyName'] as const);
  return (
    <SettingsCard title={t('users.person')} why={t('users.personWhy')}>
      <TextBox
        {...box('userId')}
        label={t('common.userId')}
        help={t('users.userIdHelp')}
        maxLength={MAX_USER_ID_LENGTH}
        autoComplete="off"
      />
      <div className={parts.fields}>
        {names.map((field) => (
          <TextBox key={field} {...box(field)} label={t(`common.${field}`)} autoComplete="off" />
        ))}
        {userLines.map((field) => (
          <TextBox key={field} {...box(field)} label={t(userTexts[field].word)} autoComplete="off" />
        ))}
      </div>
      <TextBox
        {...box('description')}
        kind="multiline"
        rows={2}
        label={t('users.comment')}
        help={t('users.commentHelp')}
      />
    </SettingsCard>
  );
}

/** Stands for "as the tenant": a choice must have a value of its own. */
const TENANT = 'tenant';

export function NewRolesCard({ form, set }: FormPart) {
  const t = useT();
  const me = useMe();
  const ofTenant = languageName(me.tenantLocale);
  return (
    <SettingsCard title={t('users.rolesAndLanguage')} why={t('users.rolesAndLanguageWhy')}>
      {roles.map((role) => {
        const on = form.roles.includes(role);
        return (
          <SettingRow
            key={role}
            name={t(`common.role.${role}`)}
            consequence={t(`users.role_${role}`)}
            checked={on}
            disabled={on && form.roles.length === 1 && role === roles[0]}
            onChange={(checked) => set({ roles: toggledRoles(form.roles, role, checked) })}
          />
        );
      })}
      <Dropdown
        label={t('common.language')}
        help={t('users.languageHelp')}
        value={form.locale || TENANT}
        choices={[{ value: TENANT, label: t('users.asTenant', { value: ofTenant }) }, ...languageChoices()]}
        onChange={(value) => set({ locale: value === TENANT ? '' : value })}
      />
    </SettingsCard>
  );
}
