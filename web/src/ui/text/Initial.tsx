import classes from './text.module.css';

/** A person's initial in a circle; pure decoration beside the name. */
export function Initial({ name, size = 32 }: { name: string; size?: number }) {
  const [first = ''] = name.trim();
  return (
    <span className={classes.initial} style={{ fontSize: size }} aria-hidden="true">
      <span>{first.toLocaleUpperCase()}</span>
    </span>
  );
}
