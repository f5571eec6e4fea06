import { Button, Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useId } from 'react';
import type { getMyPasswordPolicy } from '#contract/site/my-tenant.ts';
import { MAX_MAIL_ADDRESS_LENGTH } from '#contract/limits.ts';
import type { AnswerOf } from '#contract/route.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { PasswordBox } from '../../../ui/form/PasswordBox.tsx';
import { PasswordPolicyPanel } from '../../../ui/form/PasswordPolicyPanel.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import classes from '../users.module.css';
import parts from '../../../ui/form/parts.module.css';
import { makePassword } from './make-password.ts';
import type { BoxOf, FormPart } from './NewPersonCard.tsx';

type Policy = AnswerOf<typeof getMyPasswordPolicy>;
type Props = FormPart & { box: BoxOf; policy: Policy | undefined };
type EntryProps = Props & { passwordOpen: boolean };

/** How the user first gets in: a mailed link to register with, or a password that is handed over. */
export function EntryCard({ form, set, box, policy, passwordOpen }: EntryProps) {
  const t = useT();
  const name = useId();
  const why = {
    invite: t('users.entry_inviteWhy'),
    password: t(passwordOpen ? 'users.entry_passwordWhy' : 'users.entry_passwordClosed'),
  };
  return (
    <SettingsCard title={t('users.entry')} why={t('users.entryWhy')}>
      <fieldset className={classes.several}>
        <legend>{t('users.entryLegend')}</legend>
        {(['invite', 'password'] as const).map((entry) => (
          <Radio
            key={entry}
            name={name}
            label={t(`users.entry_${entry}`)}
            description={why[entry]}
            disabled={entry === 'password' && !passwordOpen}
            checked={form.entry === entry}
            onChange={() => set({ entry })}
          />
        ))}
      </fieldset>
      <TextBox
        {...box('loginMailAddress')}
        label={t('users.loginMailAddress')}
        help={t(form.entry === 'invite' ? 'users.inviteHelp' : 'users.loginMailAddressHelp')}
        type="email"
        maxLength={MAX_MAIL_ADDRESS_LENGTH}
        autoComplete="off"
      />
      {form.entry === 'password' ? <NewPassword form={form} set={set} box={box} policy={policy} /> : null}
    </SettingsCard>
  );
}

function NewPassword({ form, set, box, policy }: Props) {
  const t = useT();
  const rules = useId();
  return (
    <>
      <div className={parts.row}>
        <PasswordBox
          {...box('password')}
          label={t('common.password')}
          autoComplete="new-password"
          aria-describedby={rules}
        />
        <Button
          className={parts.beside}
          variant="default"
          disabled={!policy}
          onClick={() => policy && set({ password: makePassword(policy) })}
        >
          {t('users.makePassword')}
        </Button>
      </div>
      {policy ? (
        <PasswordPolicyPanel
          id={rules}
          policy={policy}
          password={form.password}
          known={{
            ...{ userId: form.userId, familyName: form.familyName, givenName: form.givenName },
            mailAddresses: [form.loginMailAddress],
          }}
        />
      ) : null}
      <SettingRow
        name={t('users.mustChangePassword')}
        consequence={t('users.mustChangePasswordWhy')}
        checked={form.mustChangePassword}
        onChange={(mustChangePassword) => set({ mustChangePassword })}
      />
    </>
  );
}
