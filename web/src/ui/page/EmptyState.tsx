import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import type { ReactNode } from 'react';
import classes from './states.module.css';

export type EmptyStateProps = {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** `h1` where this is all there is on the page. */
  heading?: 'h1' | 'h2';
};

/** Nothing here yet: what this place is for, and the button that makes the first one. */
export function EmptyState({ title, children, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <IconInbox size={40} stroke={1.25} aria-hidden="true" />
      <Heading>{title}</Heading>
      <p>{children}</p>
      {action ? <div className={classes.actions}>{action}</div> : null}
    </div>
  );
}
