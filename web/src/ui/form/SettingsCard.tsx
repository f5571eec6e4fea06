import { useId, type ReactNode } from 'react';
import classes from './settings.module.css';

/** A group of settings: at the left what it is and why (one third), at the right the settings (two thirds). */
export function SettingsCard({ title, why, children }: { title: string; why: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <div className={classes.why}>{why}</div>
      </div>
      <div className={classes.settings}>{children}</div>
    </section>
  );
}
