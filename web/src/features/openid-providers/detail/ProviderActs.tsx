import { useState } from 'react';
import { ProviderActs as CommonActs } from '../../../base/federation/ProviderActs.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';
import { PasswordBox } from '../../../ui/form/PasswordBox.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import type { Provider } from '../queries.ts';
import { useProviderActs } from './use-provider-acts.ts';

type Props = { provider: Provider; say: (alert: AlertContent | undefined) => void };

/** The acts on an OpenID provider: those of all providers, and a new secret. */
export function ProviderActs({ provider, say }: Props) {
  const t = useT();
  const [renewing, setRenewing] = useState(false);
  const { setSecret, ...acts } = useProviderActs(provider, say);
  return (
    <>
      <CommonActs
        {...acts}
        provider={provider}
        more={<PopoverItem onClick={() => setRenewing(true)}>{t('openid.act_secret')}</PopoverItem>}
      />
      {renewing ? (
        <SecretDialog
          busy={acts.busy}
          onOk={(secret) => void setSecret(secret).then((done) => done && setRenewing(false))}
          onCancel={() => setRenewing(false)}
        />
      ) : null}
    </>
  );
}

type SecretProps = { busy: boolean; onOk: (secret: string) => void; onCancel: () => void };

/** Takes the secret that the provider gave anew; the one before is never shown. */
function SecretDialog({ busy, onOk, onCancel }: SecretProps) {
  const t = useT();
  const [secret, setSecret] = useState('');
  return (
    <ModalDialog
      opened
      title={t('openid.act_secret')}
      okLabel={t('common.save')}
      okDisabled={secret === ''}
      busy={busy}
      onOk={() => onOk(secret)}
      onCancel={onCancel}
    >
      <PasswordBox
        autoComplete="off"
        label={t('logs.field_clientSecret')}
        help={t('openid.secretRenewHelp')}
        required
        value={secret}
        onChange={setSecret}
      />
    </ModalDialog>
  );
}
