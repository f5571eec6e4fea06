import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { OperationLogEntry } from '#contract/logs/logs-fields.ts';
import { dash, formatDateTime } from '#contract/display.ts';
import type { ListColumn } from '../../ui/list/list-types.ts';
import { type ColumnKit, useColumnKit } from '../list/columns.tsx';
import { QueryList } from '../list/QueryList.tsx';
import { ChangeLines } from './ChangeLines.tsx';
import { useLicenseWords } from './license-words.ts';
import type { historyQuery } from './query.ts';
import { Sentence } from './Sentence.tsx';
import { changeLines, type HistoryWords } from './words.ts';

type Props = {
  /** Names the list in the browser's memory of chosen columns. */
  id: string;
  caption: string;
  query: ReturnType<typeof historyQuery>;
  words: HistoryWords;
  /** What will stand here once something was changed. */
  empty: string;
  onCursor: (cursor: string | undefined) => void;
  /** What can be done about an entry, such as undoing it. */
  acts?: ((entry: OperationLogEntry) => ReactNode) | undefined;
};

const rowId = ({ id }: OperationLogEntry) => id;
const rowName = ({ at }: OperationLogEntry) => at;

function columnsOf(
  { t, language, zone, ...kit }: ColumnKit,
  words: HistoryWords,
  acts: Props['acts'],
): ListColumn<OperationLogEntry>[] {
  const time = (moment: Date) => formatDateTime(moment, language, zone);
  return [
    kit.time('at', t('history.time'), ({ at }) => at, { isName: true }),
    { id: 'act', header: t('history.act'), isText: true, cell: (entry) => <Sentence entry={entry} /> },
    {
      id: 'changes',
      header: t('history.changes'),
      isText: true,
      cell: ({ changes }) => {
        const lines = changeLines(t, words, changes, time, language);
        return lines.length === 0 ? dash : <ChangeLines lines={lines} />;
      },
    },
    kit.words('address', t('history.address'), ({ address }) => address, { priority: 1 }),
    kit.words('requestId', t('common.requestId'), ({ requestId }) => requestId, { hiddenAtFirst: true }),
    ...(acts ? [{ id: 'acts', header: t('history.acts'), isActs: true, cell: acts }] : []),
  ];
}

/** What administrators did to a thing, with before and after, newest first. */
export function OperationHistory({ query, words, empty, onCursor, acts, ...list }: Props) {
  const kit = useColumnKit();
  const { t } = kit;
  const nameOfId = useLicenseWords();
  const columns = useMemo(() => columnsOf(kit, { ...words, nameOfId }, acts), [kit, words, nameOfId, acts]);
  return (
    <QueryList
      {...list}
      columns={columns}
      query={useQuery(query)}
      rowId={rowId}
      rowName={rowName}
      at={{}}
      go={({ cursor }) => onCursor(cursor)}
      paged="by cursor"
      oneSize
      failedTitle={t('history.failedTitle')}
      empty={{ title: t('history.emptyTitle'), text: empty }}
    />
  );
}
