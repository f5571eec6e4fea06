import { Link } from '@tanstack/react-router';
import { paths } from '../../base/paths.ts';
import { useT } from '../../i18n/use-t.tsx';
import classes from './groups.module.css';
import parts from '../../ui/form/parts.module.css';

/** The tags of a group; each leads to the groups that have it. */
export function Tags({ names, most = Number.POSITIVE_INFINITY }: { names: readonly string[]; most?: number }) {
  const t = useT();
  const others = names.length - most;
  return (
    <ul className={classes.tags}>
      {names.slice(0, most).map((name) => (
        <li key={name}>
          <Link
            className={classes.tag}
            to={paths.groups}
            search={{ tag: name }}
            activeOptions={{ exact: true, includeSearch: true }}
            title={name}
          >
            <span>{name}</span>
          </Link>
        </li>
      ))}
      {others > 0 ? <li className={parts.note}>{t('groups.moreTags', { count: others })}</li> : null}
    </ul>
  );
}
