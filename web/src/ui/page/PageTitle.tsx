import type { ReactNode } from 'react';
import { useFocusOfPage } from './lost-focus.ts';
import classes from '../text/text.module.css';

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
