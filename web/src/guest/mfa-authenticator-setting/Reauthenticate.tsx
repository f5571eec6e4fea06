import { paths } from '../../base/paths.ts';
import { hasErrorId } from '../../api/api-error.ts';
import { Button } from '../../guest-kit/Button.tsx';
import { checksIn } from '../../guest-kit/checks.ts';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { PasswordField } from '../../guest-kit/PasswordField.tsx';
import { useForm } from '../../guest-kit/use-form.ts';
import { hereAsTarget } from '../../session/return-target.ts';
import { NotNow } from './NotNow.tsx';
import { proveAgain } from './totp-calls.ts';

/** Asks for the password once more: the sign-in is too long ago to hand out a secret. */
export function Reauthenticate({ maySkip, onProved }: { maySkip: boolean | undefined; onProved: () => void }) {
  const { t } = useGuest();
  const form = useForm({
    initial: { password: '' },
    check: { password: checksIn(t).password },
    submit: async ({ password }) => {
      try {
        await proveAgain(password);
      } catch (error) {
        // Without a password only a new sign-in proves anything.
        if (!hasErrorId(error, 'reauthentication_required')) throw error;
        return location.assign(`${paths.login}?url=${encodeURIComponent(hereAsTarget())}`);
      }
      onProved();
    },
    fieldOf: ({ message_id }) => (message_id === 'wrong_currentPassword' ? 'password' : undefined),
  });
  return (
    <GuestPage title={t('device.reauthenticateTitle')} lead={t('device.reauthenticateLead')}>
      <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
        <FormAlert alert={form.alert} />
        <PasswordField
          {...form.box('password')}
          label={t('guest.password')}
          required
          autoComplete="current-password"
          autoFocus
        />
        <Button type="submit" busy={form.busy}>
          {t('guest.continue')}
        </Button>
      </form>
      {maySkip ? <NotNow /> : null}
    </GuestPage>
  );
}
