import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../base/paths.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { Share } from '../../../ui/text/Share.tsx';
import { CardData } from '../CardData.tsx';
import { countQuery, listOf } from '../people-figures.ts';
import { TopCard } from '../TopCard.tsx';
import classes from '../top.module.css';
import { adoption } from './figures.ts';

/** How many of those who can sign in have a second factor. The figures are those of the people above. */
export function SecondFactorCard({ tenantId }: { tenantId: string }) {
  const t = useT();
  const language = useLanguage();
  const [active, without] = useQueries({
    queries: [countQuery(tenantId, 'active'), countQuery(tenantId, 'withoutFactor')],
  });
  const query = active.isError || active.data === undefined ? active : without;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <TopCard
      icon={IconShieldCheck}
      title={t('top.adoption.title')}
      link={
        <>
          <Link to={paths.users} search={listOf.withoutFactor}>
            {t('top.adoption.toUsers')}
          </Link>
          <Link to={paths.tenant('mfa-settings')}>{t('top.adoption.toSettings')}</Link>
        </>
      }
    >
      <CardData query={query}>
        {() => {
          const { have, all, share } = adoption(active.data?.total ?? 0, without.data?.total ?? 0);
          const count = have.toLocaleString(language);
          return (
            <>
              <p className={classes.total}>
                {all === 0
                  ? t('top.adoption.nobody')
                  : t('top.adoption.share', {
                      percent: percent.format(share),
                      have: without.data?.isEstimate ? t('top.about', { count }) : count,
                      all: all.toLocaleString(language),
                    })}
              </p>
              <Share share={share} tone={share > 0.9 ? 'good' : share > 0.5 ? 'neutral' : 'warning'} />
            </>
          );
        }}
      </CardData>
    </TopCard>
  );
}
