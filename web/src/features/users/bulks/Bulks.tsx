import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import type { UserBulkJob } from '#contract/people/user-bulks.ts';
import { dash } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { failedList } from '../../../base/failure.ts';
import { userBulksQuery } from '../../../base/jobs/job-queries.ts';
import { paths } from '../../../base/paths.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx';
import { CursorPager } from '../../../ui/list/CursorPager.tsx';
import { DateTimeText } from '../../../ui/text/DateTimeText.tsx';
import { jobTone } from '../../../ui/job/job-status.ts';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import classes from '../users.module.css';
import { BulkProgress } from './BulkProgress.tsx';
import { useBulkActs } from './use-bulk-acts.ts';
import { FailuresDialog } from './FailuresDialog.tsx';

const route = getRouteApi('/frame/portal/users/bulk');

const rowId = ({ bulkId }: UserBulkJob) => bulkId;
const rowName = ({ createdAt }: UserBulkJob) => createdAt;

type Showing = {
  t: Translate;
  language: string;
  zone: string;
  open: (job: UserBulkJob) => void;
  undo: ((bulkId: string) => void) | undefined;
};

function bulkColumns({ t, language, zone, open, undo }: Showing): ListColumn<UserBulkJob>[] {
  const number = new Intl.NumberFormat(language);
  return [
    {
      id: 'at',
      header: t('users.bulks.at'),
      isName: true,
      cell: ({ createdAt }) => <DateTimeText value={createdAt} timeZone={zone} />,
    },
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
    ...(['changed', 'unchanged'] as const).map(
      (name): ListColumn<UserBulkJob> => ({
        id: name,
        header: t(`users.bulks.${name}`),
        numeric: true,
        cell: (job) => number.format(job[name]),
      }),
    ),
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
    { id: 'by', header: t('users.bulks.by'), cell: ({ operatorUserId }) => operatorUserId || dash },
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
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const zone = timeZoneOf(me);
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const [opened, open] = useState<UserBulkJob>();
  const list = useQuery(userBulksQuery(me.tenantId, cursor));
  const { data } = list;
  const mayChange = me.permissions.includes('users:write');
  const { undo } = useBulkActs(setAlert);
  const latest = useRef(undo);
  latest.current = undo;
  const columns = useMemo(
    () => bulkColumns({ t, language, zone, open, undo: mayChange ? (id) => void latest.current(id) : undefined }),
    [t, language, zone, mayChange],
  );
  const running = data?.results.find(({ status }) => status === 'processing');
  const title = t('users.bulks.title');
  const go = (place: string | undefined) => void navigate({ search: place ? { cursor: place } : {} });
  return (
    <>
      <Breadcrumbs
        links={[
          <Link key="users" to={paths.users}>
            {t('users.title')}
          </Link>,
        ]}
        here={title}
      />
      <PageTitle title={title}>{t('users.bulks.lead')}</PageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {running ? <BulkProgress job={running} say={setAlert} /> : null}
      <ListTable
        id="user-bulks"
        caption={title}
        columns={columns}
        rows={data?.results}
        rowId={rowId}
        rowName={rowName}
        expectedRows={3}
        totalResults={data?.totalResults ?? 0}
        failed={failedList(t, list, t('users.bulks.failedTitle'))}
        empty={{
          title: t('users.bulks.emptyTitle'),
          text: t('users.bulks.empty'),
          action: <Link to={paths.users}>{t('users.bulks.toUsers')}</Link>,
        }}
        pager={
          data && (data.next || cursor) ? (
            <CursorPager
              pageSize={DEFAULT_PAGE_SIZE}
              pageSizes={[DEFAULT_PAGE_SIZE]}
              totalResults={data.totalResults}
              next={data.next}
              previous={data.previous}
              onCursor={go}
              onPageSize={() => go(undefined)}
            />
          ) : null
        }
      />
      {opened ? <FailuresDialog job={opened} onClose={() => open(undefined)} /> : null}
    </>
  );
}
