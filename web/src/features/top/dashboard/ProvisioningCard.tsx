import IconRefreshDot from '@tabler/icons-react/dist/esm/icons/IconRefreshDot.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatAgo } from '#contract/display.ts';
import { paths } from '../../../base/paths.ts';
import { type Source, sourceListQuery, stateOf } from '../../../base/provisioning/sources.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { CardData } from '../CardData.tsx';
import { TopCard } from '../TopCard.tsx';
import classes from '../top.module.css';

/** How the sources of users are; without one there is no card. */
export function ProvisioningCard({ tenantId }: { tenantId: string }) {
  const t = useT();
  const query = useQuery(sourceListQuery(tenantId));
  if (query.data?.length === 0) return null;
  return (
    <TopCard
      icon={IconRefreshDot}
      title={t('ui.nav.provisioning')}
      link={<Link to={paths.provisioning}>{t('top.provisioning.toList')}</Link>}
    >
      <CardData query={query}>
        {(sources) => (
          <ul className={classes.lines}>
            {sources.map((source) => (
              <SourceLine key={source.uuid} source={source} />
            ))}
          </ul>
        )}
      </CardData>
    </TopCard>
  );
}

function SourceLine({ source }: { source: Source }) {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  const { uuid, displayName, users, lastUsedAt } = source;
  const state = stateOf(source);
  const contact = lastUsedAt === null ? '' : formatAgo(new Date(lastUsedAt), new Date(), language, timeZone);
  return (
    <li>
      <span className={classes.line}>
        <Link to="/portal/provisioning/$uuid" params={{ uuid }}>
          {displayName}
        </Link>
        <span>{t('top.provisioning.users', { count: users, number: users.toLocaleString(language) })}</span>
      </span>
      <small className={classes.note}>{t(`top.provisioning.state_${state}`, { contact })}</small>
    </li>
  );
}
