import { Initial } from './Initial.tsx';
import classes from './Person.module.css';

/** A person in a row: an initial in a circle, the name, the user id small beneath it. */
export function Person({ name, userId }: { name: string; userId: string }) {
  return (
    <span className={classes.person}>
      <Initial name={name || userId} />
      <span className={classes.words}>
        <span title={name || userId}>{name || userId}</span>
        {name ? <small title={userId}>{userId}</small> : null}
      </span>
    </span>
  );
}
