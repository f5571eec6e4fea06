import type { ReactNode } from 'react';
import classes from './Excerpt.module.css';

/** A text of several lines as it is, which scrolls where it is long. */
export function Excerpt({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
    <section className={classes.excerpt} aria-label={label} tabIndex={0}>
      <pre>{children}</pre>
    </section>
  );
}
