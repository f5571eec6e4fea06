import { useState } from 'react';
import { checkPasswordPolicy, strengthScore, type GuessScore } from '#contract/password.ts';
import { isMailAddress } from '#contract/rules.ts';
import { timezones } from '#contract/timezones.ts';
import { useT } from '../i18n/use-t.tsx';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { FormScope } from '../ui/form/form-scope.tsx';
import { PasswordBox } from '../ui/form/PasswordBox.tsx';
import { PasswordPolicyPanel } from '../ui/form/PasswordPolicyPanel.tsx';
import { PasswordStrengthMeter } from '../ui/form/PasswordStrengthMeter.tsx';
import { ReadOnlyTextBox } from '../ui/form/ReadOnlyTextBox.tsx';
import { SettingsCard } from '../ui/form/SettingsCard.tsx';
import { TextBox } from '../ui/form/TextBox.tsx';

const policy = { minLength: 10, minUppercase: 1, minNumeric: 1, minSpecial: 1, history: 5 };
const zones = [...timezones()].sort().map((value) => ({ value, label: value }));
const choices = [
  { value: 'ja', label: '日本語' },
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
];

export function FieldSection() {
  const t = useT();
  const [valid, setValid] = useState(false);
  const [values, setValues] = useState<Record<string, string>>({ several: '', serverError: 'taro' });
  const [choice, setChoice] = useState<string | null>('ja');
  const [zone, setZone] = useState<string | null>('Asia/Tokyo');
  const field = (name: string) => ({
    value: values[name] ?? '',
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });
  const mistake = (value: string) => (isMailAddress(value) ? undefined : t('widgets.mailWrong'));
  return (
    <>
      <SettingsCard title={t('widgets.fields')} why={t('widgets.fieldsWhy')}>
        <FormScope onValidity={setValid}>
          <TextBox label={t('widgets.text')} help={t('widgets.textHelp')} {...field('text')} />
          <TextBox label={t('widgets.mail')} required validate={mistake} {...field('mail')} />
          <TextBox label={t('widgets.number')} kind="numeric" {...field('number')} />
          <TextBox
            label={t('widgets.code')}
            kind="digits"
            maxLength={6}
            autoComplete="one-time-code"
            {...field('code')}
          />
          <TextBox label={t('widgets.several')} kind="multiline" {...field('several')} />
          <TextBox label={t('widgets.serverError')} error={t('widgets.serverErrorText')} {...field('serverError')} />
          <TextBox label={t('widgets.disabled')} disabled value="taro" onChange={() => undefined} />
          <ReadOnlyTextBox label={t('widgets.readOnly')} value="https://portico.example/register?code=8fJ2kq" />
          <Dropdown label={t('widgets.dropdown')} value={choice} onChange={setChoice} choices={choices} />
          <Dropdown label={t('widgets.timezone')} value={zone} onChange={setZone} choices={zones} />
        </FormScope>
        <p role="status">{t(valid ? 'widgets.validity_valid' : 'widgets.validity_invalid')}</p>
      </SettingsCard>
      <PasswordSection />
    </>
  );
}

function PasswordSection() {
  const t = useT();
  const [password, setPassword] = useState('Portico7');
  const guess = (4 - checkPasswordPolicy(password, policy).length) as GuessScore;
  return (
    <SettingsCard title={t('widgets.passwords')} why={t('widgets.passwordsWhy')}>
      <PasswordBox
        label={t('widgets.newPassword')}
        required
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <PasswordStrengthMeter score={strengthScore(password, policy, guess)} />
      <PasswordPolicyPanel policy={policy} password={password} />
      <PasswordStrengthMeter score={1} />
      <PasswordStrengthMeter score={3} />
      <PasswordStrengthMeter score={5} />
    </SettingsCard>
  );
}
