import { Link } from '@tanstack/react-router';
import { type ErrorId, errorCatalogue } from '#contract/errors.ts';
import { signInEvent } from '#contract/events.ts';
import { deviceName, loginTypeName } from '../../base/sign-ins/device-name.ts';
import { reasonText } from '../../base/sign-ins/reason.ts';
import { dash, formatSeconds } from '#contract/display.ts';
import { useMe } from '../../base/session-queries.ts';
import { addressOfUser } from '../../base/thing-address.ts';
import type { Translate } from '../../i18n/keys.ts';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import type { LogView } from './log-view.ts';
import classes from './logs.module.css';
import type { Entries } from './queries.ts';

type Entry = Entries['login'];

/** Why a sign-in failed, in words: in its own, or as the caller was told. */
export function reasonName(t: Translate, reason: string): string {
  const told = Object.hasOwn(errorCatalogue, reason) ? t(`errors.${reason as ErrorId}`) : t('logs.otherReason');
  return reasonText(t, reason) ?? told;
}

/** The user, as a link to the page where one may see it; what was typed, where nobody has that ID. */
function User({ entry: { userId, uuid } }: { entry: Entry }) {
  const mayRead = useMe().permissions.includes('users:read');
  if (!userId) return dash;
  if (uuid === null || !mayRead) return userId;
  return (
    <Link className={classes.person} to="/portal/users/$userId" params={{ userId: addressOfUser(userId) }}>
      {userId}
    </Link>
  );
}

function Result({ t, entry }: { t: Translate; entry: Entry }) {
  return (
    <>
      <StatusBadge tone={entry.status === 'success' ? 'good' : 'bad'}>
        {t(`account.history.status_${entry.status}`)}
      </StatusBadge>
      {entry.reason ? <span className={classes.reason}>{reasonName(t, entry.reason)}</span> : null}
    </>
  );
}

export const loginView: LogView<'login'> = {
  kind: 'login',
  route: '/frame/portal/tenant/login-log',
  path: '/portal/tenant/login-log',
  title: 'ui.tenant.login-log',
  lead: 'logs.loginLead',
  series: [
    { name: 'account.history.status_success', tone: 'accent', of: ({ rows, errors }) => rows - errors },
    { name: 'account.history.status_error', tone: 'danger', of: ({ errors }) => errors },
  ],
  filters: ['user', 'address', 'status', 'reason', 'type', 'request'],
  user: ({ userId }) => userId,
  columns: ({ t }) => [
    { id: 'user', header: t('common.userId'), cell: (entry) => <User entry={entry} /> },
    { id: 'status', isStatus: true, header: t('logs.result'), cell: (entry) => <Result t={t} entry={entry} /> },
    { id: 'type', header: t('logs.how'), cell: ({ loginType }) => loginTypeName(t, loginType) },
    { id: 'app', header: t('logs.app'), cell: ({ clientName }) => clientName ?? dash },
    { id: 'address', header: t('logs.address'), cell: ({ address }) => address ?? dash },
    { id: 'device', header: t('logs.device'), cell: (entry) => deviceName(t, entry) },
    { id: 'requestId', header: t('common.requestId'), hiddenAtFirst: true, cell: ({ requestId }) => requestId || dash },
  ],
  headline: ({ t }, entry) =>
    t(`sentences.${signInEvent(entry)}`, {
      actor: entry.userId || t('account.device.unknown'),
      target: entry.clientName ?? entry.clientId ?? dash,
    }).replace(/<\/?(?:actor|target)>/g, ''),
  details: ({ t, language, timeZone }, entry) => [
    [t('logs.time'), `${formatSeconds(new Date(entry.at), language, timeZone)} (${timeZone})`],
    [t('history.act'), t(`events.${signInEvent(entry)}`)],
    [t('common.userId'), entry.userId || dash],
    [t('logs.result'), t(`account.history.status_${entry.status}`)],
    ...(entry.reason ? [[t('logs.reason'), reasonName(t, entry.reason)] as [string, string]] : []),
    [t('logs.how'), loginTypeName(t, entry.loginType)],
    ...(entry.clientName
      ? ([
          [t('logs.app'), entry.clientName],
          [t('logs.appId'), entry.clientId ?? dash],
        ] as [string, string][])
      : []),
    [t('logs.address'), entry.address ?? dash],
    [t('logs.device'), deviceName(t, entry)],
    [t('logs.userAgent'), entry.userAgent || dash],
    [t('logs.session'), entry.sessionId ?? dash],
    [t('common.requestId'), entry.requestId || dash],
    ...(entry.clientRequestId ? [[t('logs.clientRequestId'), entry.clientRequestId] as [string, string]] : []),
  ],
};
