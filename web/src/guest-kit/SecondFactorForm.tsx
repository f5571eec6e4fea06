import { Button } from './Button.tsx';
import { checksIn } from './checks.ts';
import { CodeField } from './CodeField.tsx';
import { useGuest } from './context.tsx';
import { FormAlert } from './FormAlert.tsx';
import { TextField } from './TextField.tsx';
import { useForm } from './use-form.ts';

export type SecondFactor = { otp: string } | { recoveryCode: string };
export type SecondFactorFormProps = {
  method: 'totp' | 'recoveryCode';
  /** The other method, where there is one. */
  onOtherMethod: (() => void) | undefined;
  onSubmit: (factor: SecondFactor) => Promise<void>;
  button: string;
};

/** The code of the authenticator app, or one of the recovery codes. Used in signing in and in resetting a password. */
export function SecondFactorForm({ method, onOtherMethod, onSubmit, button }: SecondFactorFormProps) {
  const { t } = useGuest();
  const check = checksIn(t);
  const byApp = method === 'totp';
  const form = useForm({
    initial: { code: '' },
    check: { code: byApp ? check.otp : check.recoveryCode },
    submit: ({ code }) => onSubmit(byApp ? { otp: code } : { recoveryCode: code.trim() }),
    fieldOf: ({ message_id, field }) =>
      message_id === 'wrong_otp' || field === 'recoveryCode' || field === 'otp' ? 'code' : undefined,
  });
  return (
    <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
      <FormAlert alert={form.alert} />
      {byApp ? (
        <CodeField
          {...form.box('code')}
          key="totp"
          label={t('guest.code')}
          help={t('guest.codeHelp')}
          sendsItself
          autoFocus
        />
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
          autoFocus
        />
      )}
      <Button type="submit" busy={form.busy}>
        {button}
      </Button>
      {onOtherMethod ? (
        <Button look="link" onClick={onOtherMethod}>
          {t(byApp ? 'guest.useRecoveryCode' : 'guest.useApp')}
        </Button>
      ) : null}
    </form>
  );
}
