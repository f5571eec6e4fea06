import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ConnectedApp } from '#contract/apps/connected-apps.ts';
import { formatDateTime } from '#contract/display.ts';
import { LearnMore } from '../../base/guides/LearnMore.tsx';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { SettingsCard } from '../../ui/form/SettingsCard.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import { accessTexts } from '../scope-texts.ts';
import { timeZoneOf, useMe } from '../session-queries.ts';
import { useAct } from '../use-act.ts';
import classes from './connected-apps.module.css';

type Props = {
  apps: readonly ConnectedApp[];
  /** One's own, or those of a user who is looked after. */
  of: 'me' | 'user';
  /** Absent for those who may only look. */
  end: ((clientId: string) => Promise<unknown>) | undefined;
  renew: () => Promise<unknown>;
  say: (alert: AlertContent | undefined) => void;
};

/** The apps that an account is connected with, and the way to disconnect each. */
export function ConnectedApps({ apps, of, end, renew, say }: Props) {
  const t = useT();
  const { busy, run } = useAct(say);
  const [ending, setEnding] = useState<ConnectedApp>();
  const disconnect = async (app: ConnectedApp) => {
    setEnding(undefined);
    const done = end && (await run(() => end(app.clientId)));
    await renew();
    if (done) say({ kind: 'success', text: t('apps.ended', { app: app.name }) });
  };
  return (
    <SettingsCard
      title={t('apps.title')}
      why={
        <>
          {t(`apps.why_${of}`)} <LearnMore guide="apps-and-consent" about={t('apps.title')} />
        </>
      }
    >
      {apps.length === 0 ? <p className={classes.note}>{t(`apps.none_${of}`)}</p> : null}
      <ul className={classes.items}>
        {apps.map((app) => (
          <AppRow key={app.clientId} app={app} busy={busy} onEnd={end && (() => setEnding(app))} />
        ))}
      </ul>
      <ConfirmDialog
        opened={ending !== undefined}
        title={t('apps.endTitle', { app: ending?.name ?? '' })}
        okLabel={t('apps.end')}
        danger
        onOk={() => ending && void disconnect(ending)}
        onCancel={() => setEnding(undefined)}
      >
        {t(ending?.firstParty ? 'apps.endEffectOwn' : 'apps.endEffect')}
      </ConfirmDialog>
    </SettingsCard>
  );
}

type RowProps = { app: ConnectedApp; busy: boolean; onEnd: (() => void) | undefined };

/** Who it is, what it may do, since when, and when it was used last. */
function AppRow({ app, busy, onEnd }: RowProps) {
  const t = useT();
  const me = useMe();
  const language = useLanguage();
  const time = (value: string) => formatDateTime(new Date(value), language, timeZoneOf(me));
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <div className={classes.name}>
          {app.name}
          {app.offline ? <StatusBadge tone="neutral">{t('apps.offline')}</StatusBadge> : null}
        </div>
        <div className={classes.facts}>
          {app.homepage ? <span>{app.homepage}</span> : null}
          <span>{t('apps.since', { time: time(app.since) })}</span>
          <span>{app.lastUsedAt ? t('apps.lastUsed', { time: time(app.lastUsedAt) }) : t('apps.notUsed')}</span>
        </div>
        <ul className={classes.scopes} aria-label={t('device.asksFor')}>
          {accessTexts(app).map((text) => (
            <li key={text}>{t(text)}</li>
          ))}
          {app.apis.map(({ name, scopes }) =>
            scopes.map((sentence) => <li key={`${name} ${sentence}`}>{t('apps.atApi', { name, sentence })}</li>),
          )}
        </ul>
      </div>
      {onEnd ? (
        <Button variant="default" disabled={busy} aria-label={t('apps.endOne', { app: app.name })} onClick={onEnd}>
          {t('apps.end')}
        </Button>
      ) : null}
    </li>
  );
}
