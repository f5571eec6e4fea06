import classes from './ChangeLines.module.css';

/** What was changed, a line each. */
export function ChangeLines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={classes.changes}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
