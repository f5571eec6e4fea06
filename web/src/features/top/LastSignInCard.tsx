import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Me } from '#contract/sign-in/me.ts';
import { paths } from '../../base/paths.ts';
import { timeZoneOf } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { DateTimeText } from '../../ui/text/DateTimeText.tsx';
import { CardData } from './CardData.tsx';
import { recentLoginsQuery } from './queries.ts';
import { lastSignIn } from './security-state.ts';
import { type Fact, Facts, TopCard } from './TopCard.tsx';
import classes from './top.module.css';

/** When and from where somebody signed in before this time, and whether somebody was refused since. */
export function LastSignInCard({ me }: { me: Me }) {
  const t = useT();
  const query = useQuery(recentLoginsQuery);
  return (
    <TopCard
      icon={IconHistory}
      title={t('top.lastSignIn')}
      link={<Link to={paths.account('login_history')}>{t('top.toHistory')}</Link>}
    >
      <CardData query={query}>
        {(entries) => {
          const { entry, refusedSince } = lastSignIn(entries);
          if (!entry) return <p className={classes.note}>{t('top.firstSignIn')}</p>;
          const facts: Fact[] = [
            { name: t('top.time'), value: <DateTimeText value={entry.at} timeZone={timeZoneOf(me)} /> },
          ];
          if (entry.address) facts.push({ name: t('top.address'), value: entry.address });
          return (
            <>
              <Facts facts={facts} />
              {refusedSince > 0 ? (
                <p className={classes.warning}>{t('top.refusedSince', { count: refusedSince })}</p>
              ) : null}
            </>
          );
        }}
      </CardData>
    </TopCard>
  );
}
