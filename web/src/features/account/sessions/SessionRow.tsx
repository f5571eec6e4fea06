import { Button } from '@mantine/core';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import type { MySession } from '#contract/sign-in/me-sessions.ts';
import { formatDateTime } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import classes from '../account.module.css';
import parts from '../../../ui/form/parts.module.css';
import { deviceName, loginTypeName } from '../../../base/sign-ins/device-name.ts';
import { readUserAgent } from '#contract/user-agent.ts';

type Props = { session: MySession; busy: boolean; onEnd: () => void };

/** Where, since when and how somebody is signed in. */
export function SessionRow({ session, busy, onEnd }: Props) {
  const t = useT();
  const me = useMe();
  const language = useLanguage();
  const time = (value: string) => formatDateTime(new Date(value), language, timeZoneOf(me));
  const device = deviceName(t, session);
  const Icon = readUserAgent(session.userAgent).mobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li>
      <div className={parts.item}>
        <Icon size={22} stroke={1.75} aria-hidden="true" />
        <div className={parts.itemWords}>
          <div className={parts.itemName}>
            {device}
            {session.isCurrent ? <StatusBadge tone="good">{t('account.sessions.thisDevice')}</StatusBadge> : null}
          </div>
          <div className={classes.facts}>
            {session.address ? <span>{t('account.sessions.from', { address: session.address })}</span> : null}
            <span>{loginTypeName(t, session.loginType)}</span>
            <span>{t('account.sessions.since', { time: time(session.loginAt) })}</span>
            {session.isCurrent ? null : (
              <span>{t('account.sessions.lastSeen', { time: time(session.lastSeenAt) })}</span>
            )}
            <span>{t('account.sessions.until', { time: time(session.expiresAt) })}</span>
          </div>
        </div>
        <Button variant="default" disabled={busy} aria-label={t('account.sessions.endOne', { device })} onClick={onEnd}>
          {t('common.signOut')}
        </Button>
      </div>
    </li>
  );
}
