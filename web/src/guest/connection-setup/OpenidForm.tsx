import { Button } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { PasswordField } from '../../guest-kit/PasswordField.tsx';
import { TextField } from '../../guest-kit/TextField.tsx';
import { useForm } from '../../guest-kit/use-form.ts';
import { type ConnectionSetup, saveOpenid } from './setup-calls.ts';

type Props = { setup: ConnectionSetup; onSaved: (setup: ConnectionSetup) => void };

/** The client that was registered at the provider. Its secret is not shown again. */
export function OpenidForm({ setup: { openid }, onSaved }: Props) {
  const { t } = useGuest();
  const form = useForm({
    initial: { clientId: openid?.clientId ?? '', clientSecret: '' },
    check: {
      clientId: (value) => (value.trim() === '' ? t('connectionSetup.clientIdMissing') : undefined),
      clientSecret: (value) => (value === '' ? t('connectionSetup.clientSecretMissing') : undefined),
    },
    submit: async ({ clientId, clientSecret }) => {
      onSaved(await saveOpenid({ clientId: clientId.trim(), clientSecret }));
    },
    fieldOf: ({ field }) => (field === 'clientId' || field === 'clientSecret' ? field : undefined),
  });
  return (
    <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
      <FormAlert alert={form.alert} />
      <dl className="g-facts">
        <dt>{t('connectionSetup.issuer')}</dt>
        <dd className="g-code">{openid?.issuer}</dd>
      </dl>
      <TextField {...form.box('clientId')} label={t('connectionSetup.clientId')} required maxLength={255} />
      <PasswordField
        {...form.box('clientSecret')}
        label={t('connectionSetup.clientSecret')}
        required
        autoComplete="off"
        maxLength={1024}
      />
      <Button type="submit" look="quiet" busy={form.busy}>
        {t('connectionSetup.save')}
      </Button>
    </form>
  );
}
