import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { listOpenidTraces } from '#contract/federation/openid-connections.ts';
import type { AnswerOf } from '#contract/route.ts';
import { failedList } from '../../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import classes from '../openid-providers.module.css';
import { type Provider, tracesQuery } from '../queries.ts';

type Trace = AnswerOf<typeof listOpenidTraces>['results'][number];
const rowId = ({ id }: Trace) => id;
const rowName = ({ at }: Trace) => at;

const columnsOf = ({ t, time, words }: ColumnKit): ListColumn<Trace>[] => [
  time('at', t('openid.time'), ({ at }) => at, { priority: 0 }),
  {
    id: 'outcome',
    header: t('openid.outcome'),
    isName: true,
    isText: true,
    cell: ({ cause, detail }) => (
      <>
        {cause === null ? t('openid.passed') : t(`openid.cause_${cause}`)}
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

/** The latest answers of the provider: who came in, or the check that failed, with the values that help to mend it. */
export function AnswersTab({ provider }: { provider: Provider }) {
  const kit = useColumnKit();
  const { t } = kit;
  const { tenantId } = useMe();
  const query = useQuery(tracesQuery(tenantId, provider.opId));
  return (
    <ListTable<Trace>
      id="openid-answers"
      plain
      caption={t('openid.tab_answers')}
      columns={useMemo(() => columnsOf(kit), [kit])}
      rows={query.data?.results}
      rowId={rowId}
      rowName={rowName}
      expectedRows={3}
      failed={failedList(t, query, t('openid.answersFailed'))}
      empty={{ title: t('openid.answersEmptyTitle'), text: t('openid.answersEmpty') }}
    />
  );
}
