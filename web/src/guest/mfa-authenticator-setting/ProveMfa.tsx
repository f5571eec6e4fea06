import { useEffect, useState } from 'react';
import type { Me } from '#contract/sign-in/me.ts';
import { isCancelled } from '../../api/api-error.ts';
import { fetchMe } from '../../base/me.ts';
import { paths } from '../../base/paths.ts';
import { Button } from '../../guest-kit/Button.tsx';
import { checksIn } from '../../guest-kit/checks.ts';
import { CodeField } from '../../guest-kit/CodeField.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { PasswordField } from '../../guest-kit/PasswordField.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { TextField } from '../../guest-kit/TextField.tsx';
import { useForm } from '../../guest-kit/use-form.ts';
import { ownThisTab } from '../../session/own-tab.ts';
import { NotNow } from './NotNow.tsx';
import { settingTarget } from './setting-target.ts';
import { proveByMfa } from './totp-calls.ts';

/** Asks a signed-in user for MFA, for an app that wants more than their session has. */
export function ProveMfa({ query }: { query: URLSearchParams }) {
  const { t, data } = useGuest();
  const [me, setMe] = useState<Me>();
  const leave = () => location.replace(settingTarget(query, data.allowedReturnOrigins) ?? paths.top);
  const begin = async () => {
    await ownThisTab();
    const found = await fetchMe();
    if (found.totp.some(({ enabled }) => enabled)) return setMe(found);
    // Reset since: it is set up anew.
    query.delete('prove');
    location.replace(`${paths.mfaAuthenticatorSetting}?${query}`);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page wakes up
  useEffect(() => {
    begin().catch((error) => isCancelled(error) || location.replace(`${paths.error}?error=unknown_error`));
  }, []);
  return (
    <GuestPage title={t('device.proveTitle')} lead={t('device.proveLead')}>
      {me ? <ProveForm hasPassword={me.passwordAssigned} onProved={leave} /> : <Spinner label={t('guest.loading')} />}
      <NotNow />
    </GuestPage>
  );
}

function ProveForm({ hasPassword, onProved }: { hasPassword: boolean; onProved: () => void }) {
  const { t } = useGuest();
  const check = checksIn(t);
  const [byApp, setByApp] = useState(true);
  const form = useForm({
    initial: { password: '', code: '' },
    check: {
      password: (value) => (hasPassword ? check.password(value) : undefined),
      code: byApp ? check.otp : check.recoveryCode,
    },
    submit: async ({ password, code }) => {
      await proveByMfa({
        ...(hasPassword && { password }),
        ...(byApp ? { otp: code } : { recoveryCode: code.trim() }),
      });
      onProved();
    },
    fieldOf: ({ message_id, field }) => {
      if (message_id === 'wrong_currentPassword') return 'password';
      return message_id === 'wrong_otp' || field === 'recoveryCode' || field === 'otp' ? 'code' : undefined;
    },
  });
  return (
    <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
      <FormAlert alert={form.alert} />
      {hasPassword ? (
        <PasswordField
          {...form.box('password')}
          label={t('guest.password')}
          required
          autoComplete="current-password"
          autoFocus
        />
      ) : null}
      {byApp ? (
        <CodeField {...form.box('code')} key="totp" label={t('guest.code')} help={t('guest.codeHelp')} />
      ) : (
        <TextField
          {...form.box('code')}
          key="recoveryCode"
          label={t('guest.recoveryCode')}
          help={t('guest.recoveryCodeHelp')}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      <Button type="submit" busy={form.busy}>
        {t('guest.continue')}
      </Button>
      <Button look="link" onClick={() => setByApp(!byApp)}>
        {t(byApp ? 'guest.useRecoveryCode' : 'guest.useApp')}
      </Button>
    </form>
  );
}
