import type { ReactNode } from 'react';
import { Initial } from '../text/Initial.tsx';
import { useFocusOfPage } from './lost-focus.ts';
import { CopyButton } from '../form/ReadOnlyTextBox.tsx';
import classes from '../text/text.module.css';

export type DetailHeaderProps = {
  name: string;
  /** Stands in place of the name's initial. */
  sign?: ReactNode;
  id: { label: string; value: string };
  /** A StatusBadge. */
  status?: ReactNode;
  /** Buttons, a menu of acts. */
  actions?: ReactNode;
  /** `h2` where the page has its heading elsewhere. */
  heading?: 'h1' | 'h2';
};

/** The head of a detail page: who or what, its state, its id to copy, what can be done. */
export function DetailHeader({ name, sign, id, status, actions, heading: Heading = 'h1' }: DetailHeaderProps) {
  const head = useFocusOfPage();
  return (
    <header className={classes.detail}>
      {sign ?? <Initial name={name} size={48} />}
      <div className={classes.detailWords}>
        <div className={classes.detailName}>
          <Heading ref={head}>{name}</Heading>
          {status}
        </div>
        <div className={classes.detailId}>
          <span>{id.label}</span>
          <code>{id.value}</code>
          <CopyButton value={id.value} name={id.label} />
        </div>
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  );
}
