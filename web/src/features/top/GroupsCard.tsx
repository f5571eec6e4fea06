import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../base/paths.ts';
import { useT } from '../../i18n/use-t.tsx';
import { CardData } from './CardData.tsx';
import { someGroupsQuery } from './queries.ts';
import { TopCard } from './TopCard.tsx';
import classes from './top.module.css';

/** The first of one's groups, and how many there are. */
export function GroupsCard() {
  const t = useT();
  const query = useQuery(someGroupsQuery);
  const total = query.data?.totalResults ?? 0;
  return (
    <TopCard
      icon={IconUsersGroup}
      title={t('common.groups')}
      link={total > 0 ? <Link to={paths.account('group_list')}>{t('top.toGroups', { count: total })}</Link> : null}
    >
      <CardData query={query}>
        {({ results }) =>
          results.length === 0 ? (
            <p className={classes.note}>{t('top.noGroups')}</p>
          ) : (
            <ul className={classes.groups}>
              {results.map(({ uuid, name }) => (
                <li key={uuid}>{name}</li>
              ))}
            </ul>
          )
        }
      </CardData>
    </TopCard>
  );
}
