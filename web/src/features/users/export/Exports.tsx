import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { UserExport } from '#contract/authentication/user-exports.ts';
import { dash, formatDateTime } from '#contract/display.ts';
import { EXPORT_KEPT_DAYS } from '#contract/limits.ts';
import { failureText, requestIdOf } from '../../../app/failure.ts';
import { userExportsQuery } from '../../../app/jobs/job-queries.ts';
import { paths } from '../../../app/paths.ts';
import { timeZoneOf, useMe } from '../../../app/session-queries.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/AlertArea.tsx';
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx';
import { isRunning, jobTone } from '../../../ui/job-status.ts';
import { JobProgress } from '../../../ui/JobProgress.tsx';
import type { ListColumn } from '../../../ui/list-types.ts';
import { ListTable } from '../../../ui/ListTable.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { DateTimeText } from '../../../ui/DateTimeText.tsx';
import classes from '../users.module.css';
import { conditionWords } from './condition-words.ts';
import { Parts } from './Parts.tsx';
import { type ExportActs, useExportActs } from './use-export-acts.ts';

const rowId = ({ exportStatusId }: UserExport) => exportStatusId;
const rowName = ({ createdAt }: UserExport) => createdAt;

function exportColumns(t: Translate, language: string, zone: string, acts: ExportActs): ListColumn<UserExport>[] {
  return [
    {
      id: 'at',
      header: t('transfer.at'),
      isName: true,
      cell: ({ createdAt }) => <DateTimeText value={createdAt} timeZone={zone} />,
    },
    {
      id: 'what',
      header: t('transfer.searched'),
      cell: ({ condition }) => (
        <span className={classes.details}>
          {conditionWords(t, language, condition).join(' · ') || t('transfer.allUsers')}
        </span>
      ),
    },
    {
      id: 'users',
      header: t('users.title'),
      numeric: true,
      cell: ({ progress }) => (progress.total === null ? dash : new Intl.NumberFormat(language).format(progress.total)),
    },
    {
      id: 'status',
      header: t('common.status'),
      cell: ({ status, error }) => (
        <>
          <StatusBadge tone={jobTone[status]}>{t(`common.jobStatus.${status}`)}</StatusBadge>
          {error ? <div className={classes.reason}>{error.message}</div> : null}
        </>
      ),
    },
    { id: 'files', header: t('transfer.files'), cell: (one) => <Parts shown={one} acts={acts} /> },
    {
      id: 'until',
      header: t('transfer.keptUntil'),
      cell: ({ status, expiresAt }) =>
        status === 'completed' ? <DateTimeText value={expiresAt} timeZone={zone} /> : dash,
    },
    { id: 'by', header: t('transfer.by'), hiddenAtFirst: true, cell: ({ createdBy }) => createdBy || dash },
  ];
}

/** Exports of users (spec section 2, "User Management": export, export logs): those that run, and those kept. */
export function Exports() {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const zone = timeZoneOf(me);
  const [alert, setAlert] = useState<AlertContent>();
  const acts = useExportActs(setAlert);
  const { data, error, isError, refetch } = useQuery(userExportsQuery(me.tenantId));
  const columns = useMemo(() => exportColumns(t, language, zone, acts), [t, language, zone, acts]);
  const running = data?.results.filter(({ status }) => isRunning(status)) ?? [];
  const title = t('transfer.exportsTitle');
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
      <PageTitle title={title}>{t('transfer.exportsLead', { count: EXPORT_KEPT_DAYS })}</PageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {running.map((one) => (
        <div key={one.exportStatusId} className={classes.card}>
          <JobProgress
            name={t('transfer.exportOf', { time: formatDateTime(new Date(one.createdAt), language, zone) })}
            status={one.status}
            counts={{
              done: one.progress.done,
              known: one.progress.total ?? undefined,
              perSecond: one.progress.perSecond,
              secondsLeft: one.progress.secondsLeft,
            }}
            note={t('transfer.goesOn')}
            onCancel={() => void acts.cancel(one.exportStatusId)}
            cancelling={acts.busy}
          />
        </div>
      ))}
      <ListTable
        id="user-exports"
        caption={title}
        columns={columns}
        rows={data?.results}
        rowId={rowId}
        rowName={rowName}
        expectedRows={3}
        totalResults={data?.totalResults ?? 0}
        failed={
          isError
            ? {
                title: t('transfer.exportsFailedTitle'),
                text: failureText(t, error),
                requestId: requestIdOf(error),
                onRetry: () => void refetch(),
              }
            : undefined
        }
        empty={{
          title: t('transfer.exportsEmptyTitle'),
          text: t('transfer.exportsEmpty'),
          action: <Link to={paths.users}>{t('transfer.toUsers')}</Link>,
        }}
      />
    </>
  );
}
