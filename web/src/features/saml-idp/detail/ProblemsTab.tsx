import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { listSpProblems } from '#contract/apps/saml-idp.ts';
import type { AnswerOf } from '#contract/route.ts';
import { failedList } from '../../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { problemsQuery, type Sp } from '../queries.ts';
import classes from '../saml-idp.module.css';

type Problem = AnswerOf<typeof listSpProblems>['results'][number];

const rowId = ({ cause }: Problem) => cause;
const rowName = rowId;

const columnsOf = ({ t, time }: ColumnKit): ListColumn<Problem>[] => [
  {
    id: 'cause',
    header: t('samlIdp.problem'),
    isName: true,
    isText: true,
    cell: ({ cause, detail }) => (
      <span className={classes.name}>
        {t(`samlIdp.problem_${cause}`)}
        <small>{t(`samlIdp.remedy_${cause}`)}</small>
        {detail === null ? null : <small>{t('samlIdp.sentAddress', { address: detail })}</small>}
      </span>
    ),
  },
  time('lastAt', t('samlIdp.lastSeen'), ({ lastAt }) => lastAt, { priority: 0 }),
];

/** Why sign-ins to the app were refused lately, each cause with what helps. */
export function ProblemsTab({ sp }: { sp: Sp }) {
  const kit = useColumnKit();
  const { t } = kit;
  const { tenantId } = useMe();
  const query = useQuery(problemsQuery(tenantId, sp.samlSpId));
  return (
    <ListTable<Problem>
      id="saml-sp-problems"
      plain
      caption={t('samlIdp.tab_problems')}
      columns={useMemo(() => columnsOf(kit), [kit])}
      rows={query.data?.results}
      rowId={rowId}
      rowName={rowName}
      expectedRows={3}
      failed={failedList(t, query, t('samlIdp.problemsFailed'))}
      empty={{ title: t('samlIdp.problemsEmptyTitle'), text: t('samlIdp.problemsEmpty') }}
    />
  );
}
