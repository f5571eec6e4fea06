import type { ReactNode } from 'react';
import type { PasswordPolicy } from '#contract/password.ts';
import { Button } from './Button.tsx';
import { useGuest } from './context.tsx';
import { FormAlert } from './FormAlert.tsx';
import { checkNewPassword, NewPasswordField } from './NewPasswordField.tsx';
import { useForm } from './use-form.ts';

/** The ids the server refuses a password with: they belong to its box. */
const refusals = new Set([
  'password_policy_violated',
  'common_password',
  'history',
  'minLength',
  'minUppercase',
  'minNumeric',
  'minSpecial',
  'invalid_params_password',
  'invalid_params_newPassword',
]);

export const isPasswordRefusal = ({ message_id, field }: { message_id: string; field?: string }): boolean =>
  refusals.has(message_id) || (message_id === 'invalid_params' && /password$/i.test(field ?? ''));

export type NewPasswordFormProps = {
  policy: PasswordPolicy;
  /** Whom the password is for; password managers keep it with that name. */
  username: string;
  button: string;
  /** What more is known of whose password it is. */
  tenantId?: string;
  /** What else there is to decide, above the button. */
  children?: ReactNode;
  onSubmit: (password: string) => Promise<void>;
};

/** A new password for an account: in place of an expired or a forgotten one. */
export function NewPasswordForm({ policy, username, tenantId, button, children, onSubmit }: NewPasswordFormProps) {
  const { t } = useGuest();
  const known = username.includes('@') ? { mailAddresses: [username], tenantId } : { userId: username, tenantId };
  const form = useForm({
    initial: { password: '' },
    check: { password: checkNewPassword(t, policy) },
    submit: ({ password }) => onSubmit(password),
    fieldOf: (entry) => (isPasswordRefusal(entry) ? 'password' : undefined),
  });
  return (
    <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
      <FormAlert alert={form.alert} />
      <input hidden readOnly autoComplete="username" value={username} />
      <NewPasswordField {...form.box('password')} label={t('password.new')} policy={policy} known={known} autoFocus />
      {children}
      <Button type="submit" busy={form.busy}>
        {button}
      </Button>
    </form>
  );
}
