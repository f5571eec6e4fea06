import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import classes from './JobProgress.module.css';
import { jobPace, type JobCounts } from './job-pace.ts';
import { isRunning, type JobStatus, jobTone } from './job-status.ts';
import { StatusBadge } from '../text/StatusBadge.tsx';

export type JobProgressProps = {
  name: string;
  status: JobStatus;
  counts: JobCounts;
  /** What is counted. */
  unit?: 'rows' | 'users';
  /** How far it is (0 to 1) where that is not told by its rows: bytes read of a file whose rows nobody has counted. */
  share?: number | undefined;
  /** What goes on meanwhile, in a sentence. */
  note?: string;
  onCancel?: (() => void) | undefined;
  cancelling?: boolean;
};

/** Long work: rows done of rows known, rate, time left, Cancel. */
export function JobProgress(props: JobProgressProps) {
  const { name, status, counts, unit = 'rows', share, note, onCancel, cancelling = false } = props;
  const t = useT();
  const language = useLanguage();
  const number = (value: number) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value);
  const running = isRunning(status);
  const pace = jobPace(counts);
  return (
    <div className={classes.job}>
      <div className={classes.head}>
        <strong>{name}</strong>
        <StatusBadge tone={jobTone[status]}>{t(`common.jobStatus.${status}`)}</StatusBadge>
        {running && onCancel ? (
          <Button size="compact-sm" variant="default" loading={cancelling} onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        ) : null}
      </div>
      {note ? <p className={classes.note}>{note}</p> : null}
      <Progress
        value={(share ?? pace.share) * 100}
        size={6}
        aria-label={name}
        color={status === 'error' ? 'red' : undefined}
      />
      <div className={classes.figures}>
        <span>
          {counts.known === undefined
            ? t(`ui.${unit}Done`, { count: counts.done })
            : t(`ui.${unit}DoneOf`, { done: number(counts.done), count: counts.known })}
        </span>
        {running && pace.rate ? <span>{t(`ui.${unit}PerSecond`, { count: Math.round(pace.rate) })}</span> : null}
        {running && pace.secondsLeft !== undefined ? <span>{timeLeft(t, pace.secondsLeft)}</span> : null}
      </div>
    </div>
  );
}

function timeLeft(t: ReturnType<typeof useT>, seconds: number): string {
  return seconds < 90
    ? t('ui.secondsLeft', { count: Math.max(1, Math.round(seconds)) })
    : t('ui.minutesLeft', { count: Math.round(seconds / 60) });
}
