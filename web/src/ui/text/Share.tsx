import classes from './Share.module.css';
import type { Tone } from './StatusBadge.tsx';

/** A share as a bar. The words beside it say the same: it is decoration. */
export function Share({ share, tone }: { share: number; tone: Tone }) {
  return (
    <span className={classes.share} data-tone={tone} aria-hidden="true">
      <span style={{ width: `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%` }} />
    </span>
  );
}
