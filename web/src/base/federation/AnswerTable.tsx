import { useMemo } from 'react';
import { ListTable } from '../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../ui/list/list-types.ts';
import { failedList } from '../failure.ts';
import { type ColumnKit, useColumnKit } from '../list/columns.tsx';
import classes from './federation.module.css';

/** What became of an answer of an identity provider. */
export interface Answer {
  id: string;
  at: string;
  purpose: 'signIn' | 'connect' | 'test' | 'register' | 'unasked' | 'signOut';
  /** In words; null: all checks passed. */
  cause: string | null;
  /** Values that help to mend it, by name. */
  detail: Readonly<Record<string, string>>;
  requestId: string;
}

type Props = {
  /** Names the list in the browser's memory of chosen columns. */
  id: string;
  answers: readonly Answer[] | undefined;
  query: { isError: boolean; error: unknown; refetch: () => unknown };
};

const rowId = ({ id }: Answer) => id;
const rowName = ({ at }: Answer) => at;

const columnsOf = ({ t, time, words }: ColumnKit): ListColumn<Answer>[] => [
  time('at', t('openid.time'), ({ at }) => at, { priority: 0 }),
  {
    id: 'outcome',
    header: t('openid.outcome'),
    isName: true,
    isText: true,
    cell: ({ cause, detail }) => (
      <>
        {cause ?? t('openid.passed')}
        {Object.entries(detail).map(([name, value]) => (
          // Names and values as the provider and its standards have them.
          <small key={name} className={classes.detail}>
            <code>{name}</code> {value}
          </small>
        ))}
      </>
    ),
  },
  words('purpose', t('openid.purpose'), ({ purpose }) => t(`openid.purpose_${purpose}`), { priority: 2 }),
  words('requestId', t('openid.requestId'), ({ requestId }) => requestId, { priority: 3 }),
];

/** The latest answers of a provider: who came in, or the check that failed, with the values that help to mend it. */
export function AnswerTable({ id, answers, query }: Props) {
  const kit = useColumnKit();
  const { t } = kit;
  return (
    <ListTable<Answer>
      id={id}
      plain
      caption={t('openid.tab_answers')}
      columns={useMemo(() => columnsOf(kit), [kit])}
      rows={answers}
      rowId={rowId}
      rowName={rowName}
      expectedRows={3}
      failed={failedList(t, query, t('openid.answersFailed'))}
      empty={{ title: t('openid.answersEmptyTitle'), text: t('openid.answersEmpty') }}
    />
  );
}
