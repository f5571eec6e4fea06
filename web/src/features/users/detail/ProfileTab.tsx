import { useMemo } from 'react';
import { isFamilyNameFirst } from '#contract/display.ts';
import { userLines, userTexts } from '#contract/people/user-texts.ts';
import { timezones } from '#contract/timezones.ts';
import { useMe } from '../../../base/session-queries.ts';
import { languageChoices, languageName } from '../../../i18n/languages.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import parts from '../../../ui/form/parts.module.css';
import { ItemsCard } from './ItemsCard.tsx';
import { MailCard, type MailProps } from './MailCard.tsx';
import { type FormProps, isOwnField, SourceNote, useTextField } from './profile-form.tsx';
import { LinkedAccountsCard } from './sign-in/LinkedAccountsCard.tsx';
import { RecentSignIns } from './sign-in/RecentSignIns.tsx';
import { SignInCard } from './sign-in/SignInCard.tsx';

type Say = { say: (alert: AlertContent | undefined) => void };

/** Names, place in the organisation, mail addresses, language and zone; and what is known of signing in. */
export function ProfileTab({ onGiveUp, addressBox, say, ...form }: FormProps & MailProps & Say) {
  const { permissions } = useMe();
  return (
    <>
      {permissions.includes('logs:read') ? <RecentSignIns user={form.user} /> : null}
      <PersonCard {...form} />
      <MailCard {...form} onGiveUp={onGiveUp} addressBox={addressBox} />
      <ItemsCard {...form} />
      <LanguageCard {...form} />
      <SignInCard user={form.user} />
      <LinkedAccountsCard user={form.user} mayChange={form.mayChange} say={say} />
    </>
  );
}

function PersonCard(form: FormProps) {
  const t = useT();
  const box = useTextField(form);
  const names = isFamilyNameFirst(useLanguage())
    ? (['familyName', 'givenName'] as const)
    : (['givenName', 'familyName'] as const);
  return (
    <SettingsCard title={t('users.person')} why={t('users.personWhy')}>
      <SourceNote user={form.user} fields={[...names, ...userLines]} />
      <div className={parts.fields}>
        {names.map((field) => (
          <TextBox key={field} {...box(field)} label={t(`common.${field}`)} />
        ))}
        {userLines.map((field) => (
          <TextBox key={field} {...box(field)} label={t(userTexts[field].word)} />
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
  const asTenant = (value: string) => ({ value: TENANT, label: t('users.asTenant', { value }) });
  const set = (field: 'locale' | 'timezone') => (value: string) => change({ [field]: value === TENANT ? '' : value });
  return (
    <SettingsCard title={t('users.language')} why={t('users.languageWhy')}>
      <div className={parts.fields}>
        <Dropdown
          label={t('common.language')}
          value={draft.locale || TENANT}
          onChange={set('locale')}
          choices={[asTenant(languageName(me.tenantLocale)), ...languageChoices(draft.locale)]}
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
