import { useEffect } from 'react';
import { AccountRow } from '../../guest-kit/AccountRow.tsx';
import { Button } from '../../guest-kit/Button.tsx';
import { checksIn } from '../../guest-kit/checks.ts';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { PasswordField } from '../../guest-kit/PasswordField.tsx';
import { useForm } from '../../guest-kit/use-form.ts';
import type { RememberedAccount } from '../../session/accounts.ts';
import type { Identity } from './login-calls.ts';

export type CachedFormProps = {
  account: RememberedAccount;
  onSubmit: (identity: Identity) => Promise<void>;
  onOther: () => void;
};

/** The password of an account this device remembers (spec section 2, "cached account"). */
export function CachedForm({ account, onSubmit, onOther }: CachedFormProps) {
  const { t } = useGuest();
  const { way, tenantId, credentials } = account;
  const form = useForm({
    initial: { password: '' },
    check: { password: checksIn(t).password },
    submit: ({ password }) => onSubmit({ way, tenantId, credentials, password }),
  });
  const { set, focus, alert } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each refusal the password is what to type again
  useEffect(() => {
    if (!alert) return;
    set('password', '');
    focus('password');
  }, [alert?.count]);
  return (
    <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
      <FormAlert alert={alert} />
      <AccountRow
        name={account.displayName}
        detail={t('login.accountIn', { userId: account.userId, tenant: account.tenantName })}
        end={
          <button type="button" className="g-text-button" onClick={onOther}>
            {t('login.change')}
          </button>
        }
      />
      {/* Password managers look for whom the password is. */}
      <input hidden readOnly autoComplete="username" value={credentials} />
      <PasswordField
        {...form.box('password')}
        label={t('guest.password')}
        required
        autoComplete="current-password"
        autoFocus
      />
      <Button type="submit" busy={form.busy}>
        {t('login.signIn')}
      </Button>
    </form>
  );
}
