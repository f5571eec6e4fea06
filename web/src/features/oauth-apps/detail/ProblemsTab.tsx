import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ClientProblem } from '#contract/apps/client-problems.ts';
import { failedList } from '../../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import classes from '../oauth-apps.module.css';
import { type App, problemsQuery } from '../queries.ts';

const rowId = ({ cause }: ClientProblem) => cause;
const rowName = rowId;

const columnsOf = ({ t, time }: ColumnKit): ListColumn<ClientProblem>[] => [
  {
    id: 'cause',
    header: t('oauthApps.problem'),
    isName: true,
    isText: true,
    cell: ({ cause, detail }) => (
      <span className={classes.name}>
        {t(`oauthApps.problem_${cause}`)}
        <small>{t(`oauthApps.remedy_${cause}`)}</small>
        {detail === null ? null : <small>{t('oauthApps.sentAddress', { uri: detail })}</small>}
      </span>
    ),
  },
  time('lastAt', t('oauthApps.lastSeen'), ({ lastAt }) => lastAt, { priority: 0 }),
];

/** Why the app does not connect: what its requests were refused for, each with what helps. */
export function ProblemsTab({ app }: { app: App }) {
  const kit = useColumnKit();
  const { t } = kit;
  const { tenantId } = useMe();
  const query = useQuery(problemsQuery(tenantId, app.clientId));
  return (
    <ListTable<ClientProblem>
      id="oauth-app-problems"
      plain
      caption={t('oauthApps.tab_problems')}
      columns={useMemo(() => columnsOf(kit), [kit])}
      rows={query.data?.results}
      rowId={rowId}
      rowName={rowName}
      expectedRows={3}
      failed={failedList(t, query, t('oauthApps.problemsFailed'))}
      empty={{ title: t('oauthApps.problemsEmptyTitle'), text: t('oauthApps.problemsEmpty') }}
    />
  );
}
