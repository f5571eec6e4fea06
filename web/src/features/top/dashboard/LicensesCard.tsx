import IconLicense from '@tabler/icons-react/dist/esm/icons/IconLicense.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isUnlimitedVolume } from '#contract/display.ts';
import type { License } from '#contract/licences/fields.ts';
import { paths } from '../../../base/paths.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { Share } from '../../../ui/text/Share.tsx';
import { CardData } from '../CardData.tsx';
import { TopCard } from '../TopCard.tsx';
import classes from '../top.module.css';
import { fullestFirst, usedShare } from './figures.ts';
import { licensesQuery } from './queries.ts';

/** So many stand on the card. */
const SHOWN = 5;

/** Licences used of their volume, those first that run out first. */
export function LicensesCard({ tenantId }: { tenantId: string }) {
  const t = useT();
  const query = useQuery(licensesQuery(tenantId));
  const total = query.data?.totalResults ?? 0;
  return (
    <TopCard
      icon={IconLicense}
      title={t('top.licenses.title')}
      link={
        total > 0 ? <Link to={paths.tenant('license-list')}>{t('top.licenses.toList', { count: total })}</Link> : null
      }
    >
      <CardData query={query}>
        {({ results }) =>
          results.length === 0 ? (
            <p className={classes.note}>{t('top.licenses.none')}</p>
          ) : (
            <ul className={classes.lines}>
              {fullestFirst(results, SHOWN).map((license) => (
                <LicenseLine key={license.licenseId} license={license} />
              ))}
            </ul>
          )
        }
      </CardData>
    </TopCard>
  );
}

function LicenseLine({ license }: { license: License }) {
  const t = useT();
  const language = useLanguage();
  const { serviceName, licenseId, usedVolume, volume } = license;
  const share = usedShare(license);
  const used = usedVolume.toLocaleString(language);
  return (
    <li>
      <span className={classes.line}>
        <span>
          {serviceName} <small>{licenseId}</small>
        </span>
        <span>
          {isUnlimitedVolume(volume)
            ? t('top.licenses.unlimited', { used })
            : t('top.licenses.used', { used, volume: volume.toLocaleString(language) })}
        </span>
      </span>
      {usedVolume > volume ? (
        <Link to="/portal/licenses/$licenseId" params={{ licenseId }} className={classes.over}>
          {t('top.licenses.over', { count: usedVolume - volume })}
        </Link>
      ) : null}
      <Share share={share} tone={share >= 1 ? 'bad' : share >= 0.9 ? 'warning' : 'neutral'} />
    </li>
  );
}
