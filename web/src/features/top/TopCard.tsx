import type { Icon } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import classes from './top.module.css';

/** A card of the top page: what it is, what there is to know, and the way to the page behind it. */
export function TopCard({ icon: CardIcon, title, link, children }: TopCardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id}>
        <CardIcon size={20} stroke={1.75} aria-hidden="true" />
        {title}
      </h2>
      <div className={classes.cardBody}>{children}</div>
      {link ? <div className={classes.cardLink}>{link}</div> : null}
    </section>
  );
}

type TopCardProps = { icon: Icon; title: string; link?: ReactNode; children: ReactNode };

export type Fact = { name: string; value: ReactNode };

/** Names and values, one to a line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
