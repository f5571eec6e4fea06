import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs';
import { formatDateTime } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import parts from '../../../ui/form/parts.module.css';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { DetailHeader } from '../../../ui/page/DetailHeader.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { kindOf } from '../kinds.ts';
import classes from '../oauth-apps.module.css';
import type { App } from '../queries.ts';
import { AppActs, isStillGood } from './AppActs.tsx';

type Props = { app: App; say: (alert: AlertContent | undefined) => void };

/** Which app it is, whether it is on, its client ID to copy, and the menu of acts. */
export function AppHead({ app, say }: Props) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const { previousSecretUntil: until } = app;
  return (
    <DetailHeader
      name={app.name}
      sign={
        <span className={classes.sign} aria-hidden="true">
          <IconPlugConnected size={26} stroke={1.5} />
        </span>
      }
      id={{ label: t('oauthApps.clientId'), value: app.clientId }}
      status={
        <>
          <StatusBadge tone={app.disabled ? 'neutral' : 'good'}>
            {t(app.disabled ? 'oauthApps.state_disabled' : 'oauthApps.state_enabled')}
          </StatusBadge>
          <span className={parts.note}>{t(`oauthApps.kind_${kindOf(app)}`)}</span>
          {until && isStillGood(app) ? (
            <span className={parts.note}>
              {t('oauthApps.previousUntil', { time: formatDateTime(new Date(until), language, zone) })}
            </span>
          ) : null}
          {app.firstParty ? <span className={parts.note}>{t('logs.field_firstParty')}</span> : null}
        </>
      }
      actions={<AppActs app={app} say={say} />}
    />
  );
}
