import type { ReactNode } from 'react';
import { useFocusOfPage } from './lost-focus.ts';
import classes from '../text/text.module.css';

/** Below the tabs of a page: one sentence saying what this tab is for, and what is done there at the right. */
export function PageLead({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={classes.pageLead}>
      <p>{children}</p>
      {actions}
    </div>
  );
}

/** Title, one sentence saying what the page is for, and the primary action at the right. */
export function PageTitle({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  const heading = useFocusOfPage();
  return (
    <div className={classes.pageTitle}>
      <div>
        <h1 ref={heading}>{title}</h1>
        {children ? <p>{children}</p> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  );
}
