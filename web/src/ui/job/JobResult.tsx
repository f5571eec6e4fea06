import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import type { ReactNode } from 'react';
import classes from './JobResult.module.css';

export type JobResultProps = {
  outcome: 'done' | 'stopped' | 'failed';
  title: string;
  /** What it came to, in a sentence or two. */
  children: ReactNode;
  /** Files to fetch, the way on. */
  actions?: ReactNode;
};

const icons = { done: IconCircleCheck, stopped: IconBan, failed: IconAlertCircle };

/** What long work came to, with its files. */
export function JobResult({ outcome, title, children, actions }: JobResultProps) {
  const Icon = icons[outcome];
  return (
    <section className={classes.result} data-outcome={outcome}>
      <Icon size={28} stroke={1.75} aria-hidden="true" />
      <div className={classes.words} role={outcome === 'failed' ? 'alert' : 'status'}>
        <h2>{title}</h2>
        <div>{children}</div>
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </section>
  );
}
