import { useEffect } from 'react';
import { Button } from '../../guest-kit/Button.tsx';
import { checksIn } from '../../guest-kit/checks.ts';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { PasswordField } from '../../guest-kit/PasswordField.tsx';
import { TextField } from '../../guest-kit/TextField.tsx';
import { useForm } from '../../guest-kit/use-form.ts';
import type { LoginWay } from '../../session/accounts.ts';
import type { Identity } from './login-calls.ts';

export type IdentifyFormProps = {
  way: LoginWay;
  /** Known from the address or from last time. */
  tenantId: string;
  /** Who the app thinks it is. */
  hint: string;
  /** Somebody has typed where they belong: a tenant, or an email address. */
  onNamed: (named: string) => void;
  onSubmit: (identity: Identity) => Promise<void>;
};

/** By mail address, or by tenant and user ID (spec section 2, "Login"). */
export function IdentifyForm({ way, tenantId, hint, onNamed, onSubmit }: IdentifyFormProps) {
  const { t } = useGuest();
  const check = checksIn(t);
  const byMail = way === 'loginMailAddress';
  const form = useForm({
    initial: { mailAddress: '', tenantId: '', userId: '', password: '' },
    check: byMail
      ? { mailAddress: check.mailAddress, password: check.password }
      : { tenantId: check.tenantId, userId: check.userId, password: check.password },
    submit: async (values) => {
      const typedTenant = values.tenantId.trim().toLowerCase();
      const credentials = (byMail ? values.mailAddress : values.userId).trim();
      await onSubmit({ way, tenantId: byMail ? tenantId : typedTenant, credentials, password: values.password });
    },
  });
  const { set, focus, values, alert } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what somebody typed is not written over
  useEffect(() => {
    if (tenantId && !values.tenantId) set('tenantId', tenantId);
  }, [tenantId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    const field = byMail ? 'mailAddress' : 'userId';
    if (hint && hint.includes('@') === byMail && !values[field]) set(field, hint);
  }, [hint, byMail]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each refusal the password is what to type again
  useEffect(() => {
    if (!alert) return;
    set('password', '');
    focus('password');
  }, [alert?.count]);
  const box = form.box(byMail ? 'mailAddress' : 'tenantId');
  const onBlur = () => {
    box.onBlur();
    onNamed(box.value.trim().toLowerCase());
  };
  return (
    <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
      <FormAlert alert={alert} />
      {byMail ? (
        <TextField
          {...box}
          onBlur={onBlur}
          key="mailAddress"
          label={t('guest.mailAddress')}
          required
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      ) : (
        <>
          <TextField
            {...box}
            onBlur={onBlur}
            key="tenantId"
            label={t('guest.tenantId')}
            required
            autoComplete="organization"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={!tenantId}
          />
          <TextField
            {...form.box('userId')}
            key="userId"
            label={t('guest.userId')}
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={Boolean(tenantId)}
          />
        </>
      )}
      <PasswordField {...form.box('password')} label={t('guest.password')} required autoComplete="current-password" />
      <Button type="submit" busy={form.busy}>
        {t('login.signIn')}
      </Button>
    </form>
  );
}
