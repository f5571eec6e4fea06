import { Button } from '@mantine/core';
import type { LoginHistoryEntry } from '#contract/logs/me-login-history.ts';
import { dash, formatDateTime } from '#contract/display.ts';
import type { ColumnKit } from '../../../base/list/columns.tsx';
import type { Translate } from '../../../i18n/keys.ts';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import classes from '../account.module.css';
import { canDisown } from './can-disown.ts';
import { deviceName, loginTypeName } from '../../../base/sign-ins/device-name.ts';
import { reasonText } from '../../../base/sign-ins/reason.ts';

export function historyColumns(
  { t, language, zone, words }: ColumnKit,
  onDisown: (entry: LoginHistoryEntry) => void,
): ListColumn<LoginHistoryEntry>[] {
  const time = ({ at }: LoginHistoryEntry) => formatDateTime(new Date(at), language, zone);
  return [
    {
      id: 'at',
      header: t('account.history.time'),
      isName: true,
      cell: (entry) => <time dateTime={entry.at}>{time(entry)}</time>,
    },
    {
      id: 'status',
      isStatus: true,
      header: t('account.history.result'),
      cell: (entry) => <Result t={t} entry={entry} />,
    },
    words('device', t('account.history.device'), (entry) => deviceName(t, entry)),
    words('address', t('account.history.address'), ({ address }) => address, { priority: 1 }),
    words('loginType', t('account.history.loginType'), (entry) => howText(t, entry), { priority: 2 }),
    {
      id: 'notMe',
      header: t('account.history.doubt'),
      isActs: true,
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

/** Into an app by its name, else by what the person signed in. */
const howText = (t: Translate, { loginType, clientName }: LoginHistoryEntry) =>
  clientName === null ? loginTypeName(t, loginType) : t('account.history.toApp', { app: clientName });

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
