import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import type { MouseEvent } from 'react';
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import { useT } from '../../i18n/use-t.tsx';
import classes from './JobTray.module.css';
import { isRunning, type JobStatus, jobTone } from './job-status.ts';
import { PopoverButton } from '../dialog/PopoverButton.tsx';
import { StatusBadge } from '../text/StatusBadge.tsx';

export type TrayJob = {
  id: string;
  /** What it is: "Import of staff.csv". */
  name: string;
  status: JobStatus;
  /** How far it is, from 0 to 1. */
  share: number | undefined;
  /** The page that shows it whole. */
  path: string;
};

type JobTrayProps = {
  jobs: readonly TrayJob[];
  /** The page of all jobs. */
  allPath?: string;
  onOpen: (path: string) => void;
};

/** Jobs that run, are pending or have just ended: found again on every page. */
export function JobTray({ jobs, allPath, onOpen }: JobTrayProps) {
  const t = useT();
  const open = (path: string) => (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    onOpen(path);
  };
  const running = jobs.filter(({ status }) => isRunning(status)).length;
  const label = running > 0 ? t('ui.jobsRunning', { count: running }) : t('ui.jobs');
  return (
    <>
      <p role="status" className="visually-hidden">
        {running > 0 ? label : ''}
      </p>
      {jobs.length > 0 ? (
        <PopoverButton
          label={t('ui.jobs')}
          className={classes.panel}
          target={(properties) => (
            <button {...properties} type="button" className={classes.tray} title={label}>
              <IconListCheck size={20} stroke={1.75} aria-hidden="true" />
              <span className={classes.words}>{label}</span>
              {running > 0 ? <span className={classes.dot} aria-hidden="true" /> : null}
            </button>
          )}
        >
          <ul className={classes.jobs}>
            {jobs.map(({ id, name, status, share, path }) => (
              <li key={id}>
                <a href={path} onClick={open(path)}>
                  <span className={classes.name}>{name}</span>
                  <StatusBadge tone={jobTone[status]}>{t(`common.jobStatus.${status}`)}</StatusBadge>
                  {isRunning(status) && share !== undefined ? (
                    <Progress className={classes.bar} value={share * 100} size={4} aria-label={name} />
                  ) : null}
                </a>
              </li>
            ))}
            {allPath ? (
              <li>
                <a href={allPath} onClick={open(allPath)}>
                  {t('ui.allJobs')}
                </a>
              </li>
            ) : null}
          </ul>
        </PopoverButton>
      ) : null}
    </>
  );
}
