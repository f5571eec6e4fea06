import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useLanguage, useT } from '../i18n/use-t.tsx';
import classes from './JobProgress.module.css';
import { jobPace, type JobCounts } from './job-pace.ts';
import { StatusBadge, type Tone } from './StatusBadge.tsx';

/** The states of a job (spec section 3). */
export type JobStatus = 'accepting' | 'processing' | 'completed' | 'error' | 'validation_error';

export type JobProgressProps = { name: string; status: JobStatus; counts: JobCounts; onCancel?: () => void };

const tones: Record<JobStatus, Tone> = {
  accepting: 'neutral',
  processing: 'neutral',
  completed: 'good',
  error: 'bad',
  validation_error: 'warning',
};

/** Long work: rows done of rows known, rate, time left, Cancel. */
export function JobProgress({ name, status, counts, onCancel }: JobProgressProps) {
  const t = useT();
  const language = useLanguage();
  const number = (value: number) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value);
  const running = status === 'accepting' || status === 'processing';
  const { share, rate, secondsLeft } = jobPace(counts);
  return (
    <div className={classes.job}>
      <div className={classes.head}>
        <strong>{name}</strong>
        <StatusBadge tone={tones[status]}>{t(`common.jobStatus.${status}`)}</StatusBadge>
        {running && onCancel ? (
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        ) : null}
      </div>
      <Progress value={share * 100} size={6} aria-label={name} color={status === 'error' ? 'red' : undefined} />
      <div className={classes.figures}>
        <span>
          {counts.known === undefined
            ? t('ui.rowsDone', { count: counts.done })
            : t('ui.rowsDoneOf', { done: number(counts.done), count: counts.known })}
        </span>
        {running && rate ? <span>{t('ui.rowsPerSecond', { count: Math.round(rate) })}</span> : null}
        {running && secondsLeft !== undefined ? <span>{timeLeft(t, secondsLeft)}</span> : null}
      </div>
    </div>
  );
}

function timeLeft(t: ReturnType<typeof useT>, seconds: number): string {
  return seconds < 90
    ? t('ui.secondsLeft', { count: Math.max(1, Math.round(seconds)) })
    : t('ui.minutesLeft', { count: Math.round(seconds / 60) });
}
