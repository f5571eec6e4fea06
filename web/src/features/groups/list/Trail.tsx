import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { groupQuery } from '../../../pickers/queries.ts';
import classes from '../groups.module.css';
import { groupAddress, type GroupSearch, trailOf } from './list-search.ts';

/** Another level is another place, though the path is the same. */
const exactly = { exact: true, includeSearch: true };

/** The way from the top of the tree to the level that is shown; each step leads back to it. */
export function Trail({ search }: { search: GroupSearch }) {
  const t = useT();
  const { tenantId } = useMe();
  const trail = trailOf(search);
  const groups = useQueries({ queries: trail.map((uuid) => groupQuery(tenantId, uuid)) });
  if (trail.length === 0) return null;
  const here = trail.at(-1) ?? '';
  return (
    <nav aria-label={t('groups.trail')} className={classes.way}>
      <ol className={classes.trail}>
        <li>
          <Link to={paths.groups} search={groupAddress.changed(search, { at: undefined })} activeOptions={exactly}>
            {t('groups.topLevel')}
          </Link>
        </li>
        {groups.map(({ data, isError }, depth) => {
          const name = data?.name ?? (isError ? t('groups.unknown') : '…');
          const at = trail.slice(0, depth + 1).join('.');
          return (
            <li key={at} aria-current={depth === trail.length - 1 ? 'page' : undefined}>
              {depth === trail.length - 1 ? (
                name
              ) : (
                <Link to={paths.groups} search={groupAddress.changed(search, { at })} activeOptions={exactly}>
                  {name}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
      <Link to="/portal/groups/$uuid" params={{ uuid: here }}>
        {t('groups.toPage')}
      </Link>
    </nav>
  );
}
