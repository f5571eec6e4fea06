import { isFamilyNameFirst } from '#contract/person-name.ts';
import { AccountRow } from '../../guest-kit/AccountRow.tsx';
import { Button } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { checkNewPassword, NewPasswordField } from '../../guest-kit/NewPasswordField.tsx';
import { isPasswordRefusal } from '../../guest-kit/NewPasswordForm.tsx';
import { TextField } from '../../guest-kit/TextField.tsx';
import { useForm } from '../../guest-kit/use-form.ts';
import { ByProvider } from '../by-provider/ByProvider.tsx';
import { type NewUserInfo, type Registration, surroundings } from './register-calls.ts';

export type RegistrationFormProps = {
  registration: Registration;
  temporaryCode: string;
  onSubmit: (info: NewUserInfo) => Promise<void>;
};

/** The name, in the order of the language, and the first password of an invited person. */
export function RegistrationForm({ registration, temporaryCode, onSubmit }: RegistrationFormProps) {
  const { t, language } = useGuest();
  const { userId, tenantName, loginMailAddress, familyName, givenName, passwordOpen, passwordPolicy } = registration;
  const form = useForm({
    initial: { familyName, givenName, password: '' },
    check: { password: checkNewPassword(t, passwordPolicy) },
    submit: (values) =>
      onSubmit({ ...values, familyName: values.familyName.trim(), givenName: values.givenName.trim() }),
    fieldOf: (entry) => {
      if (isPasswordRefusal(entry)) return 'password';
      return entry.field === 'userInfo.familyName'
        ? 'familyName'
        : entry.field === 'userInfo.givenName'
          ? 'givenName'
          : undefined;
    },
  });
  const family = (
    <TextField
      {...form.box('familyName')}
      key="familyName"
      label={t('registration.familyName')}
      autoComplete="family-name"
      maxLength={128}
    />
  );
  const given = (
    <TextField
      {...form.box('givenName')}
      key="givenName"
      label={t('registration.givenName')}
      autoComplete="given-name"
      maxLength={128}
    />
  );
  return (
    <>
      <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
        <FormAlert alert={form.alert} />
        <AccountRow
          name={userId}
          detail={t('registration.signsInBy', { mailAddress: loginMailAddress, tenant: tenantName })}
        />
        {isFamilyNameFirst(language) ? [family, given] : [given, family]}
        <input hidden readOnly autoComplete="username" value={loginMailAddress} />
        {passwordOpen ? (
          <>
            <NewPasswordField
              {...form.box('password')}
              label={t('password.new')}
              policy={passwordPolicy}
              known={{
                ...{ userId, tenantName, mailAddresses: [loginMailAddress] },
                ...{ familyName: form.values.familyName, givenName: form.values.givenName },
              }}
            />
            <Button type="submit" busy={form.busy}>
              {t('registration.register')}
            </Button>
          </>
        ) : null}
        <p className="g-small g-line">{t('registration.surroundings')}</p>
      </form>
      <ByProvider
        alone={!passwordOpen}
        tenantId={registration.tenantId}
        temporaryCode={temporaryCode}
        userInfo={{
          familyName: form.values.familyName.trim(),
          givenName: form.values.givenName.trim(),
          ...surroundings(registration, language),
        }}
      />
    </>
  );
}
