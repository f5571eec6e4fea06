import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OperationLogEntry } from '#contract/logs/logs-fields.ts';
import { dash, formatDateTime } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import type { Translate } from '../../i18n/keys.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { CursorPager } from '../../ui/list/CursorPager.tsx';
import { DateTimeText } from '../../ui/text/DateTimeText.tsx';
import type { ListColumn } from '../../ui/list/list-types.ts';
import { ListTable } from '../../ui/list/ListTable.tsx';
import { failedList } from '../failure.ts';
import { timeZoneOf, useMe } from '../session-queries.ts';
import classes from './OperationHistory.module.css';
import type { historyQuery } from './query.ts';
import { actWords, changeLines, type HistoryWords, operatorName } from './words.ts';

type Props = {
  /** Names the list in the browser's memory of chosen columns. */
  id: string;
  caption: string;
  query: ReturnType<typeof historyQuery>;
  words: HistoryWords;
  /** What will stand here once something was changed. */
  empty: string;
  onCursor: (cursor: string | undefined) => void;
};

const rowId = ({ id }: OperationLogEntry) => id;
const rowName = ({ at }: OperationLogEntry) => at;

function columnsOf(t: Translate, timeZone: string, words: HistoryWords): ListColumn<OperationLogEntry>[] {
  return [
    {
      id: 'at',
      header: t('history.time'),
      isName: true,
      cell: ({ at }) => <DateTimeText value={at} timeZone={timeZone} />,
    },
    { id: 'action', header: t('history.act'), cell: (entry) => actWords(t, words, entry) },
    {
      id: 'changes',
      header: t('history.changes'),
      isText: true,
      cell: (entry) => <Changes entry={entry} words={words} timeZone={timeZone} />,
    },
    { id: 'operator', header: t('history.by'), cell: (entry) => operatorName(t, entry) },
    { id: 'address', header: t('history.address'), cell: ({ address }) => address ?? dash },
    {
      id: 'requestId',
      header: t('common.requestId'),
      hiddenAtFirst: true,
      cell: ({ requestId }) => requestId,
    },
  ];
}

type OfChanges = { entry: OperationLogEntry; words: HistoryWords; timeZone: string };

function Changes({ entry, words, timeZone }: OfChanges) {
  const language = useLanguage();
  const lines = changeLines(useT(), words, entry.changes, (moment) => formatDateTime(moment, language, timeZone));
  if (lines.length === 0) return dash;
  return (
    <ul className={classes.changes}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** What administrators did to a thing, with before and after, newest first. */
export function OperationHistory({ id, caption, query, words, empty, onCursor }: Props) {
  const t = useT();
  const timeZone = timeZoneOf(useMe());
  const list = useQuery(query);
  const { data, isPlaceholderData } = list;
  const columns = useMemo(() => columnsOf(t, timeZone, words), [t, timeZone, words]);
  return (
    <ListTable
      id={id}
      caption={caption}
      columns={columns}
      rows={data?.results}
      rowId={rowId}
      rowName={rowName}
      loading={isPlaceholderData}
      expectedRows={5}
      totalResults={data?.totalResults ?? 0}
      failed={failedList(t, list, t('history.failedTitle'))}
      empty={{ title: t('history.emptyTitle'), text: empty }}
      pager={
        data && data.results.length > 0 ? (
          <CursorPager
            pageSize={DEFAULT_PAGE_SIZE}
            pageSizes={[DEFAULT_PAGE_SIZE]}
            totalResults={data.totalResults}
            totalIsEstimate={data.totalIsEstimate}
            next={data.next}
            previous={data.previous}
            onCursor={onCursor}
            onPageSize={() => onCursor(undefined)}
          />
        ) : null
      }
    />
  );
}
