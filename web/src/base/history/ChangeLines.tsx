import { useT } from '../../i18n/use-t.tsx';
import classes from './ChangeLines.module.css';

/** What was changed, a line each; of many the first, and how many more there are. */
export function ChangeLines({ lines, most = Number.POSITIVE_INFINITY }: { lines: readonly string[]; most?: number }) {
  const t = useT();
  const more = lines.length - most;
  return (
    <ul className={classes.changes}>
      {lines.slice(0, most).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {more > 0 ? <li>{t('history.moreChanges', { count: more })}</li> : null}
    </ul>
  );
}
