import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import { useState } from 'react';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { formatDateTime } from '#contract/display.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';
import parts from '../../../ui/form/parts.module.css';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type App, connectedUsersQuery } from '../queries.ts';
import { SecretDialog } from '../SecretDialog.tsx';
import { NewSecretDialog } from './NewSecretDialog.tsx';
import { type NewSecret, useAppActs } from './use-app-acts.ts';

type Props = { app: App; say: (alert: AlertContent | undefined) => void };
type Act = 'endPrevious' | 'enable' | 'disable' | 'delete';

/** The acts of an app's menu, each asked about before, with how many users it affects. */
export function AppActs({ app, say }: Props) {
  const t = useT();
  const [asked, setAsked] = useState<Act>();
  const [choosing, setChoosing] = useState(false);
  const [made, setMade] = useState<NewSecret>();
  const { busy, setDisabled, newSecret, endPrevious, remove } = useAppActs(app, say);
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const time = (moment: string) => formatDateTime(new Date(moment), language, zone);
  const acts: Record<Act, () => Promise<unknown>> = {
    endPrevious,
    enable: () => setDisabled(false),
    disable: () => setDisabled(true),
    delete: remove,
  };
  const offered: Act[] = [
    ...(isStillGood(app) ? (['endPrevious'] as const) : []),
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
        {!app.tokenEndpointAuthMethod.startsWith('client_secret') ? null : (
          <PopoverItem onClick={() => setChoosing(true)}>{t('oauthApps.act_secret')}</PopoverItem>
        )}
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
      {choosing ? (
        <NewSecretDialog
          app={app}
          busy={busy}
          onOk={(hours) =>
            void newSecret(hours).then((answer) => {
              setChoosing(false);
              setMade(answer);
            })
          }
          onCancel={() => setChoosing(false)}
        />
      ) : null}
      {made ? (
        <SecretDialog
          title={t('oauthApps.secretTitle', { name: app.name })}
          app={app}
          clientSecret={made.clientSecret}
          note={
            made.previousSecretUntil === null
              ? t('oauthApps.previousOver')
              : t('oauthApps.previousUntil', { time: time(made.previousSecretUntil) })
          }
          onClose={() => setMade(undefined)}
        />
      ) : null}
    </>
  );
}

/** Whether the secret before is still accepted. */
export const isStillGood = ({ previousSecretUntil: until }: App): boolean =>
  until !== null && new Date(until).getTime() > Date.now();

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
