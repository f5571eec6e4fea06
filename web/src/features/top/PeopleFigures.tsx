import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dash } from '#contract/display.ts';
import { paths } from '../../base/paths.ts';
import type { Translate } from '../../i18n/keys.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { countQuery, type Figure, figures, listOf } from './people-figures.ts';
import classes from './top.module.css';

/** How many people there are in each state; each figure leads to the list behind it (ux.md). */
export function PeopleFigures({ tenantId }: { tenantId: string }) {
  const t = useT();
  const counts = useQueries({ queries: figures.map((figure) => countQuery(tenantId, figure)) });
  return (
    <section aria-labelledby="people-figures" className={classes.people}>
      <h2 id="people-figures" className={classes.tilesTitle}>
        {t('top.people')}
      </h2>
      <ul className={classes.figures}>
        {figures.map((figure, index) => (
          <li key={figure}>
            <Link to={paths.users} search={listOf[figure]} className={classes.figure}>
              <Count answer={counts[index]?.data} failed={counts[index]?.isError === true} />
              <span>{nameOf(t, figure)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const nameOf = (t: Translate, figure: Figure) =>
  figure === 'withoutFactor' || figure === 'administrators'
    ? t(`top.people_${figure}`)
    : t(`common.userStatus.${figure}`);

/** A figure that could not be had is a dash: the list behind it says why. */
function Count({ answer, failed }: { answer: { total: number; isEstimate: boolean } | undefined; failed: boolean }) {
  const t = useT();
  const language = useLanguage();
  if (failed) {
    return (
      <strong>
        <span aria-hidden="true">{dash}</span>
        <span className="visually-hidden">{t('top.unknownFigure')}</span>
      </strong>
    );
  }
  if (!answer) return <Skeleton height={32} width={56} radius="sm" />;
  const count = answer.total.toLocaleString(language);
  return <strong>{answer.isEstimate ? t('top.about', { count }) : count}</strong>;
}
