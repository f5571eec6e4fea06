import type { ReactNode } from 'react';
import classes from './SectionNav.module.css';

export type SectionNavProps = {
  label: string;
  /** Links; the one of the open section carries `aria-current`. */
  links: readonly { id: string; link: ReactNode }[];
};

/** The way to each section of a page whose sections have addresses of their own. */
export function SectionNav({ label, links }: SectionNavProps) {
  return (
    <nav className={classes.sections} aria-label={label}>
      <ul>
        {links.map(({ id, link }) => (
          <li key={id}>{link}</li>
        ))}
      </ul>
    </nav>
  );
}
