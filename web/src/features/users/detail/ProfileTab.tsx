import { useMemo } from 'react';
import type { User } from '#contract/authentication/users-fields.ts';
import { isFamilyNameFirst } from '#contract/display.ts';
import { timezones } from '#contract/timezones.ts';
import { useMe } from '../../../base/session-queries.ts';
import { languageChoices } from '../../../i18n/languages.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import classes from '../users.module.css';
import { type Draft, longestOf, textMistake, type Texts } from './draft.ts';
import { ItemsCard } from './ItemsCard.tsx';
import { MailCard } from './MailCard.tsx';
import { SignInCard } from './SignInCard.tsx';
import type { FormMistakes } from './use-user-form.ts';

export type FormProps = {
  user: User;
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  mistakes: FormMistakes;
  mayChange: boolean;
};

/** Whether a field can be changed here: not what the account's source keeps, and only with the right. */
export function isOwnField({ user, mayChange }: Pick<FormProps, 'user' | 'mayChange'>, field: string): boolean {
  return mayChange && !user.readOnlyFields.includes(field);
}

/** Why fields of a card are read-only, where some are. */
export function SourceNote({ user, fields }: { user: User; fields: readonly string[] }) {
  const t = useT();
  if (!fields.some((field) => user.readOnlyFields.includes(field))) return null;
  return <p className={classes.note}>{t('users.keptBySource', { source: t(`users.source_${user.source}`) })}</p>;
}

/** Names, place in the organisation, mail addresses, language and zone; and what is known of signing in. */
export function ProfileTab({ onGiveUp, ...form }: FormProps & { onGiveUp: () => void }) {
  return (
    <>
      <PersonCard {...form} />
      <MailCard {...form} onGiveUp={onGiveUp} />
      <ItemsCard {...form} />
      <LanguageCard {...form} />
      <SignInCard user={form.user} />
    </>
  );
}

/** The properties of the box of a field. */
export function useTextField({ draft, change, mistakes, ...form }: FormProps) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  return (field: keyof Texts & keyof FormMistakes) => ({
    value: draft[field],
    onChange: (value: string) => change({ [field]: value }),
    validate: (value: string) => {
      const found = textMistake(field, value);
      return found && t(`users.mistake_${found}`, { most: number.format(longestOf(field)) });
    },
    error: mistakes[field],
    disabled: !isOwnField(form, field),
    autoComplete: 'off' as const,
  });
}

function PersonCard(form: FormProps) {
  const t = useT();
  const box = useTextField(form);
  const names = isFamilyNameFirst(useLanguage())
    ? (['familyName', 'givenName'] as const)
    : (['givenName', 'familyName'] as const);
  const fields = [...names, 'department', 'location'] as const;
  return (
    <SettingsCard title={t('users.person')} why={t('users.personWhy')}>
      <SourceNote user={form.user} fields={fields} />
      <div className={classes.fields}>
        {fields.map((field) => (
          <TextBox key={field} {...box(field)} label={t(`common.${field}`)} />
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

function LanguageCard({ draft, change, ...form }: FormProps) {
  const t = useT();
  const me = useMe();
  const zones = useMemo(() => [...timezones()].map((value) => ({ value, label: value.replaceAll('_', ' ') })), []);
  const ofTenant = languageChoices.find(({ value }) => value === me.tenantLocale)?.label ?? me.tenantLocale;
  const asTenant = (value: string) => ({ value: TENANT, label: t('users.asTenant', { value }) });
  const set = (field: 'locale' | 'timezone') => (value: string) => change({ [field]: value === TENANT ? '' : value });
  return (
    <SettingsCard title={t('users.language')} why={t('users.languageWhy')}>
      <div className={classes.fields}>
        <Dropdown
          label={t('common.language')}
          value={draft.locale || TENANT}
          onChange={set('locale')}
          choices={[asTenant(ofTenant), ...languageChoices]}
          disabled={!isOwnField(form, 'locale')}
        />
        <Dropdown
          label={t('common.timezone')}
          value={draft.timezone || TENANT}
          onChange={set('timezone')}
          choices={[asTenant(me.tenantTimezone), ...zones]}
          disabled={!isOwnField(form, 'timezone')}
        />
      </div>
    </SettingsCard>
  );
}
