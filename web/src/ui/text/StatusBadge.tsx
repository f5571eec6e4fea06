import classes from './text.module.css';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

/** A state in a word. Its colour only repeats what the word says. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`${classes.badge} ${classes[tone]}`}>{children}</span>;
}
