import { useEffect, useRef, type ReactNode } from 'react';
import classes from './SectionNav.module.css';

export type SectionNavProps = {
  label: string;
  /** Links; the one of the open section carries `aria-current`. */
  links: readonly { id: string; link: ReactNode }[];
  /** What changes when another section is opened. */
  open: string;
};

/** The way to each section of a page whose sections have addresses of their own. */
export function SectionNav({ label, links, open }: SectionNavProps) {
  const list = useRef<HTMLElement>(null);
  // On a narrow screen the open section may lie beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the sections or the open one change
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open, links.length]);
  return (
    <nav ref={list} className={classes.sections} aria-label={label}>
      <ul>
        {links.map(({ id, link }) => (
          <li key={id}>{link}</li>
        ))}
      </ul>
    </nav>
  );
}
