import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import classes from './groups.module.css';

/** A group in a row: its sign, the name, the id small beneath it. */
export function GroupName({ name, groupId }: { name: string; groupId: string }) {
  return (
    <span className={classes.group}>
      <span className={classes.sign} aria-hidden="true">
        <IconUsersGroup size={18} stroke={1.75} />
      </span>
      <span className={classes.words}>
        <span>{name}</span>
        <small>{groupId}</small>
      </span>
    </span>
  );
}
