import { isFamilyNameFirst } from '#contract/person-name.ts';
import { AccountRow } from '../../guest-kit/AccountRow.tsx';
import { Button } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { checkNewPassword, NewPasswordField } from '../../guest-kit/NewPasswordField.tsx';
import { isPasswordRefusal } from '../../guest-kit/NewPasswordForm.tsx';
import { TextField } from '../../guest-kit/TextField.tsx';
import { useForm } from '../../guest-kit/use-form.ts';
import type { OpenedRegistration } from '../../guest-kit/mail-link.ts';
import { ByProvider } from '../by-provider/ByProvider.tsx';
import { infoOf, type NewPerson } from './self-register-calls.ts';

/** The name, in the order of the language, and the password of somebody who has proved an address. */
export function PersonForm({
  opened,
  onSubmit,
}: {
  opened: OpenedRegistration;
  onSubmit: (person: NewPerson) => Promise<void>;
}) {
  const { t, language } = useGuest();
  const { mailAddress, tenantName, passwordOpen, passwordPolicy } = opened;
  const form = useForm({
    initial: { familyName: '', givenName: '', password: '' },
    check: {
      familyName: (value) => (value.trim() === '' ? t('registration.enterFamilyName') : undefined),
      password: checkNewPassword(t, passwordPolicy),
    },
    submit: (values) =>
      onSubmit({ ...values, familyName: values.familyName.trim(), givenName: values.givenName.trim() }),
    fieldOf: (entry) => {
      if (isPasswordRefusal(entry)) return 'password';
      const name = entry.field?.replace('userInfo.', '');
      return name === 'familyName' || name === 'givenName' ? name : undefined;
    },
  });
  const family = (
    <TextField
      {...form.box('familyName')}
      key="familyName"
      label={t('registration.familyName')}
      required
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
    <GuestPage
      title={t('registration.registerTitle')}
      lead={t(passwordOpen ? 'registration.selfRegisterPerson' : 'registration.selfRegisterByProvider', {
        tenant: tenantName,
      })}
    >
      <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
        <FormAlert alert={form.alert} />
        <AccountRow name={mailAddress} detail={tenantName} />
        {isFamilyNameFirst(language) ? [family, given] : [given, family]}
        <input hidden readOnly autoComplete="username" value={mailAddress} />
        {passwordOpen ? (
          <>
            <NewPasswordField
              {...form.box('password')}
              label={t('password.new')}
              policy={passwordPolicy}
              known={{
                ...{ tenantName, mailAddresses: [mailAddress] },
                ...{ familyName: form.values.familyName, givenName: form.values.givenName },
              }}
            />
            <Button type="submit" busy={form.busy}>
              {t('registration.register')}
            </Button>
          </>
        ) : null}
      </form>
      <ByProvider
        alone={!passwordOpen}
        tenantId={opened.tenantId}
        temporaryCode={opened.temporaryCode}
        first={
          form.values.familyName.trim() === ''
            ? { say: t('registration.enterFamilyName'), focus: () => form.focus('familyName') }
            : undefined
        }
        userInfo={infoOf(
          { familyName: form.values.familyName.trim(), givenName: form.values.givenName.trim() },
          language,
        )}
      />
    </GuestPage>
  );
}
