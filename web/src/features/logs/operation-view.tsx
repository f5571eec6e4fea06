import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { operationStatuses } from '#contract/logs/log-statuses.ts';
import type { OperationLogEntry } from '#contract/logs/logs-fields.ts';
import { dash, formatDateTime, formatSeconds } from '#contract/display.ts';
import { type ErrorId, errorCatalogue } from '#contract/errors.ts';
import { ChangeLines } from '../../base/history/ChangeLines.tsx';
import { useLicenseWords } from '../../base/history/license-words.ts';
import { isKnownEvent } from '../../base/history/event-names.ts';
import { Sentence, sentenceText, toldBySentence } from '../../base/history/Sentence.tsx';
import { UndoEntry } from '../../base/history/UndoEntry.tsx';
import { targetName } from '../../base/history/target-name.ts';
import { changeLines, operatorName } from '../../base/history/words.ts';
import { timeZoneOf, useMe } from '../../base/session-queries.ts';
import { tenantSettingsQuery } from '../../base/tenant-settings.ts';
import type { Translate } from '../../i18n/keys.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import { fieldWordsOf } from './field-words.ts';
import type { LogView } from './log-view.ts';
import { type LogSearch, operations, readLogSearch } from './log-search.ts';
import classes from './logs.module.css';

/** What was done, in a word; one without words is said as it is. */
export function operationName(t: Translate, operation: string): string {
  const known = operations.find((one) => one === operation);
  return known ? t(`common.operation.${known}`) : operation;
}

/** How it ended (spec section 3, "Log entry"). */
export function statusName(t: Translate, status: string): string {
  const known = operationStatuses.find((one) => one === status);
  return known ? t(`logs.status_${known}`) : status;
}

const toneOf = (status: string) => {
  if (status === 'error') return 'bad';
  return status === 'success' || status === 'completed' ? 'good' : 'neutral';
};

/** Why it was refused or failed, in the words that the caller was told; an id of another version neutrally. */
function errorName(t: Translate, errorId: string): string {
  return Object.hasOwn(errorCatalogue, errorId) ? t(`errors.${errorId as ErrorId}`) : t('logs.otherReason');
}

/** Changes of users that an import or an operation on many made share its request. */
const runs = /^(?:userImport|userBulk)\.(?:started|ended|canceled)$/;

/** So many changed fields are told in a row; the details have all. */
const TOLD = 2;

/** Who did what to whom, with what was changed; of an import the way to its rows. */
function What({ entry }: { entry: OperationLogEntry }) {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const mayReadTenant = me.permissions.includes('tenant:read');
  const { data: tenant } = useQuery({ ...tenantSettingsQuery(me.tenantId), enabled: mayReadTenant });
  const { type, requestId, targetType, changes } = entry;
  const words = fieldWordsOf(targetType, tenant?.userExtensionAttributeProperties, useLicenseWords());
  const told = toldBySentence(entry);
  const time = (moment: Date) => formatDateTime(moment, language, timeZoneOf(me));
  const untold = Object.fromEntries(Object.entries(changes).filter(([field]) => !told.includes(field)));
  const lines = changeLines(t, words, untold, time, language);
  return (
    <>
      <span className={classes.sentence}>
        <Sentence entry={entry} />
      </span>
      {lines.length > 0 ? <ChangeLines lines={lines} most={TOLD} /> : null}
      {type && runs.test(type) && requestId ? (
        <Link
          className={classes.rows}
          to="/portal/tenant/system-log"
          search={(before: object) => ({ ...periodIn(before), request: requestId })}
        >
          {t('logs.showItsRows')}
        </Link>
      ) : null}
    </>
  );
}

/** Of an address the period alone. */
function periodIn(search: object): LogSearch {
  const { period, from, to } = search as LogSearch;
  return readLogSearch({ period, from, to });
}

export const operationView: LogView<'systemOperation'> = {
  kind: 'systemOperation',
  route: '/frame/portal/tenant/system-log',
  path: '/portal/tenant/system-log',
  title: 'ui.tenant.system-log',
  lead: 'logs.systemLead',
  series: [
    {
      ...{ name: 'logs.done', tone: 'accent' },
      of: ({ rows, errors, processing, expired }) => rows - errors - processing - expired,
    },
    { name: 'logs.status_processing', tone: 'quiet', of: ({ processing }) => processing },
    { name: 'logs.status_expired', tone: 'warning', of: ({ expired }) => expired },
    { name: 'logs.status_error', tone: 'danger', of: ({ errors }) => errors },
  ],
  filters: ['user', 'address', 'status', 'operation', 'target', 'setting', 'request'],
  user: ({ operatorUserId }) => operatorUserId,
  columns: ({ t }) => [
    { id: 'what', header: t('history.act'), isText: true, cell: (entry) => <What entry={entry} /> },
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      cell: ({ status, errorId }) => (
        <>
          <StatusBadge tone={toneOf(status)}>{statusName(t, status)}</StatusBadge>
          {errorId ? <span className={classes.reason}>{errorName(t, errorId)}</span> : null}
        </>
      ),
    },
    { id: 'address', header: t('logs.address'), hiddenAtFirst: true, cell: ({ address }) => address ?? dash },
    {
      id: 'action',
      header: t('logs.call'),
      hiddenAtFirst: true,
      cell: ({ action }) => <span className={classes.fields}>{action}</span>,
    },
    { id: 'requestId', header: t('common.requestId'), hiddenAtFirst: true, cell: ({ requestId }) => requestId || dash },
  ],
  acts: (entry, say) => <UndoEntry entry={entry} say={say} />,
  headline: ({ t, language }, entry) => sentenceText(t, language, entry),
  details: ({ t, language, timeZone }, entry) => [
    [t('logs.time'), `${formatSeconds(new Date(entry.at), language, timeZone)} (${timeZone})`],
    [t('history.act'), isKnownEvent(entry.type) ? t(`events.${entry.type}`) : dash],
    [t('logs.target'), entry.targetType === null ? dash : targetName(t, entry.targetType)],
    [t('logs.targetId'), entry.targetId ?? dash],
    [t('logs.operator'), operatorName(t, entry)],
    [t('common.status'), statusName(t, entry.status)],
    ...(entry.errorId ? [[t('logs.reason'), errorName(t, entry.errorId)] as [string, string]] : []),
    ...(entry.reason ? [[t('logs.operatorReason'), entry.reason] as [string, string]] : []),
    [t('logs.call'), entry.action],
    [t('logs.address'), entry.address ?? dash],
    [t('common.requestId'), entry.requestId || dash],
    ...(entry.clientRequestId ? [[t('logs.clientRequestId'), entry.clientRequestId] as [string, string]] : []),
  ],
};
