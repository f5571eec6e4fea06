import { type ReactNode, useMemo } from 'react';
import { formatDateTime } from '#contract/display.ts';
import { type ColumnKit, useColumnKit } from '../list/columns.tsx';
import { isRunning, jobTone } from '../../ui/job/job-status.ts';
import { JobProgress } from '../../ui/job/JobProgress.tsx';
import type { ListColumn, ListTableProps } from '../../ui/list/list-types.ts';
import { ListTable } from '../../ui/list/ListTable.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import { ExportParts, type ShownExport } from './ExportParts.tsx';
import classes from './exports.module.css';
import type { ExportActs } from './use-export-acts.ts';

export type ExportListProps<One extends ShownExport> = {
  /** Names the list in the browser's memory of chosen columns. */
  id: string;
  title: string;
  /** Absent while they are asked for. */
  exports: readonly One[] | undefined;
  total: number;
  /** What was exported, in words; and how that column is called. */
  what: { header: string; words: (one: One) => string };
  /** What is counted, and how that column is called. */
  counted: { header: string; unit: 'rows' | 'users' };
  acts: ExportActs;
  /** Beside the files. */
  beside?: (one: One, acts: ExportActs) => ReactNode;
  failed: ListTableProps<One>['failed'];
  empty: ListTableProps<One>['empty'];
};

const rowId = ({ exportStatusId }: ShownExport) => exportStatusId;
const rowName = ({ createdAt }: ShownExport) => createdAt;

function columnsOf<One extends ShownExport>(
  { t, language, time, words }: ColumnKit,
  { what, counted, acts, beside }: Pick<ExportListProps<One>, 'what' | 'counted' | 'acts' | 'beside'>,
): ListColumn<One>[] {
  const number = new Intl.NumberFormat(language);
  return [
    time('at', t('transfer.at'), ({ createdAt }) => createdAt, { isName: true }),
    { id: 'what', header: what.header, cell: (one) => <span className={classes.details}>{what.words(one)}</span> },
    words('users', counted.header, ({ progress: { total } }) => total !== null && number.format(total), {
      ...{ numeric: true, priority: 2 },
    }),
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      cell: ({ status, error }) => (
        <>
          <StatusBadge tone={jobTone[status]}>{t(`common.jobStatus.${status}`)}</StatusBadge>
          {error ? <div className={classes.reason}>{error.message}</div> : null}
        </>
      ),
    },
    {
      id: 'files',
      header: t('transfer.files'),
      cell: (one) => (
        <div className={classes.files}>
          <ExportParts shown={one} acts={acts} unit={counted.unit} />
          {one.status === 'completed' ? beside?.(one, acts) : null}
        </div>
      ),
    },
    time('until', t('transfer.keptUntil'), ({ status, expiresAt }) => (status === 'completed' ? expiresAt : null), {
      priority: 1,
    }),
    words('by', t('transfer.by'), ({ createdBy }) => createdBy, { hiddenAtFirst: true }),
  ];
}

/** Exports: those that run, and those that can still be fetched. */
export function ExportList<One extends ShownExport>(props: ExportListProps<One>) {
  const { id, title, exports, total, what, counted, acts, beside, failed, empty } = props;
  const kit = useColumnKit();
  const { t, language, zone } = kit;
  const columns = useMemo(
    () => columnsOf(kit, { what, counted, acts, ...(beside && { beside }) }),
    [kit, what, counted, acts, beside],
  );
  const running = exports?.filter(({ status }) => isRunning(status)) ?? [];
  return (
    <>
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
        id={id}
        caption={title}
        columns={columns}
        rows={exports}
        rowId={rowId}
        rowName={rowName}
        expectedRows={3}
        totalResults={total}
        failed={failed}
        empty={empty}
      />
    </>
  );
}
