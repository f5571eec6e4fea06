import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type JobKind, jobKinds } from '#contract/site/jobs-fields.ts';
import type { Job } from '#contract/site/jobs.ts';
import { LearnMore } from '../../base/guides/LearnMore.tsx';
import { jobsQuery } from '../../base/jobs/job-queries.ts';
import { jobName, jobPath, jobStatus } from '../../base/jobs/jobs.ts';
import { type ColumnKit, useColumnKit } from '../../base/list/columns.tsx';
import { QueryList } from '../../base/list/QueryList.tsx';
import { useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { isRunning, jobTone } from '../../ui/job/job-status.ts';
import { FilterSelect } from '../../ui/list/FilterSelect.tsx';
import type { ListColumn } from '../../ui/list/list-types.ts';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import classes from './jobs.module.css';
import { type JobSearch, jobAddress } from './page-search.ts';
import { useCancelJob } from './use-cancel-job.ts';

const route = getRouteApi('/frame/portal/jobs');

const rowId = ({ jobId }: Job) => jobId;

function jobColumns({ t, time, words }: ColumnKit, stop: (job: Job) => void): ListColumn<Job>[] {
  return [
    {
      id: 'job',
      header: t('jobs.job'),
      isName: true,
      cell: (job) => <Link to={jobPath(job)}>{jobName(t, job)}</Link>,
    },
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      cell: (job) => {
        const status = jobStatus(job);
        return (
          <>
            <StatusBadge tone={jobTone[status]}>{t(`common.jobStatus.${status}`)}</StatusBadge>
            {isRunning(status) && job.share !== null ? (
              <Progress className={classes.bar} value={job.share * 100} size={4} aria-label={jobName(t, job)} />
            ) : null}
          </>
        );
      },
    },
    time('started', t('jobs.started'), ({ createdAt }) => createdAt),
    time('ended', t('jobs.ended'), ({ finishedAt }) => finishedAt, { priority: 2 }),
    words('by', t('jobs.startedBy'), ({ startedBy }) => startedBy, { priority: 1 }),
    {
      id: 'acts',
      header: t('jobs.acts'),
      isActs: true,
      cell: (job) =>
        job.canCancel ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => stop(job)}
            aria-label={t('jobs.stopNamed', { job: jobName(t, job) })}
          >
            {t('jobs.stop')}
          </Button>
        ) : null,
    },
  ];
}

/** All jobs that the administrator may see: running, pending and ended ones, each with the way to its own page. */
export function Jobs() {
  const kit = useColumnKit();
  const { t } = kit;
  const { tenantId } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const [stopping, setStopping] = useState<Job>();
  const list = useQuery(jobsQuery(tenantId, { kind: search.kind, cursor: search.cursor }));
  const columns = useMemo(() => jobColumns(kit, setStopping), [kit]);
  const rowName = useMemo(() => (job: Job) => jobName(t, job), [t]);
  const { busy, cancel } = useCancelJob(setAlert);
  const go = (change: JobSearch, replace = false) =>
    void navigate({ search: jobAddress.changed(search, change), replace });
  return (
    <>
      <PageTitle title={t('ui.nav.jobs')}>
        {t('jobs.lead')} <LearnMore guide="jobs" about={t('ui.nav.jobs')} />
      </PageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <QueryList
        id="jobs"
        caption={t('ui.nav.jobs')}
        columns={columns}
        query={list}
        rowId={rowId}
        rowName={rowName}
        toolbar={<KindFilter kind={search.kind} onChange={(kind) => go({ kind })} />}
        onClearSearch={search.kind ? () => go({ kind: undefined }) : undefined}
        at={search}
        go={go}
        paged="by cursor"
        oneSize
        failedTitle={t('jobs.failedTitle')}
        empty={{ title: t('jobs.emptyTitle'), text: t('jobs.empty') }}
      />
      <ConfirmDialog
        opened={stopping !== undefined}
        title={t('jobs.stopTitle')}
        okLabel={t('jobs.stop')}
        busy={busy}
        onOk={() => stopping && void cancel(stopping).then(() => setStopping(undefined))}
        onCancel={() => setStopping(undefined)}
      >
        {stopping ? t('jobs.stopText', { job: jobName(t, stopping) }) : null}
      </ConfirmDialog>
    </>
  );
}

function KindFilter({ kind, onChange }: { kind: JobKind | undefined; onChange: (kind: JobKind | undefined) => void }) {
  const t = useT();
  return (
    <FilterSelect<JobKind | ''>
      label={t('jobs.kind')}
      value={kind ?? ''}
      choices={[
        { value: '', label: t('jobs.anyKind') },
        ...jobKinds.map((value) => ({ value, label: t(`jobs.kind_${value}`) })),
      ]}
      onChange={(value) => onChange(value || undefined)}
    />
  );
}
