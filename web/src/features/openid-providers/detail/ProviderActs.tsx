import { Button } from '@mantine/core';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useState } from 'react';
import { useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';
import { PasswordBox } from '../../../ui/form/PasswordBox.tsx';
import parts from '../../../ui/form/parts.module.css';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import type { Provider } from '../queries.ts';
import { useProviderActs } from './use-provider-acts.ts';

type Props = { provider: Provider; say: (alert: AlertContent | undefined) => void };
type Act = 'switchOn' | 'switchOff' | 'delete';

/** The test, and a menu of acts, each asked about before, with how many users it affects. */
export function ProviderActs({ provider, say }: Props) {
  const t = useT();
  const [asked, setAsked] = useState<Act>();
  const [renewing, setRenewing] = useState(false);
  const { busy, setEnabled, setSecret, test, remove } = useProviderActs(provider, say);
  const acts: Record<Act, () => Promise<unknown>> = {
    switchOn: () => setEnabled(true),
    switchOff: () => setEnabled(false),
    delete: remove,
  };
  const { displayName: name, enabled, testedAt, linkedUsers } = provider;
  const effect = asked === 'switchOn' && testedAt === null ? 'untested' : asked;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
        loading={busy}
        onClick={() => void test()}
      >
        {t('openid.test')}
      </Button>
      <PopoverButton
        label={t('openid.acts')}
        target={(properties) => (
          <Button {...properties} variant="default" leftSection={<IconDotsVertical size={16} aria-hidden="true" />}>
            {t('openid.acts')}
          </Button>
        )}
      >
        <PopoverItem onClick={() => setAsked(enabled ? 'switchOff' : 'switchOn')}>
          {t(enabled ? 'openid.act_switchOff' : 'openid.act_switchOn')}
        </PopoverItem>
        <PopoverItem onClick={() => setRenewing(true)}>{t('openid.act_secret')}</PopoverItem>
        <PopoverItem onClick={() => setAsked('delete')}>
          <span className={parts.danger}>{t('openid.act_delete')}</span>
        </PopoverItem>
      </PopoverButton>
      {asked && effect ? (
        <ConfirmDialog
          opened
          title={t(`openid.ask_${asked}`, { name })}
          okLabel={t(`openid.act_${asked}`)}
          danger={asked !== 'switchOn'}
          affected={asked === 'switchOn' ? 0 : linkedUsers}
          busy={busy}
          onOk={() => void acts[asked]().then(() => setAsked(undefined))}
          onCancel={() => setAsked(undefined)}
        >
          <p>{t(`openid.effect_${effect}`)}</p>
          {asked === 'switchOn' ? null : <p>{t('openid.affected', { count: linkedUsers })}</p>}
        </ConfirmDialog>
      ) : null}
      {renewing ? (
        <SecretDialog
          busy={busy}
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
