import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { UserBulkJob } from '#contract/people/user-bulks.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useUndo } from '../../../base/history/use-undo.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { SubPageTitle } from '../../../base/SubPageTitle.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { importsAddress } from '../import/one/page-search.ts';
import { userBulksQuery } from '../../../base/jobs/job-queries.ts';
import { paths } from '../../../base/paths.ts';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { jobTone } from '../../../ui/job/job-status.ts';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import classes from '../users.module.css';
import { BulkProgress } from './BulkProgress.tsx';
import { FailuresDialog } from './FailuresDialog.tsx';

const route = getRouteApi('/frame/portal/users/bulk');

const rowId = ({ bulkId }: UserBulkJob) => bulkId;
const rowName = ({ createdAt }: UserBulkJob) => createdAt;

type Acts = { open: (job: UserBulkJob) => void; undo: ((bulkId: string) => void) | undefined };

function bulkColumns({ t, language, time, words, figure }: ColumnKit, { open, undo }: Acts): ListColumn<UserBulkJob>[] {
  const number = new Intl.NumberFormat(language);
  return [
    time('at', t('users.bulks.at'), ({ createdAt }) => createdAt, { isName: true }),
    {
      id: 'what',
      header: t('users.bulks.what'),
      cell: ({ action, progress }) => (
        <span className={classes.details}>{t(`ui.jobBulk_${action}`, { count: progress.total })}</span>
      ),
    },
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      cell: ({ status, error }) => (
        <>
          <StatusBadge tone={jobTone[status]}>{t(`common.jobStatus.${status}`)}</StatusBadge>
          {error ? <div className={classes.reason}>{t(`errors.${error.message_id}`)}</div> : null}
        </>
      ),
    },
    figure('changed', t('users.bulks.changed'), ({ changed }) => changed, { priority: 1 }),
    figure('unchanged', t('users.bulks.unchanged'), ({ unchanged }) => unchanged, { priority: 3 }),
    {
      id: 'failed',
      header: t('users.bulks.failed'),
      numeric: true,
      cell: (job) =>
        job.failed === 0 ? (
          number.format(0)
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => open(job)}>
            {t('users.bulks.failuresOf', { count: job.failed })}
          </Button>
        ),
    },
    words('by', t('users.bulks.by'), ({ operatorUserId }) => operatorUserId, { priority: 2 }),
    ...(undo
      ? [
          {
            id: 'acts',
            header: t('users.acts'),
            isActs: true,
            cell: ({ bulkId, action, status, changed }: UserBulkJob) =>
              action === 'signOut' || status === 'processing' || changed === 0 ? null : (
                <Button size="compact-sm" variant="default" onClick={() => undo(bulkId)}>
                  {t('common.undo')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}

/** Acts on many users: the one that runs, and those of the last days with what they came to. */
export function Bulks() {
  const kit = useColumnKit();
  const { t } = kit;
  const me = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const [opened, open] = useState<UserBulkJob>();
  const list = useQuery(userBulksQuery(me.tenantId, search.cursor));
  const mayChange = me.permissions.includes('users:write');
  const { undo } = useUndo(setAlert);
  const latest = useRef(undo);
  latest.current = undo;
  const columns = useMemo(
    () =>
      bulkColumns(kit, {
        open,
        undo: mayChange ? (bulkId) => void latest.current({ call: 'undoUserBulk', bulkId }) : undefined,
      }),
    [kit, mayChange],
  );
  const running = list.data?.results.find(({ status }) => status === 'processing');
  const title = t('users.bulks.title');
  return (
    <>
      <SubPageTitle title={title}>
        {t('users.bulks.lead')} <LearnMore guide="undo" about={title} />
      </SubPageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {running ? <BulkProgress job={running} say={setAlert} /> : null}
      <QueryList
        id="user-bulks"
        caption={title}
        columns={columns}
        query={list}
        rowId={rowId}
        rowName={rowName}
        at={search}
        go={(change, replace = false) => void navigate({ search: importsAddress.changed(search, change), replace })}
        paged="by cursor"
        oneSize
        failedTitle={t('users.bulks.failedTitle')}
        empty={{
          title: t('users.bulks.emptyTitle'),
          text: t('users.bulks.empty'),
          action: <Link to={paths.users}>{t('users.bulks.toUsers')}</Link>,
        }}
      />
      {opened ? <FailuresDialog job={opened} onClose={() => open(undefined)} /> : null}
    </>
  );
}
