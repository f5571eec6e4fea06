import { operationStatuses } from '#contract/logs/log-statuses.ts';
import type { OperationLogEntry } from '#contract/logs/logs-fields.ts';
import { dash, formatDateTime } from '#contract/display.ts';
import { type ErrorId, errorCatalogue } from '#contract/errors.ts';
import { type EventType, eventCatalogue } from '#contract/events.ts';
import { fieldName, operatorName, readBy } from '../../base/history/words.ts';
import type { Translate } from '../../i18n/keys.ts';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import { fieldWordsOf } from './field-words.ts';
import type { LogView } from './log-view.ts';
import { operations } from './log-search.ts';
import classes from './logs.module.css';
import { targetName } from './target-name.ts';

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

/** Why it was refused or failed, in the words that the caller was told; an id without words is said as it is. */
function errorName(t: Translate, errorId: string): string {
  return Object.hasOwn(errorCatalogue, errorId) ? t(`errors.${errorId as ErrorId}`) : errorId;
}

/** What happened, in a sentence; null of rows that do not say it, and of what only a newer server knows. */
const eventName = (t: Translate, type: string | null) =>
  type !== null && Object.hasOwn(eventCatalogue, type) ? t(`events.${type as EventType}`) : null;

/** The fields that were changed, by the names they have in the history of the thing. */
function fieldNames(t: Translate, targetType: string | null, changes: OperationLogEntry['changes']): string {
  const words = fieldWordsOf(targetType);
  return Object.keys(readBy(words, changes))
    .map((field) => fieldName(t, words, field))
    .join(', ');
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
  filters: ['user', 'address', 'status', 'operation', 'target', 'request'],
  user: ({ operatorUserId }) => operatorUserId,
  columns: ({ t }) => [
    {
      id: 'operation',
      header: t('logs.operation'),
      cell: ({ operation, targetType, action }) =>
        targetType === null ? (
          <>
            {operationName(t, operation)}
            {/* Where no thing is named, as of most that is refused, nothing else says what it was. */}
            <span className={`${classes.reason} ${classes.fields}`}>{action}</span>
          </>
        ) : (
          t('logs.operationOn', { operation: operationName(t, operation), target: targetName(t, targetType) })
        ),
    },
    {
      id: 'fields',
      header: t('logs.changedFields'),
      cell: ({ targetType, changes }) => {
        const names = fieldNames(t, targetType, changes);
        return names ? <span className={classes.fields}>{names}</span> : dash;
      },
    },
    { id: 'operator', header: t('logs.operator'), cell: (entry) => operatorName(t, entry) },
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
    { id: 'address', header: t('logs.address'), cell: ({ address }) => address ?? dash },
    {
      id: 'action',
      header: t('logs.call'),
      hiddenAtFirst: true,
      cell: ({ action }) => <span className={classes.fields}>{action}</span>,
    },
    { id: 'requestId', header: t('common.requestId'), hiddenAtFirst: true, cell: ({ requestId }) => requestId || dash },
  ],
  details: ({ t, language, timeZone }, entry) => [
    [t('logs.time'), formatDateTime(new Date(entry.at), language, timeZone)],
    [t('history.act'), eventName(t, entry.type) ?? dash],
    [t('logs.operation'), operationName(t, entry.operation)],
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
