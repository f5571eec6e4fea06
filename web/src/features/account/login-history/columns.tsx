import { Button } from '@mantine/core';
import type { LoginHistoryEntry } from '#contract/authentication/me-login-history.ts';
import { dash, formatDateTime } from '#contract/display.ts';
import type { Translate } from '../../../i18n/keys.ts';
import type { ListColumn } from '../../../ui/list-types.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import classes from '../account.module.css';
import { canDisown } from './can-disown.ts';
import { deviceName, loginTypeName } from '../sessions/device-name.ts';

/** Why a try was refused, for the person it concerns: one word, not the advice of the sign-in page. */
const reasons = ['mismatch', 'wrong_otp', 'account_locked', 'account_inactive', 'password_expired'] as const;

function reasonText(t: Translate, reason: string | null): string | undefined {
  const known = reasons.find((one) => one === reason);
  return known ? t(`account.history.reason_${known}`) : undefined;
}

export function historyColumns(
  t: Translate,
  language: string,
  timeZone: string,
  onDisown: (entry: LoginHistoryEntry) => void,
): ListColumn<LoginHistoryEntry>[] {
  const time = ({ at }: LoginHistoryEntry) => formatDateTime(new Date(at), language, timeZone);
  return [
    {
      id: 'at',
      header: t('account.history.time'),
      isName: true,
      cell: (entry) => <time dateTime={entry.at}>{time(entry)}</time>,
    },
    { id: 'status', header: t('account.history.result'), cell: (entry) => <Result t={t} entry={entry} /> },
    {
      id: 'device',
      header: t('account.history.device'),
      cell: ({ userAgent }) => deviceName(t, userAgent),
    },
    { id: 'address', header: t('account.history.address'), cell: ({ address }) => address ?? dash },
    { id: 'loginType', header: t('account.history.loginType'), cell: ({ loginType }) => loginTypeName(t, loginType) },
    {
      id: 'notMe',
      header: t('account.history.doubt'),
      cell: (entry) =>
        canDisown(entry) ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('account.history.notMeAt', { time: time(entry) })}
            onClick={() => onDisown(entry)}
          >
            {t('account.history.notMe')}
          </Button>
        ) : (
          dash
        ),
    },
  ];
}

function Result({ t, entry }: { t: Translate; entry: LoginHistoryEntry }) {
  const { status, isCurrent, sessionOpen, reason } = entry;
  const note =
    status === 'error'
      ? reasonText(t, reason)
      : isCurrent
        ? t('account.sessions.thisDevice')
        : sessionOpen
          ? t('account.history.stillOpen')
          : undefined;
  return (
    <>
      <StatusBadge tone={status === 'success' ? 'good' : 'bad'}>{t(`account.history.status_${status}`)}</StatusBadge>
      {note ? <span className={classes.reason}>{note}</span> : null}
    </>
  );
}
