import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import { useState } from 'react';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';
import parts from '../../../ui/form/parts.module.css';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type App, connectedUsersQuery } from '../queries.ts';
import { SecretDialog } from '../SecretDialog.tsx';
import { useAppActs } from './use-app-acts.ts';

type Props = { app: App; say: (alert: AlertContent | undefined) => void };
type Act = 'secret' | 'enable' | 'disable' | 'delete';

/** The acts of an app's menu, each asked about before, with how many users it affects. */
export function AppActs({ app, say }: Props) {
  const t = useT();
  const [asked, setAsked] = useState<Act>();
  const [secret, setSecret] = useState<string>();
  const { busy, setDisabled, newSecret, remove } = useAppActs(app, say);
  const acts: Record<Act, () => Promise<unknown>> = {
    secret: async () => setSecret(await newSecret()),
    enable: () => setDisabled(false),
    disable: () => setDisabled(true),
    delete: remove,
  };
  const offered: Act[] = [
    ...(app.tokenEndpointAuthMethod === 'none' ? [] : (['secret'] as const)),
    app.disabled ? 'enable' : 'disable',
    'delete',
  ];
  const close = () => setAsked(undefined);
  return (
    <>
      <PopoverButton
        label={t('oauthApps.acts')}
        target={(properties) => (
          <Button {...properties} variant="default" leftSection={<IconDotsVertical size={16} aria-hidden="true" />}>
            {t('oauthApps.acts')}
          </Button>
        )}
      >
        {offered.map((act) => (
          <PopoverItem key={act} onClick={() => setAsked(act)}>
            {act === 'delete' ? (
              <span className={parts.danger}>{t('oauthApps.act_delete')}</span>
            ) : (
              t(`oauthApps.act_${act}`)
            )}
          </PopoverItem>
        ))}
      </PopoverButton>
      {asked ? (
        <AskDialog app={app} act={asked} busy={busy} onOk={() => void acts[asked]().then(close)} onCancel={close} />
      ) : null}
      {secret === undefined ? null : (
        <SecretDialog
          title={t('oauthApps.secretTitle', { name: app.name })}
          app={app}
          clientSecret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

type AskProps = { app: App; act: Act; busy: boolean; onOk: () => void; onCancel: () => void };

function AskDialog({ app, act, ...dialog }: AskProps) {
  const t = useT();
  const { tenantId } = useMe();
  const takes = act === 'disable' || act === 'delete';
  const { data } = useQuery({ ...connectedUsersQuery(tenantId, app.clientId), enabled: takes });
  const count = data?.users ?? 0;
  return (
    <ConfirmDialog
      opened
      title={t(`oauthApps.ask_${act}`, { name: app.name })}
      okLabel={t(`oauthApps.act_${act}`)}
      danger={act !== 'enable'}
      affected={takes ? count : 0}
      {...dialog}
    >
      <p>{t(`oauthApps.effect_${act}`)}</p>
      {takes && data ? <p>{t(data.more ? 'oauthApps.moreConnected' : 'oauthApps.connected', { count })}</p> : null}
    </ConfirmDialog>
  );
}
